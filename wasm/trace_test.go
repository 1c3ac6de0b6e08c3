//go:build !js

package wasm

import (
	"bytes"
	"compress/gzip"
	"reflect"
	"strings"
	"testing"

	"clocksweep/core/sim"
	"clocksweep/core/trace"
)

// traceJob is what a page sends to the worker that plays a trace.
type traceJob struct {
	File      []byte `json:"file"`
	Buffers   string `json:"buffers"`
	Memory    int64  `json:"memory"`
	StopAfter int    `json:"stopAfter"`
}

const tracer = "../site/js/tracer.js"

// longTrace is a trace in CSV of some megabytes, more than a slice of a file.
func longTrace(accesses int) []byte {
	r := sim.NewRand(1, "trace")
	var b bytes.Buffer
	for range accesses {
		page := r.Intn(1 + r.Intn(3000))
		b.WriteString("\"accounts, the large ones\"," + string(rune('0'+page%10)) + string(rune('0'+page/10%10)) + string(rune('0'+page/100%10)) +
			"," + [...]string{"read", "write", "read", "extend"}[r.Intn(4)] + ",9\n")
	}
	return b.Bytes()
}

// playNatively is the same without a browser.
func playNatively(t *testing.T, file []byte, buffers ...int) *trace.Result {
	t.Helper()
	r, err := trace.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	p, err := trace.NewPlayer(r, trace.Everything(buffers, 1<<30))
	if err != nil {
		t.Fatal(err)
	}
	for more := true; more; {
		if more, err = p.Step(); err != nil {
			t.Fatal(err)
		}
	}
	return p.Result(false)
}

func packed(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(data)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestTraceSameAsNative plays a trace, plain and packed, in the browser's module.
func TestTraceSameAsNative(t *testing.T) {
	sim := buildSim(t)
	file := longTrace(60_000)
	want := playNatively(t, file, 32, 300)
	for name, data := range map[string][]byte{"plain": file, "gzip": packed(t, file)} {
		posted := play(t, tracer, sim, traceJob{File: data, Buffers: "32 300", Memory: 1 << 30, StopAfter: -1})
		last := posted[len(posted)-1]
		if last.Type != "done" {
			t.Fatalf("%s: the worker ended with %s: %s", name, last.Type, last.Message)
		}
		got, err := trace.DecodeResult(last.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}

func TestTraceStop(t *testing.T) {
	sim := buildSim(t)
	posted := play(t, tracer, sim, traceJob{File: longTrace(400_000), Buffers: "32 64 128 256 512 1024", Memory: 1 << 30, StopAfter: 2})
	if got := len(posted) - 1; got != 2 {
		t.Errorf("%d progress messages, want the stop to be obeyed after 2", got)
	}
	before := message{}
	for _, m := range posted[:len(posted)-1] {
		if m.Accesses <= before.Accesses || m.Read < before.Read || m.Read > m.Size {
			t.Errorf("after %+v: %+v", before, m)
		}
		before = m
	}
	r, err := trace.DecodeResult(posted[len(posted)-1].Bytes)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Stopped || r.Total() == 0 || r.Total() >= 400_000 {
		t.Errorf("stopped %v after %d accesses", r.Stopped, r.Total())
	}
}

// TestTraceRefused plays what is no trace, or not one that fits.
func TestTraceRefused(t *testing.T) {
	sim := buildSim(t)
	good := []byte("a,1,read\n")
	whole := packed(t, bytes.Repeat(good, 1000))
	for _, test := range []struct {
		name    string
		file    []byte
		buffers string
		want    string
	}{
		{"a broken line", []byte("a,1,read\na,one,read\n"), "32", `line 2: the block is "one"; expected a number from 0 to 4294967294`},
		{"no access", []byte("relation,block,access\n"), "32", "the trace has no accesses; expected at least one"},
		{"an empty file", []byte{}, "32", "the trace has no accesses; expected at least one"},
		{"a picture", []byte("\x89PNG" + strings.Repeat("\x00\xf0", 40)), "32", "this is neither text nor a known binary format"},
		{"zstd", []byte("\x28\xb5\x2f\xfd and more"), "32", "this is packed with zstd and has to be unpacked first"},
		{"gzip cut off", whole[:len(whole)-20], "32", "what is packed with gzip cannot be unpacked ("},
		{"a small pool", good, "15", "a pool of 120kB is out of range"},
		{"pools that do not fit", good, "16777216 16777216 16777216", "are allowed"},
	} {
		posted := play(t, tracer, sim, traceJob{File: test.file, Buffers: test.buffers, Memory: 1 << 30, StopAfter: -1})
		last := posted[len(posted)-1]
		if last.Type != "failed" || !strings.Contains(last.Message, test.want) {
			t.Errorf("%s: %s %q, want a failure that tells %q", test.name, last.Type, last.Message, test.want)
		}
	}
}
