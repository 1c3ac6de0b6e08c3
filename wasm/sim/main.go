//go:build js && wasm

package main

import (
	"errors"
	"strings"
	"unsafe"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
	"clocksweep/core/sweep"
)

// What sim_setup, sim_rehearse, sim_slice and sim_stop return.
const (
	statusRefused int32 = -2 // sim_error tells why
	statusFailed  int32 = -1 // so it does here
	statusDone    int32 = 0  // the run is over, the rehearsal decided
	statusMore    int32 = 1  // the run goes on
)

// budget is what a run may take in a page. Go is told to keep to 2 GiB, and a machine
// takes up to three times what its scenario tells at the least; events are an hour of
// computing or so. The largest legal machine fits.
var budget = server.Budget{Bytes: 2 << 30 / 3, Events: 10e9}

// The one run of this instance. An instance is never used for a second one:
// linear memory does not shrink, and a new instance costs two milliseconds.
var (
	input   []byte // sim_alloc's buffer, filled by JavaScript
	output  []byte // what sim_ptr points at
	run     *server.Run
	failure error // set once, the run is then unusable
)

// main has to block: exports can be called only while it has not returned.
func main() { select {} }

//go:wasmexport sim_alloc
func simAlloc(n uint32) unsafe.Pointer {
	input = make([]byte, n+1) // never empty, so that there is an address
	return unsafe.Pointer(&input[0])
}

//go:wasmexport sim_setup
func simSetup(n uint32) (status int32) {
	defer guard(&status)
	if run != nil || int(n) >= len(input) {
		return fail(errors.New("sim_setup is called once, after sim_alloc with room for its input"))
	}
	sc, err := parse(string(input[:n]))
	if err != nil {
		return refuse(err)
	}
	if run, err = server.Admit(sc, budget); err != nil {
		return refuse(err)
	}
	return statusMore
}

//go:wasmexport sim_rehearse
func simRehearse(events int32) (status int32) {
	defer guard(&status)
	if err := usable(); err != nil {
		return fail(err)
	}
	decided, refused := run.Rehearse(int(events))
	switch {
	case refused != nil:
		return refuse(refused)
	case decided:
		return statusDone
	}
	return statusMore
}

//go:wasmexport sim_watch
func simWatch() (status int32) {
	defer guard(&status)
	if err := usable(); err != nil {
		return fail(err)
	}
	run.Watch()
	return statusMore
}

//go:wasmexport sim_slice
func simSlice(events int32) (status int32) {
	defer guard(&status)
	if err := usable(); err != nil {
		return fail(err)
	}
	if run.Step(int(events)) {
		return statusMore
	}
	return statusDone
}

//go:wasmexport sim_stop
func simStop() (status int32) {
	defer guard(&status)
	if err := usable(); err != nil {
		return fail(err)
	}
	run.Stop()
	return statusDone
}

//go:wasmexport sim_now
func simNow() (now float64) {
	defer guard(new(int32))
	now, _ = progress()
	return now
}

//go:wasmexport sim_planned
func simPlanned() (planned float64) {
	defer guard(new(int32))
	_, planned = progress()
	return planned
}

//go:wasmexport sim_result
func simResult() (length int32) {
	defer guard(&length)
	if err := usable(); err != nil {
		return fail(err)
	}
	return put(result.Append(output[:0], run.Result()))
}

//go:wasmexport sim_figures
func simFigures() (length int32) {
	defer guard(&length)
	if err := usable(); err != nil {
		return fail(err)
	}
	var text []byte
	for _, f := range sweep.Headlines(run.Result()) {
		text = append(text, f.Name+"="+f.Value+"\n"...)
	}
	return put(text)
}

//go:wasmexport sim_error
func simError() int32 {
	if failure == nil {
		return put(nil)
	}
	return put([]byte(failure.Error()))
}

//go:wasmexport sim_ptr
func simPtr() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(output)) }

func put(b []byte) (length int32) {
	output = b
	return int32(len(b))
}

func usable() error {
	if failure != nil {
		return failure
	}
	if run == nil {
		return errors.New("sim_setup has not been called")
	}
	return nil
}

func fail(err error) (status int32) {
	if failure == nil {
		failure = err
	}
	return statusFailed
}

// refuse is fail for what is not to be begun, though nothing broke.
func refuse(err error) (status int32) {
	fail(err)
	return statusRefused
}

// guard turns a panic into a failure. It has to be deferred by the export
// itself.
func guard(status *int32) {
	if cause := recover(); cause != nil {
		*status = fail(errors.New("the simulated machine broke: " + describe(cause)))
	}
}

func describe(cause any) string {
	switch c := cause.(type) {
	case error:
		return c.Error()
	case string:
		return c
	}
	return "a panic without a text"
}

// progress returns virtual seconds: those gone by, and those planned.
func progress() (now, planned float64) {
	if usable() != nil {
		return 0, 0
	}
	nowNs, plannedNs := run.Progress()
	return float64(nowNs) / 1e9, float64(plannedNs) / 1e9
}

// parse reads the input that doc.go describes.
func parse(in string) (*scenario.Scenario, error) {
	experiment, rest, ok := strings.Cut(in, "\n")
	name, text, ok2 := strings.Cut(rest, "\n")
	if !ok || !ok2 {
		return nil, errors.New("the input has to begin with a line for the experiment and one for the run")
	}
	file, errs := scenario.Parse(text)
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	runs := file.Runs()
	if len(runs) != 1 {
		return nil, errors.New("the input has to hold exactly one run")
	}
	sc := runs[0]
	sc.Experiment, sc.Run = experiment, name
	return sc, nil
}
