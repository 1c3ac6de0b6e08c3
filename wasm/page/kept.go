//go:build js && wasm

package main

import (
	"syscall/js"
)

// The stores of site/js/store.js.
const (
	keptResults = "results" // by sweep.Key
	keptPins    = "pins"
	pinList     = "list" // the one key in keptPins
)

// kept is what the browser keeps between visits. Where it refuses, that is told
// once and nothing else is lost.
type kept struct {
	refused bool
}

func (k *kept) call(verb string, args []any, done func(js.Value)) {
	if done == nil {
		done = func(js.Value) {}
	}
	then(js.Global().Get("clocksweepWorkers").Get("store").Call(verb, args...), done, func(reason string) {
		k.refuse(reason)
		if verb == "get" {
			done(js.Undefined())
		}
	})
}

// refuse tells that nothing is kept, and why.
func (k *kept) refuse(reason string) {
	if k.refused {
		return
	}
	k.refused = true
	if e := document.GetElementByID("storage"); e != nil {
		e.SetTextContent("This browser does not keep results (" + reason + "): they are gone when you leave the page, and runs are computed each time. All else works.")
		setHidden(e, false)
	}
}

// get calls done with what is kept, or with undefined.
func (k *kept) get(store, key string, done func(js.Value)) {
	if k.refused {
		done(js.Undefined())
		return
	}
	k.call("get", []any{store, key}, done)
}

// put keeps a value if the browser lets it.
func (k *kept) put(store, key string, value js.Value) {
	if !k.refused {
		k.call("put", []any{store, key, value}, nil)
	}
}

// bytesOf copies a Uint8Array; it returns nil for anything else.
func bytesOf(value js.Value) []byte {
	if value.Type() != js.TypeObject || !value.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil
	}
	bytes := make([]byte, value.Length())
	js.CopyBytesToGo(bytes, value)
	return bytes
}

// arrayOf makes a Uint8Array.
func arrayOf(bytes []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(bytes))
	js.CopyBytesToJS(array, bytes)
	return array
}
