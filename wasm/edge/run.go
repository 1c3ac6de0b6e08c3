//go:build js && wasm

package main

import (
	"errors"
	"unsafe"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

// What run_setup and run_slice return.
const (
	statusFailed int32 = -1 // run_error tells why
	statusDone   int32 = 0
	statusMore   int32 = 1
)

// The one run of this instance.
var (
	input   []byte
	output  []byte
	run     *server.Run
	failure string
)

//go:wasmexport run_alloc
func runAlloc(n uint32) unsafe.Pointer {
	input = make([]byte, n+1) // never empty, so that there is an address
	return unsafe.Pointer(&input[0])
}

//go:wasmexport run_setup
func runSetup(n uint32) (status int32) {
	defer guard(&status)
	file, errs := scenario.Parse(string(input[:n]))
	if len(errs) > 0 {
		return fail(errors.Join(errs...))
	}
	var err error
	if run, err = server.New(file.Runs()[0]); err != nil {
		return fail(err)
	}
	return statusMore
}

//go:wasmexport run_slice
func runSlice(events int32) (status int32) {
	defer guard(&status)
	if run.Step(int(events)) {
		return statusMore
	}
	return statusDone
}

// runForecast returns how many events the run would take, if it is certain to take more
// than so many, and 0 otherwise.
//
//go:wasmexport run_forecast
func runForecast(events float64) float64 {
	if forecast, exceeds := run.Exceeds(int64(events)); exceeds {
		return float64(forecast)
	}
	return 0
}

//go:wasmexport run_events
func runEvents() float64 { return float64(run.Events()) }

//go:wasmexport run_now
func runNow() float64 {
	now, _ := run.Progress()
	return float64(now)
}

//go:wasmexport run_done
func runDone() float64 { return float64(run.Result().Transactions) }

//go:wasmexport run_result
func runResult() (length int32) {
	defer guard(&length)
	return put(result.Append(nil, run.Result()))
}

//go:wasmexport run_error
func runError() int32 { return put([]byte(failure)) }

//go:wasmexport run_ptr
func runPtr() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(output)) }

func put(b []byte) (length int32) {
	output = b
	return int32(len(b))
}

func fail(err error) (status int32) {
	failure = err.Error()
	return statusFailed
}

// guard turns a panic into a failure: one that leaves an export kills the program,
// yet its JavaScript caller sees a normal return.
func guard(status *int32) {
	switch cause := recover().(type) {
	case nil:
	case error:
		*status = fail(errors.New("the simulated machine broke: " + cause.Error()))
	case string:
		*status = fail(errors.New("the simulated machine broke: " + cause))
	default:
		*status = fail(errors.New("the simulated machine broke"))
	}
}
