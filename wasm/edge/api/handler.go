package api

import (
	"context"
	"io"
	"net/http"
	"strings"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

// Platform is what the service runs on.
type Platform interface {
	// Simulate plays a scenario to its end. The error is a [*Spent] if the run took
	// more than the budget, a [*Problem], or anything else that went wrong.
	Simulate(ctx context.Context, sc *scenario.Scenario, b server.Budget) (*result.Result, error)
	// Find returns what was kept under a key, if it is still there.
	Find(ctx context.Context, key string) ([]byte, bool)
	// Keep keeps data for ever, or for as long as there is room.
	Keep(ctx context.Context, key string, data []byte)
	// Ask posts JSON to a path of this service, as a request of its own, and
	// returns the status and the body. The error tells that there was no answer.
	Ask(ctx context.Context, path, accept string, body []byte) (status int, answer io.ReadCloser, err error)
}

// service is the handler's state: nothing that a request changes.
type service struct {
	platform Platform
	limits   Limits
}

// New returns the handler of everything below /api/, of /oembed and of /og/.
func New(p Platform, l Limits) http.Handler {
	s := &service{p, l}
	routes := map[string]route{
		"/api/run":          {s.run, "GET, HEAD, POST"},
		"/api/sweep":        {s.sweep, "POST"},
		"/api/experiments":  {experiments, "GET, HEAD"},
		"/api/machines":     {machines, "GET, HEAD"},
		"/api/settings":     {settings, "GET, HEAD"},
		"/api/openapi.json": {description, "GET, HEAD"},
		"/oembed":           {oembed, "GET, HEAD"},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to, ok := routes[r.URL.Path]
		if strings.HasPrefix(r.URL.Path, "/og/") {
			to, ok = route{s.card, "GET, HEAD"}, true
		}
		open(w.Header())
		switch {
		case !ok:
			problem(http.StatusNotFound, "not-found", "there is nothing at "+clean(r.URL.Path)+"; legal are "+paths).write(w)
		case r.Method == http.MethodOptions:
			preflight(w, to.methods)
		case !strings.Contains(", "+to.methods+",", ", "+r.Method+","):
			w.Header().Set("Allow", to.methods+", OPTIONS")
			problem(http.StatusMethodNotAllowed, "method", clean(r.Method)+" is not possible here; legal is "+to.methods).write(w)
		default:
			to.serve(w, r)
		}
	})
}

// route is what answers at a path, and to which methods.
type route struct {
	serve   http.HandlerFunc
	methods string
}

const paths = "/api/run, /api/sweep, /api/experiments, /api/machines, /api/settings, /api/openapi.json, /oembed and /og/"

// open lets scripts of any page read the answers (CORS): nothing here depends on who
// asks.
func open(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "ETag, Retry-After, Clocksweep-Kept, Clocksweep-Key")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
}

func preflight(w http.ResponseWriter, methods string) {
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", methods)
	h.Set("Access-Control-Allow-Headers", "Content-Type, Accept, If-None-Match")
	h.Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
}

// header returns a header as one line; a runtime may hand it over in pieces.
func header(r *http.Request, name string) string {
	return strings.Join(r.Header.Values(name), ",")
}

// clean makes a text from outside fit for a sentence.
func clean(text string) string {
	const most = 80
	if len(text) > most {
		text = text[:most] + "..."
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			return -1
		}
		return r
	}, text)
}
