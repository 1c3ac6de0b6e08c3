package checkpointer_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// checkpointWriter writes what the checkpoints of a recording did.
type checkpointWriter struct {
	c       *condenser
	out     bytes.Buffer
	proc    string // that runs the checkpoint under way, or ""
	begun   int64  // µs
	walk    bool   // the write pass is under way
	marked  []bool
	writing int32 // the buffer that it is writing, or -1
	next    int   // the next buffer of the run of looks being written, or -1
}

func (w *checkpointWriter) begin(c *condenser, name string) {
	w.c, w.next, w.writing = c, -1, -1
	w.marked = make([]bool, c.buffers)
	fmt.Fprintf(&w.out, "recording %s buffers=%d\n", name, c.buffers)
}

// before sees a line before its effect on the pool.
func (w *checkpointWriter) before(row []string, b int32) error {
	c := w.c
	switch ev := row[2]; {
	case ev == "KS":
		w.proc, w.begun = row[1], c.nowUs
		flags := strings.TrimPrefix(row[13], "flags=")
		fmt.Fprintf(&w.out, "checkpoint %s %d\n", strings.ReplaceAll(flags, " ", ","), c.nowUs)
	case row[1] != w.proc || w.proc == "":
	case ev == "KB":
		w.walk = true
		return w.pass(row, b)
	case ev == "KH":
		fmt.Fprintf(&w.out, "hand %s\n", row[13])
	case ev == "BQ" && w.walk && !c.jit:
		w.look(b, row[7])
	case ev == "W" && row[7] == "k":
		w.writing = b
	case ev == "U" && b == w.writing && c.jit: // the write is over
		w.writing = -1
		fmt.Fprintf(&w.out, "w %d %d\n", b, c.nowUs-w.begun)
	case ev == "KE":
		w.walk = false
		w.endRun()
		fmt.Fprintf(&w.out, "end %d\n", c.nowUs-w.begun)
	case ev == "KZ":
		fmt.Fprintf(&w.out, "synced %d\n", c.nowUs-w.begun)
	case ev == "KD":
		w.proc = ""
	}
	return nil
}

// pass writes what is known when the write pass begins.
func (w *checkpointWriter) pass(row []string, start int32) error {
	c := w.c
	n := number(row[13], "n=")
	if c.lists || c.jit {
		if have := c.dirtyCount(); have != n {
			return fmt.Errorf("%d buffers are dirty, not %d", have, n)
		}
	}
	copy(w.marked, c.dirty)
	switch {
	case c.lists:
		c.listLine(&w.out)
	case c.sorted:
		for b, dirty := range c.dirty {
			if dirty {
				p := c.page[b]
				fmt.Fprintf(&w.out, "item %d %d %d %d %d\n", b, p[0], p[1], p[2], p[3])
			}
		}
	default:
		fmt.Fprintf(&w.out, "dirty")
		for b, dirty := range c.dirty {
			if dirty {
				fmt.Fprintf(&w.out, " %d", b)
			}
		}
		fmt.Fprintf(&w.out, "\n")
		if !c.jit {
			fmt.Fprintf(&w.out, "hand %d\n", start)
		}
	}
	return nil
}

// look adds to the run of buffers looked at one after the other.
func (w *checkpointWriter) look(b int32, written string) {
	if w.c.lists {
		fmt.Fprintf(&w.out, "x %d %s\n", b, written)
		return
	}
	if int(b) != w.next {
		w.endRun()
		fmt.Fprintf(&w.out, "x %d ", b)
	}
	w.out.WriteString(written)
	w.next = int(b) + 1
}

func (w *checkpointWriter) endRun() {
	if w.next >= 0 {
		w.out.WriteByte('\n')
		w.next = -1
	}
}

// changed sees a change to buffer b after its effect; was says whether it was
// dirty before.
func (w *checkpointWriter) changed(row []string, b int32, was bool) {
	if !w.walk {
		return
	}
	own := row[1] == w.proc && row[7] == "k"
	now := w.c.dirty[b]
	if w.c.jit {
		// Only the mark matters: it goes when somebody else cleans the page.
		if lost := was && !now; lost && w.marked[b] {
			w.marked[b] = false
			if !own {
				fmt.Fprintf(&w.out, "c %d\n", b)
			}
		}
		return
	}
	if was != now && !own {
		w.endRun()
		fmt.Fprintf(&w.out, "%c %d\n", "cd"[btoi(now)], b)
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// roundWriter writes what the cleaning rounds of a recording did.
type roundWriter struct {
	c      *condenser
	out    bytes.Buffer
	proc   string // the background writer
	round  bool
	ended  int64 // µs: the end of the round before
	first  bool
	allocs []int64 // µs: all allocations
}

func (w *roundWriter) begin(c *condenser, name, settings string) error {
	w.c, w.first = c, true
	fmt.Fprintf(&w.out, "recording %s buffers=%d", name, c.buffers)
	for _, line := range strings.Split(settings, "\n") {
		if strings.HasPrefix(line, "bgwriter") {
			fmt.Fprintf(&w.out, " %s", strings.ReplaceAll(line, " ", ""))
		}
	}
	w.out.WriteByte('\n')
	now := int64(0)
	return eachRow(filepath.Join(c.dir, "trace.csv.gz"), func(row []string) error {
		if row[0] == "dt_us" {
			return nil
		}
		now += int64(atoi(row[0]))
		if row[2] == "V" {
			w.allocs = append(w.allocs, now)
		}
		return nil
	})
}

// nearest returns how far the nearest allocation is, before or after.
func (w *roundWriter) nearest(us int64) int64 {
	i, _ := slices.BinarySearch(w.allocs, us)
	far := int64(1 << 40)
	if i < len(w.allocs) {
		far = w.allocs[i] - us
	}
	if i > 0 {
		far = min(far, us-w.allocs[i-1])
	}
	return far
}

func (w *roundWriter) before(row []string, b int32) error {
	c := w.c
	switch row[2] {
	case "KS":
		if row[1] == w.proc {
			fmt.Fprintf(&w.out, "checkpoint\n")
		}
	case "KD":
		if row[1] == w.proc {
			w.ended = c.nowUs
		}
	case "BS":
		w.proc = row[1]
		nap, alloc := c.nowUs-w.ended, w.nearest(c.nowUs)
		if w.first {
			nap, w.first = 0, false
		}
		w.ended = c.nowUs
		switch {
		case c.lists:
			if n, have := number(row[13], "n="), c.dirtyCount(); n != have {
				return fmt.Errorf("%d buffers are dirty, not %d", have, n)
			}
			fmt.Fprintf(&w.out, "round %d\n", nap)
			c.listLine(&w.out)
			w.out.WriteString("=")
		case c.scans:
			fmt.Fprintf(&w.out, "%s %d %d=", strings.TrimPrefix(strings.Fields(row[13])[0], "scan="), nap, b)
		default:
			fmt.Fprintf(&w.out, "round %d %d %d %s\n", nap, alloc, b, row[13])
		}
		w.round = true
	case "BE":
		fmt.Fprintf(&w.out, "est %d %s\n", b, row[13])
		w.out.WriteString("=")
	case "BQ":
		if row[1] != w.proc || !w.round {
			break
		}
		if c.jit {
			w.out.WriteString(row[7])
		} else {
			fmt.Fprintf(&w.out, " %d:%s", b, row[7])
		}
	case "BX":
		if !w.round { // a scan that is off
			fmt.Fprintf(&w.out, "off %s\n", row[13])
			break
		}
		w.round = false
		w.ended = c.nowUs
		if c.jit {
			fmt.Fprintf(&w.out, "\nend %d %s\n", b, row[13])
		} else {
			fmt.Fprintf(&w.out, "\n")
		}
	}
	return nil
}
