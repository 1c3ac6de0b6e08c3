package serve

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
)

var site = fstest.MapFS{
	"index.html":               {Data: []byte("home")},
	"404.html":                 {Data: []byte("nothing here")},
	"x/challenge/index.html":   {Data: []byte("challenge")},
	"embed/c/index.html":       {Data: []byte("embed")},
	"lab/embed/c/index.html":   {Data: []byte("embed of a site in a folder")},
	"assets/sim.0123.wasm":     {Data: []byte("plain")},
	"assets/sim.0123.wasm.br":  {Data: []byte("as brotli")},
	"assets/sim.0123.wasm.gz":  {Data: []byte("as gzip")},
	"assets/site.4567.css":     {Data: []byte("p{}")},
	"assets/site.4567.css.gz":  {Data: []byte("p{} gz")},
	"assets/unknown.89ab.data": {Data: []byte("?")},
}

func get(t *testing.T, method, target string, header map[string]string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for k, v := range header {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	Handler(site).ServeHTTP(w, r)
	res := w.Result()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(body)
}

func TestHandler(t *testing.T) {
	for _, c := range []struct {
		name, target, accept string
		status               int
		body, media, coding  string
	}{
		{"home", "/", "", 200, "home", "text/html; charset=utf-8", ""},
		{"folder", "/x/challenge/", "", 200, "challenge", "text/html; charset=utf-8", ""},
		{"missing", "/x/other/", "", 404, "nothing here", "text/html; charset=utf-8", ""},
		{"folder without index", "/x/", "", 404, "nothing here", "text/html; charset=utf-8", ""},
		{"outside", "/../serve.go", "", 404, "nothing here", "text/html; charset=utf-8", ""},
		{"brotli first", "/assets/sim.0123.wasm", "gzip, br", 200, "as brotli", "application/wasm", "br"},
		{"gzip", "/assets/sim.0123.wasm", "gzip;q=0.8", 200, "as gzip", "application/wasm", "gzip"},
		{"no encoding", "/assets/sim.0123.wasm", "", 200, "plain", "application/wasm", ""},
		{"brotli refused", "/assets/sim.0123.wasm", "br;q=0.0, identity", 200, "plain", "application/wasm", ""},
		{"no brotli there", "/assets/site.4567.css", "br, gzip", 200, "p{} gz", "text/css; charset=utf-8", "gzip"},
		{"other type", "/assets/unknown.89ab.data", "", 200, "?", "application/octet-stream", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, body := get(t, "GET", c.target, map[string]string{"Accept-Encoding": c.accept})
			if res.StatusCode != c.status || body != c.body {
				t.Errorf("status %d body %q, want %d %q", res.StatusCode, body, c.status, c.body)
			}
			if got := res.Header.Get("Content-Type"); got != c.media {
				t.Errorf("Content-Type %q, want %q", got, c.media)
			}
			if got := res.Header.Get("Content-Encoding"); got != c.coding {
				t.Errorf("Content-Encoding %q, want %q", got, c.coding)
			}
		})
	}
}

func TestHandlerCaching(t *testing.T) {
	res, _ := get(t, "GET", "/assets/sim.0123.wasm", nil)
	if got := res.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
		t.Errorf("a hashed file has Cache-Control %q", got)
	}
	res, _ = get(t, "GET", "/", nil)
	if got := res.Header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("a page has Cache-Control %q", got)
	}
	res, body := get(t, "GET", "/", map[string]string{"If-None-Match": res.Header.Get("ETag")})
	if res.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("an unchanged page answers %d %q, want 304 and nothing", res.StatusCode, body)
	}
}

// TestHandlerFraming checks that other sites may frame embeds and nothing else.
func TestHandlerFraming(t *testing.T) {
	for target, want := range map[string]string{
		"/embed/c/":         "frame-ancestors *",
		"/":                 "frame-ancestors 'none'",
		"/x/challenge/":     "frame-ancestors 'none'",
		"/x/../embed/c/":    "frame-ancestors *",
		"/lab/embed/c/":     "frame-ancestors *",
		"/embed/../":        "frame-ancestors 'none'",
		"/embed/../x/none/": "frame-ancestors 'none'",
	} {
		if res, _ := get(t, "GET", target, nil); res.Header.Get("Content-Security-Policy") != want {
			t.Errorf("%s has the policy %q, want %q", target, res.Header.Get("Content-Security-Policy"), want)
		}
	}
}

func TestHandlerFolderWithoutSlash(t *testing.T) {
	res, _ := get(t, "GET", "/x/challenge", nil)
	if res.StatusCode != http.StatusMovedPermanently || res.Header.Get("Location") != "challenge/" {
		t.Errorf("status %d to %q, want 301 to the folder, relative", res.StatusCode, res.Header.Get("Location"))
	}
}

func TestHandlerMethods(t *testing.T) {
	if res, _ := get(t, "POST", "/", nil); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST answers %d, want 405", res.StatusCode)
	}
	if res, body := get(t, "HEAD", "/", nil); res.StatusCode != 200 || body != "" {
		t.Errorf("HEAD answers %d %q, want 200 and nothing", res.StatusCode, body)
	}
}
