//go:build js && wasm

package main

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"syscall/js"
)

// rawBody is what the response writer of syumai/workers offers beside
// http.ResponseWriter: a body that JavaScript has already.
type rawBody interface{ WriteRawJSBody(js.Value) }

// buffered hands the answer of a handler over in one piece, unless the handler
// flushes; from then on it is a stream. A handler that panics gives an error, for
// the runtime would wait for its answer for ever.
func buffered(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w}
		defer func() {
			if cause := recover(); cause != nil {
				fmt.Printf("panic: %v\n%s", cause, debug.Stack())
				if !a.streams {
					a.body = []byte(`{"type":"/deployment/index.html#failed","title":"Internal Server Error","status":500,"detail":"the service broke, which is a bug"}`)
					w.Header().Set("Content-Type", "application/problem+json")
					w.Header().Set("Content-Length", fmt.Sprint(len(a.body)))
					w.WriteHeader(http.StatusInternalServerError)
				}
			}
			a.finish(r.Method)
		}()
		h.ServeHTTP(a, r)
	})
}

// answer collects a body.
type answer struct {
	http.ResponseWriter
	body    []byte
	streams bool
}

func (a *answer) Write(p []byte) (int, error) {
	if a.streams {
		return a.ResponseWriter.Write(p)
	}
	a.body = append(a.body, p...)
	return len(p), nil
}

// Flush makes the answer a stream, which begins with what there is.
func (a *answer) Flush() {
	if a.streams {
		return
	}
	a.streams = true
	a.ResponseWriter.Write(a.body)
	a.body = nil
}

// finish hands over what was collected.
func (a *answer) finish(method string) {
	if a.streams {
		return
	}
	if to, ok := a.ResponseWriter.(rawBody); ok {
		if method == http.MethodHead {
			to.WriteRawJSBody(js.Null())
			return
		}
		to.WriteRawJSBody(arrayOf(a.body))
	}
}
