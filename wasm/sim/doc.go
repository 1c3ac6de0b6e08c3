//go:build js && wasm

// Command sim is the simulated machine as a WebAssembly module. One instance
// plays one run, or one trace of a reader's own, or the pool that a reader watches;
// a page starts one Web Worker for each.
//
// The loop belongs to the worker's JavaScript: it asks for a slice of a few
// milliseconds, lets messages in, and asks again, so that a stop is obeyed at
// once and progress can be told. These are the calls, in the order in which
// they are made:
//
//	sim_alloc(n)       address of n bytes for the input
//	sim_setup(n)       reads the input; statusMore, statusFailed or statusRefused
//	sim_watch()        keeps pictures of the pool, which are part of the result;
//	                   may be left out
//	sim_rehearse(events)
//	                   plays the beginning until it is decided whether the run fits
//	                   what it may take: statusMore, statusDone if it does or is over,
//	                   statusRefused. Till then nothing is told of the run
//	sim_slice(events)  advances; statusMore, statusDone or statusFailed
//	sim_now()          virtual seconds since the run began
//	sim_planned()      virtual seconds the run is to last
//	sim_stop()         ends the run early; its result is then partial
//	sim_result()       length of the result's binary form, at any time
//	sim_figures()      length of its headline numbers: NAME=VALUE, a line each
//	sim_error()        length of the error's text, after statusFailed or statusRefused
//	sim_ptr()          address of what the last of these three calls left
//
// The input is the experiment's slug, the run's name and the scenario's text,
// each of the first two ended by a line feed. The result is what
// [clocksweep/core/result.Append] makes of it. Its form changes with the engine; that
// of the headline numbers, [clocksweep/core/sweep.Headlines], does not, and by them
// a page compares engines of other versions with its own.
//
// A trace is played by these, and by sim_alloc, sim_error and sim_ptr:
//
//	trace_setup(n)      reads the input; statusMore or statusFailed
//	trace_step()        plays some thousand accesses; statusMore, statusHungry
//	                    if it needs more of the file, statusDone, statusFailed
//	trace_room(n)       address of n bytes for a piece of the file
//	trace_feed(n)       hands the piece over, after statusHungry only
//	trace_end()         there are no more pieces
//	trace_accesses()    how many were played
//	trace_result(s)     length of the result's binary form; s is 1 if the trace
//	                    was not played to its end
//
// Their input is the memory that pools and tables may take, in bytes, and the
// sizes of the pools in buffers. The file comes unpacked. The result is what
// [clocksweep/core/trace.AppendResult] makes of it.
//
// A pool that a reader watches is played by these, and by sim_alloc, sim_error,
// sim_ptr and trace_room:
//
//	stage_setup(n, t)      reads the settings, and the trace of t bytes in
//	                       trace_room, -1 for none; may be called again
//	stage_problems()       what was not legal in them, a line each
//	stage_play(n)          makes n accesses; statusMore, or statusDone if the
//	                       trace has ended
//	stage_touch(r, b, w)   makes one by hand; leaves a sentence if it cannot
//	stage_at()             how many were made
//	stage_cells(p, g)      state of a pool, g buffers a cell: a byte each, and
//	                       behind them the relation of each
//	stage_numbers(p)       its counters and positions as 64-bit floats
//	stage_words()          the last access in words: itself, and a line a pool
//	stage_tell(p, b)       what is in a buffer, in words
//	stage_shape()          buffers, and a line for each pool
//	stage_lists()          the relations: name, tab, pages, a line each
//
// All but the first leave their answer for sim_ptr and return its length.
// Package [clocksweep/core/stage] tells what they mean.
//
// Rules of the house:
//
//   - Every export recovers. A panic that leaves a wasmexport kills the
//     program, yet its JavaScript caller sees a normal return.
//   - Nothing here formats: no fmt, no encoding/json, no reflection. It would
//     add half of the module's size again.
//   - The garbage collector is set by the worker through the environment (GOGC,
//     GOMEMLIMIT), because runtime/debug would bring fmt in.
package main
