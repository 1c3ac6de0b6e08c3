//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"
)

// await waits for a promise.
func await(promise js.Value) (js.Value, error) {
	type settled struct {
		value js.Value
		err   error
	}
	done := make(chan settled, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- settled{value: args[0]}
		return nil
	})
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- settled{value: args[0], err: errors.New(messageOf(args[0]))}
		return nil
	})
	defer kept.Release()
	defer broken.Release()
	promise.Call("then", kept, broken)
	s := <-done
	return s.value, s.err
}

// messageOf returns what an error of JavaScript says.
func messageOf(v js.Value) string {
	if v.Type() == js.TypeObject {
		if message := v.Get("message"); message.Type() == js.TypeString {
			return message.String()
		}
	}
	return js.Global().Get("String").Invoke(v).String()
}

// bytesOf copies a Uint8Array.
func bytesOf(v js.Value) []byte {
	b := make([]byte, v.Get("byteLength").Int())
	js.CopyBytesToGo(b, v)
	return b
}

// arrayOf copies bytes into a Uint8Array.
func arrayOf(b []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(array, b)
	return array
}
