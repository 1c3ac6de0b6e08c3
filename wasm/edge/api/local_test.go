package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

// local is a platform of one process: it asks itself.
type local struct {
	handler http.Handler

	mu     sync.Mutex
	kept   map[string][]byte
	played int // runs
	asked  map[string]int
	fails  func(path string, n int) error // of the n-th request to a path
	cut    func(path string, n int) int   // bytes after which its answer breaks off; 0: never
}

// newLocal returns a service with its platform.
func newLocal(limits Limits) (*local, http.Handler) {
	p := &local{kept: map[string][]byte{}, asked: map[string]int{}}
	p.handler = New(p, limits)
	return p, p.handler
}

func (p *local) Simulate(ctx context.Context, sc *scenario.Scenario, b server.Budget) (*result.Result, error) {
	p.mu.Lock()
	p.played++
	p.mu.Unlock()
	run, err := server.New(sc)
	if err != nil {
		return nil, err
	}
	for run.Step(1000) {
		spent := func(what string, used int64) error {
			now, _ := run.Progress()
			run.Stop()
			return &Spent{What: what, VirtualNs: now, Done: run.Result().Transactions, Used: used}
		}
		if b.Events > 0 && run.Events() > uint64(b.Events) {
			return nil, spent("events", int64(run.Events()))
		}
		if forecast, exceeds := run.Exceeds(b.Events); exceeds && b.Events > 0 {
			return nil, spent("forecast", forecast)
		}
		if err := ctx.Err(); err != nil {
			run.Stop()
			return nil, err
		}
	}
	return run.Result(), nil
}

func (p *local) Find(_ context.Context, key string) ([]byte, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	data, ok := p.kept[key]
	return data, ok
}

func (p *local) Keep(_ context.Context, key string, data []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept[key] = data
}

func (p *local) Ask(ctx context.Context, path, accept string, body []byte) (int, io.ReadCloser, error) {
	p.mu.Lock()
	n := p.asked[path]
	p.asked[path]++
	p.mu.Unlock()
	if p.fails != nil {
		if err := p.fails(path, n); err != nil {
			return 0, nil, err
		}
	}
	r := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(body)).WithContext(ctx)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	p.handler.ServeHTTP(w, r)
	answer := io.Reader(w.Body)
	if p.cut != nil {
		if most := p.cut(path, n); most > 0 {
			answer = io.MultiReader(io.LimitReader(w.Body, int64(most)), broken{})
		}
	}
	return w.Code, io.NopCloser(answer), nil
}

// broken is a connection that has broken off.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

// ask sends a request.
func ask(h http.Handler, method, path, kind, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// post sends JSON.
func post(h http.Handler, path, body string) *httptest.ResponseRecorder {
	return ask(h, http.MethodPost, path, "application/json", body)
}

// hashesOf plays a scenario here, as the command line does.
func hashesOf(t *testing.T, scenarios []*scenario.Scenario) (hashes []string) {
	t.Helper()
	for _, sc := range scenarios {
		run, err := server.New(sc)
		if err != nil {
			t.Fatal(err)
		}
		for run.Step(1 << 16) {
		}
		hashes = append(hashes, run.Result().Hash())
	}
	return hashes
}
