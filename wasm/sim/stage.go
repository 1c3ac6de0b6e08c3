//go:build js && wasm

package main

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unsafe"

	"clocksweep/core/stage"
)

// The stage of this instance. Unlike a run it can be set anew, because a reader
// goes back and forth; what the one before took is collected.
var (
	scene   *stage.Stage
	told    []string // what was not legal in its settings
	looked  [stage.MaxPools]stage.State
	figures []float64
	frame   []byte
)

// stageSetup sets a stage from the settings in the input. traced says that what
// trace_room holds, so many bytes, is a trace for it; -1: there is none.
//
//go:wasmexport stage_setup
func stageSetup(n uint32, traced int32) (status int32) {
	defer guard(&status)
	if run != nil || advance != nil || int(n) >= len(input) || int(traced) >= len(room) && traced >= 0 {
		return fail(errors.New("stage_setup is called after sim_alloc with room for its input, in an instance without a run"))
	}
	config, problems := stage.Parse(string(input[:n]))
	var file io.Reader
	if traced >= 0 {
		file = bytes.NewReader(room[:traced])
	}
	scene = nil
	made, more, err := stage.New(config, file)
	if err != nil {
		return fail(err)
	}
	scene, told = made, append(problems, more...)
	return statusMore
}

// stagePlay makes up to so many accesses.
//
//go:wasmexport stage_play
func stagePlay(accesses int32) (status int32) {
	defer guard(&status)
	if scene == nil {
		return fail(errors.New("stage_setup has not been called"))
	}
	if scene.Play(int64(accesses)) {
		return statusMore
	}
	return statusDone
}

// stageTouch makes an access by hand, and leaves a sentence for sim_ptr if there is
// no such block.
//
//go:wasmexport stage_touch
func stageTouch(rel int32, block float64, write int32) (length int32) {
	defer guard(&length)
	return put([]byte(scene.Touch(int(rel), int64(block), write != 0)))
}

//go:wasmexport stage_at
func stageAt() float64 {
	if scene == nil {
		return 0
	}
	return float64(scene.At())
}

// stageCells leaves the cells of a pool, group buffers each, for sim_ptr, and right
// behind them the relation of each.
//
//go:wasmexport stage_cells
func stageCells(pool, group int32) (length int32) {
	defer guard(&length)
	s := &looked[pool]
	scene.Pools[pool].Look(s, int(group))
	frame = append(append(frame[:0], s.Cells...), s.Rels...)
	return put(frame)
}

// stageNumbers leaves what stage.Pool.Numbers tells, as 64-bit floats.
// stage_cells comes before, for the same moment.
//
//go:wasmexport stage_numbers
func stageNumbers(pool int32) (length int32) {
	defer guard(&length)
	figures = scene.Pools[pool].Numbers(figures[:0], &looked[pool])
	return put(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(figures))), 8*len(figures)))
}

// stageWords leaves what the last access was, and a line for each pool of what it
// did there.
//
//go:wasmexport stage_words
func stageWords() (length int32) {
	defer guard(&length)
	lines := []string{scene.Words()}
	for _, p := range scene.Pools {
		lines = append(lines, p.Words())
	}
	return put([]byte(strings.Join(lines, "\n")))
}

// stageTell leaves what is in a buffer of a pool.
//
//go:wasmexport stage_tell
func stageTell(pool, buffer int32) (length int32) {
	defer guard(&length)
	p := scene.Pools[pool]
	if buffer < 0 || int(buffer) >= p.Len() {
		return put(nil)
	}
	return put([]byte(p.Tell(buffer)))
}

// stageLists leaves the names of the relations, with their lengths behind a tab
// each, a line each.
//
//go:wasmexport stage_lists
func stageLists() (length int32) {
	defer guard(&length)
	return put(scene.Pages.AppendList(nil))
}

// stageProblems leaves what was not legal in the settings, a line each.
//
//go:wasmexport stage_problems
func stageProblems() (length int32) {
	defer guard(&length)
	return put([]byte(strings.Join(told, "\n")))
}

// stageShape leaves the number of buffers, and a line for each pool: its policy, 1 if
// it has a clock hand, the release of its writers, and what it is, with tabs between.
//
//go:wasmexport stage_shape
func stageShape() (length int32) {
	defer guard(&length)
	lines := []string{strconv.Itoa(scene.Buffers)}
	for _, p := range scene.Pools {
		hand := "0"
		if p.HasHand() {
			hand = "1"
		}
		lines = append(lines, strings.Join([]string{p.Name, hand, p.Line, p.About}, "\t"))
	}
	return put([]byte(strings.Join(lines, "\n")))
}
