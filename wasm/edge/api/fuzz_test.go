package api

import (
	"bytes"
	"image/png"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzOrders: whatever comes is an order with legal scenarios, or a problem that says
// what is wrong. Nothing is played.
func FuzzOrders(f *testing.F) {
	for _, seed := range []string{
		small, `{"settings": {"scale": 1e3}}`, `{"experiment": "shared-buffers-challenge", "run": "32MB"}`, "#v=1&scale=2", "/x/raid-ladder-2022/?scale=3",
		`{"axes": ["clients=1..8 x2"], "seeds": 3, "done": "0-2"}`, `{"text": "[a]\n[b]\n", "run": "b"}`, "?z=eJw", "{}", "[", "\xff", `{"settings":{"a.b.c":null}}`,
	} {
		f.Add(seed, "application/json", "scale=1&run=x")
		f.Add(seed, "text/plain", seed)
	}
	s := &service{limits: Standard()}
	f.Fuzz(func(t *testing.T, body, kind, query string) {
		for _, method := range []string{"POST", "GET"} {
			r := httptest.NewRequest(method, "/api/run", strings.NewReader(body))
			r.URL.RawQuery = query
			r.Header.Set("Content-Type", kind)
			u, wrong := s.readOrder(r)
			if wrong == nil && (len(u.scenarios) == 0 || u.command() == "") || wrong != nil && (wrong.Detail == "" || wrong.Status < 400) {
				t.Errorf("%s %q: %v, %v", method, body, u, wrong)
			}
			if wrong == nil {
				for _, sc := range u.scenarios {
					if errs := sc.Check(); len(errs) > 0 {
						t.Errorf("%q: %v", body, errs)
					}
				}
			}
		}
		r := httptest.NewRequest("POST", "/api/sweep", strings.NewReader(body))
		if o, wrong := s.readSweep(r); wrong == nil && len(o.todo) > len(o.jobs) || wrong != nil && wrong.Detail == "" {
			t.Errorf("%q: %v", body, wrong)
		}
		if page, ok := shownAt(query); ok {
			drawn := drawCard(&page, nil, body)
			wellFormed(t, bytes.NewReader(drawn.SVG()))
			if _, err := png.Decode(bytes.NewReader(drawn.PNG())); err != nil {
				t.Error(err)
			}
		}
	})
}
