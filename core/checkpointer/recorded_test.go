package checkpointer_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"

	"clocksweep/core/bgwriter"
	"clocksweep/core/checkpointer"
)

// A recorded checkpoint: what was there when its write pass began and what
// happened then, as testdata/README.md describes it.
type recorded struct {
	atUs   int64 // when it began, since the recording began
	paced  bool
	begun  bool // the pass began: no if the checkpoint was skipped
	hand   int32
	dirty  []int32
	t1, t2 []int32 // 8.0
	items  []checkpointer.Item
	events []happened
	endUs  int64 // end of the write pass, since the checkpoint began; -1: the recording ends before
	syncUs int64 // end of the fsyncs; -1: there were none
}

// happened is one event of the pass.
type happened struct {
	kind    byte // x looked at, w written (only marked ones), c cleaned by others, d dirtied
	buf     int32
	written bool
	us      int64 // w: since the checkpoint began
}

// load reads the checkpoints of a recording.
func load(t *testing.T, name string) (buffers int, all []*recorded) {
	t.Helper()
	data, err := os.ReadFile("testdata/recorded/" + name + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	var k *recorded
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		word := strings.Fields(line)
		switch word[0] {
		case "recording":
			buffers = number(word[2], "buffers=")
		case "checkpoint":
			k = &recorded{atUs: int64(atoi(word[2])), endUs: -1, syncUs: -1}
			// Of the recorded checkpoints, only those by time were spread out.
			paced := map[string]bool{"0x20": strings.HasPrefix(name, "8.3"), "0x80": true, "0x100": true}
			k.paced = paced[word[1]]
			all = append(all, k)
		default:
			k.read(word)
		}
	}
	return buffers, all
}

func (k *recorded) read(word []string) {
	switch word[0] {
	case "hand":
		k.begun = true
		k.hand = int32(atoi(word[1]))
	case "dirty":
		k.dirty = buffersOf(word[1:], nil)
	case "t1", "t2":
		k.begun = true
		list := buffersOf(word[1:], &k.dirty)
		if word[0] == "t1" {
			k.t1 = list
		} else {
			k.t2 = list
		}
	case "item":
		k.begun = true
		k.items = append(k.items, checkpointer.Item{
			Buf: int32(atoi(word[1])), Space: uint32(atoi(word[2])), Rel: uint32(atoi(word[3])),
			Fork: uint8(atoi(word[4])), Block: uint32(atoi(word[5])),
		})
	case "x":
		for i, out := range word[2] {
			k.events = append(k.events, happened{kind: 'x', buf: int32(atoi(word[1]) + i), written: out == '1'})
		}
	case "w":
		k.events = append(k.events, happened{kind: 'w', buf: int32(atoi(word[1])), written: true, us: int64(atoi(word[2]))})
	case "c", "d":
		k.events = append(k.events, happened{kind: word[0][0], buf: int32(atoi(word[1]))})
	case "end":
		k.endUs = int64(atoi(word[1]))
	case "synced":
		k.syncUs = int64(atoi(word[1]))
	}
}

// buffersOf returns the buffers in words; those with a star are appended to
// starred.
func buffersOf(words []string, starred *[]int32) []int32 {
	var out []int32
	for _, w := range words {
		digits, star := strings.CutSuffix(w, "*")
		b := int32(atoi(digits))
		out = append(out, b)
		if star {
			*starred = append(*starred, b)
		}
	}
	return out
}

// flags returns a flag a buffer, set for those in list.
func flags(buffers int, list []int32) []bool {
	f := make([]bool, buffers)
	for _, b := range list {
		f[b] = true
	}
	return f
}

// outcome is what a comparison of recorded checkpoints with this package found.
type outcome struct{ checkpoints, looks, writes, wrong int }

func (o *outcome) add(looks, writes, wrong int) {
	o.checkpoints++
	o.looks += looks
	o.writes += writes
	o.wrong += wrong
}

// comparePass compares a burst or list with what next says: the buffer that
// comes, and that it is written if it is dirty when reached.
func (k *recorded) comparePass(buffers int, next func() (int32, bool)) (looks, writes, wrong int) {
	dirty := flags(buffers, k.dirty)
	for _, e := range k.events {
		switch e.kind {
		case 'x':
			looks++
			if b, ok := next(); !ok || b != e.buf || dirty[b] != e.written {
				wrong++
			}
			if e.written {
				writes++
				dirty[e.buf] = false
			}
		default:
			dirty[e.buf] = e.kind == 'd'
		}
	}
	if _, ok := next(); ok {
		wrong++
	}
	return looks, writes, wrong
}

// compareMarks compares the writes with what next says, which skips what is not
// marked; what others clean loses its mark.
func (k *recorded) compareMarks(marked []bool, next func() (int32, bool)) (looks, writes, wrong int) {
	for _, e := range k.events {
		switch e.kind {
		case 'w':
			writes++
			b, ok := next()
			for ok && !marked[b] {
				looks++
				b, ok = next()
			}
			looks++
			if !ok || b != e.buf {
				wrong++
			}
			marked[e.buf] = false
		case 'c':
			marked[e.buf] = false
		}
	}
	if k.endUs < 0 {
		return looks, writes, wrong
	}
	for b, ok := next(); ok; b, ok = next() {
		looks++
		if marked[b] {
			wrong++
		}
	}
	return looks, writes, wrong
}

// TestRecordedBursts: the passes of 7.4 begin at buffer 0, those of 8.1 and 8.2 at
// the clock hand, and write what is dirty when they reach it.
func TestRecordedBursts(t *testing.T) {
	tests := []struct {
		name string
		want outcome
		// fromZero are the looks that disagree if the pass begins at buffer 0.
		fromZero int
	}{
		{"7.4.30-E4", outcome{3, 3000, 1160, 0}, 0},
		{"7.4.30-E4t", outcome{2, 2000, 1003, 0}, 0},
		{"8.1.0-E3", outcome{1, 256, 22, 0}, 256},
		{"8.1.0-E4", outcome{4, 4000, 1131, 0}, 1000},
		{"8.1.0-E4t", outcome{2, 2000, 467, 0}, 1000},
		{"8.2.0-E3", outcome{1, 256, 30, 0}, 256},
		{"8.2.0-E4", outcome{4, 4000, 1135, 0}, 1000},
	}
	for _, test := range tests {
		buffers, all := load(t, test.name)
		var got, fromZero outcome
		for _, k := range all {
			if !k.begun {
				continue
			}
			var o checkpointer.Burst
			o.Begin(buffers, k.hand)
			got.add(k.comparePass(buffers, o.Next))
			o.Begin(buffers, 0)
			fromZero.add(k.comparePass(buffers, o.Next))
		}
		if got != test.want || fromZero.wrong != test.fromZero {
			t.Errorf("%s: %+v, not %+v; from buffer 0 on %d are wrong, not %d", test.name, got, test.want, fromZero.wrong, test.fromZero)
		}
	}
}

// TestRecordedSystemSync: 7.4 spends its fsync phase in two calls of sync() and
// the pause between them.
func TestRecordedSystemSync(t *testing.T) {
	for _, name := range []string{"7.4.30-E4", "7.4.30-E4t"} {
		_, all := load(t, name)
		for _, k := range all {
			if !k.begun {
				continue
			}
			const pauseUs = (checkpointer.SystemSyncs - 1) * checkpointer.SystemSyncPauseNs / 1000
			if took := k.syncUs - k.endUs; took < pauseUs || took > pauseUs+200_000 {
				t.Errorf("%s: the fsync phase took %d µs, with a pause of %d", name, took, pauseUs)
			}
		}
	}
}

// TestRecordedLists: the passes of 8.0 write the buffers that are dirty at the
// start, one step on T1 and one on T2 in turn.
func TestRecordedLists(t *testing.T) {
	tests := []struct {
		name    string
		want    outcome
		t2First int // looks that disagree if T2 goes first
	}{
		{"8.0.0-E3", outcome{1, 80, 80, 0}, 20},
		{"8.0.0-E4", outcome{4, 1177, 1177, 0}, 474},
		{"8.0.0-E4t", outcome{2, 606, 606, 0}, 110},
		{"8.0.2-E3", outcome{1, 64, 64, 0}, 0},
		{"8.0.2-E4", outcome{4, 1164, 1164, 0}, 556},
	}
	for _, test := range tests {
		buffers, all := load(t, test.name)
		var got, t2First outcome
		for _, k := range all {
			dirty := flags(buffers, k.dirty)
			is := func(b int32) bool { return dirty[b] }
			var o checkpointer.List
			o.Begin(bgwriter.Alternate(nil, k.t1, k.t2, is))
			got.add(k.comparePass(buffers, o.Next))
			o.Begin(bgwriter.Alternate(nil, k.t2, k.t1, is))
			t2First.add(k.comparePass(buffers, o.Next))
		}
		if got != test.want || t2First.wrong != test.t2First {
			t.Errorf("%s: %+v, not %+v; with T2 first %d are wrong, not %d", test.name, got, test.want, t2First.wrong, test.t2First)
		}
	}
}

// TestRecordedOrders: the passes of 8.3 go from the clock hand and write what is
// still marked.
func TestRecordedOrders(t *testing.T) {
	tests := []struct {
		name string
		want outcome
	}{
		{"8.3.0-E3", outcome{1, 242, 24, 0}},
		{"8.3.0-E4", outcome{3, 2416, 1058, 0}},
		{"8.3.0-E4p", outcome{2, 1674, 902, 0}},
	}
	for _, test := range tests {
		buffers, all := load(t, test.name)
		var got outcome
		for _, k := range all {
			if !k.begun {
				continue
			}
			var o checkpointer.Order
			o.Begin(buffers, k.hand, len(k.dirty))
			marked := flags(buffers, k.dirty)
			got.add(k.compareMarks(marked, func() (int32, bool) {
				b, ok := o.Next()
				if ok && marked[b] {
					o.Wrote()
				}
				return b, ok
			}))
		}
		if got != test.want {
			t.Errorf("%s: %+v, not %+v", test.name, got, test.want)
		}
	}
}

// TestRecordedSorted: 9.6 and later write in the order of tablespace, relation,
// fork and block, with the tablespaces side by side.
func TestRecordedSorted(t *testing.T) {
	tests := []struct {
		name string
		want outcome
		// plain are the writes that disagree if the tablespaces come one after
		// the other.
		plain int
	}{
		{"9.6.24-E3", outcome{1, 1, 1, 0}, 0},
		{"9.6.24-E4", outcome{3, 1103, 1103, 0}, 0},
		{"9.6.24-E4p", outcome{2, 884, 884, 0}, 0},
		{"T4a", outcome{3, 8496, 5959, 0}, 0},
		{"T4c", outcome{2, 2192, 2192, 0}, 2190},
	}
	for _, test := range tests {
		buffers, all := load(t, test.name)
		var got, plain outcome
		for _, k := range all {
			if !k.begun {
				continue
			}
			marks := func() []bool {
				m := make([]bool, buffers)
				for _, it := range k.items {
					m[it.Buf] = true
				}
				return m
			}
			var s checkpointer.Sorted
			s.Begin(k.items)
			got.add(k.compareMarks(marks(), func() (int32, bool) {
				it, ok := s.Next()
				return it.Buf, ok
			}))
			i := -1 // Begin has sorted them
			plain.add(k.compareMarks(marks(), func() (int32, bool) {
				if i++; i >= len(k.items) {
					return -1, false
				}
				return k.items[i].Buf, true
			}))
		}
		if got != test.want || plain.wrong != test.plain {
			t.Errorf("%s: %+v, not %+v; without the heap %d are wrong, not %d", test.name, got, test.want, plain.wrong, test.plain)
		}
	}
}
