//go:build js && wasm

package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"syscall/js"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
	"clocksweep/wasm/edge/api"
)

// platform is the workers runtime, through the functions of worker.mjs.
type platform struct{}

// edge returns the functions; they hold the bindings of the worker.
func edge() js.Value { return js.Global().Get("clocksweepEdge") }

// requestKey is under which a context has the number of its request.
type requestKey struct{}

// numbered notes the number that worker.mjs has given a request.
func numbered(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestKey{}, r.Header.Get("Clocksweep-Request"))))
	})
}

func numberOf(ctx context.Context) string {
	number, _ := ctx.Value(requestKey{}).(string)
	return number
}

// Simulate plays the scenario in an instance of its own.
func (platform) Simulate(ctx context.Context, sc *scenario.Scenario, b server.Budget) (*result.Result, error) {
	answer, err := await(edge().Call("simulate", numberOf(ctx), sc.Text(), b.Events, b.Bytes))
	if err != nil {
		return nil, failureOf(answer, err)
	}
	return result.Decode(bytesOf(answer))
}

// failureOf reads what runs.mjs throws: an error that may tell which budget was used
// up, or that there is no room for one more run.
func failureOf(thrown js.Value, err error) error {
	if thrown.Type() != js.TypeObject {
		return err
	}
	if thrown.Get("busy").Truthy() {
		return &api.Problem{
			Type: "/deployment/index.html#busy", Title: http.StatusText(http.StatusServiceUnavailable),
			Status: http.StatusServiceUnavailable, Detail: err.Error(),
		}
	}
	if what := thrown.Get("spent"); what.Type() == js.TypeString {
		number := func(name string) int64 { return int64(thrown.Get(name).Float()) }
		return &api.Spent{What: what.String(), VirtualNs: number("virtualNs"), Done: number("done"), Used: number("used")}
	}
	return err
}

// Find looks into the runtime's cache.
func (platform) Find(_ context.Context, key string) ([]byte, bool) {
	found, err := await(edge().Call("find", key))
	if err != nil || found.IsNull() {
		return nil, false
	}
	return bytesOf(found), true
}

// Keep puts data into the runtime's cache. If it can't, the run is played again when
// it is asked for again.
func (platform) Keep(_ context.Context, key string, data []byte) {
	await(edge().Call("keep", key, arrayOf(data)))
}

// Ask sends a request to the worker itself.
func (platform) Ask(ctx context.Context, path, accept string, request []byte) (int, io.ReadCloser, error) {
	answer, err := await(edge().Call("ask", numberOf(ctx), path, accept, arrayOf(request)))
	if err != nil {
		return 0, nil, err
	}
	reader := js.Null()
	if body := answer.Get("body"); !body.IsNull() {
		reader = body.Call("getReader")
	}
	return answer.Get("status").Int(), &stream{reader: reader}, nil
}

// stream reads the stream of an answer.
type stream struct {
	reader js.Value
	rest   []byte
	ended  bool
}

func (b *stream) Read(p []byte) (int, error) {
	for len(b.rest) == 0 {
		if b.ended || b.reader.IsNull() {
			return 0, io.EOF
		}
		piece, err := await(b.reader.Call("read"))
		if err != nil {
			return 0, errors.New("the stream broke: " + err.Error())
		}
		if piece.Get("done").Bool() {
			b.ended = true
			continue
		}
		b.rest = bytesOf(piece.Get("value"))
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// Close gives up what has not been read.
func (b *stream) Close() error {
	if !b.ended && !b.reader.IsNull() {
		b.reader.Call("cancel")
	}
	return nil
}
