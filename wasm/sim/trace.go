//go:build js && wasm

package main

import (
	"errors"
	"io"
	"iter"
	"strconv"
	"strings"
	"unsafe"

	"clocksweep/core/trace"
)

// statusHungry is what trace_step returns when it needs more of the file.
const statusHungry int32 = 2

// The one trace of this instance.
var (
	feed    feeder
	room    []byte // trace_room's buffer, filled by JavaScript
	player  *trace.Player
	advance func() (int32, bool) // plays on until the next status
)

// feeder is the file as the trace's reader sees it. JavaScript has it in pieces
// and cannot be called back for the next one, because reading a file takes it a
// promise. So the reader runs as a coroutine, which hands over to JavaScript where
// there is nothing left to read.
type feeder struct {
	piece []byte // what is left of the last one
	ended bool
	yield func(int32) bool
}

var errDropped = errors.New("the trace is no longer read")

func (f *feeder) Read(p []byte) (int, error) {
	for len(f.piece) == 0 {
		if f.ended {
			return 0, io.EOF
		}
		if !f.yield(statusHungry) {
			return 0, errDropped
		}
	}
	n := copy(p, f.piece)
	f.piece = f.piece[n:]
	return n, nil
}

//go:wasmexport trace_setup
func traceSetup(n uint32) (status int32) {
	defer guard(&status)
	if run != nil || advance != nil || int(n) >= len(input) {
		return fail(errors.New("trace_setup is called once, after sim_alloc with room for its input"))
	}
	config, err := parseTrace(string(input[:n]))
	if err != nil {
		return fail(err)
	}
	advance, _ = iter.Pull(func(yield func(int32) bool) {
		feed.yield = yield
		if err := playTrace(config, yield); err != nil {
			fail(err)
		}
	})
	return statusMore
}

// playTrace plays the trace that is fed to its end.
func playTrace(config trace.Config, yield func(int32) bool) error {
	reader, err := trace.NewReader(&feed)
	if err != nil {
		return err
	}
	p, err := trace.NewPlayer(reader, config)
	if err != nil {
		return err
	}
	player = p
	for {
		more, err := p.Step()
		if err != nil || !more {
			return err
		}
		if !yield(statusMore) {
			return nil
		}
	}
}

// parseTrace reads the input of trace_setup: the memory that pools and tables may
// take, in bytes, and the sizes of the pools in buffers, separated by blanks.
func parseTrace(in string) (trace.Config, error) {
	var numbers []int64
	for _, word := range strings.Fields(in) {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return trace.Config{}, errors.New("the input of trace_setup has to be whole numbers: " + word)
		}
		numbers = append(numbers, n)
	}
	if len(numbers) < 2 {
		return trace.Config{}, errors.New("the input of trace_setup has to be the memory and at least one size")
	}
	var buffers []int
	for _, n := range numbers[1:] {
		buffers = append(buffers, int(n))
	}
	return trace.Everything(buffers, numbers[0]), nil
}

//go:wasmexport trace_room
func traceRoom(n uint32) unsafe.Pointer {
	if int(n) >= len(room) {
		room = make([]byte, n+1) // never empty, so that there is an address
	}
	return unsafe.Pointer(&room[0])
}

//go:wasmexport trace_feed
func traceFeed(n uint32) (status int32) {
	defer guard(&status)
	if int(n) >= len(room) || len(feed.piece) > 0 {
		return fail(errors.New("trace_feed is called after trace_room, when trace_step is hungry"))
	}
	feed.piece = room[:n]
	return statusMore
}

//go:wasmexport trace_end
func traceEnd() { feed.ended = true }

//go:wasmexport trace_step
func traceStep() (status int32) {
	defer guard(&status)
	if failure != nil || advance == nil {
		return fail(errors.New("trace_setup has not been called"))
	}
	status, more := advance()
	switch {
	case failure != nil:
		return statusFailed
	case !more:
		return statusDone
	}
	return status
}

//go:wasmexport trace_accesses
func traceAccesses() float64 {
	if player == nil {
		return 0
	}
	return float64(player.Accesses())
}

// traceResult leaves the result for sim_ptr. stopped says that the trace was not
// played to its end.
//
//go:wasmexport trace_result
func traceResult(stopped int32) (length int32) {
	defer guard(&length)
	if failure != nil || player == nil || player.Accesses() == 0 {
		return fail(errors.New("the trace was stopped before its first access was played"))
	}
	return put(trace.AppendResult(output[:0], player.Result(stopped != 0)))
}
