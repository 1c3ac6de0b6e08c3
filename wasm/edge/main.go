//go:build js && wasm

package main

import (
	"os"
	"syscall/js"

	"github.com/syumai/workers"

	"clocksweep/wasm/edge/api"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "run" {
		select {} // run.go is called from outside
	}
	limits, err := api.ReadLimits(js.Global().Get("clocksweepEdge").Get("limits").String())
	if err != nil {
		panic("LIMITS of the worker's configuration: " + err.Error())
	}
	workers.ServeNonBlock(buffered(numbered(api.New(platform{}, limits))))
	workers.Ready()
	select {} // not until the first answer is sent, as workers.Serve would
}
