package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// small are settings of a run of a few milliseconds.
const small = "release = 16\nscale = 1\nduration = 2s\nclients = 3\nseed = 7\n"

// answer is what is read of the answer to /api/run.
type answer struct {
	Engine     string
	Experiment *string
	Runs       []struct {
		Name, Hash string
		Seed       uint64
		Settings   map[string]string
	}
}

func read(t *testing.T, w *httptest.ResponseRecorder) answer {
	t.Helper()
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	var a answer
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// smallHash is the hash of small, played here.
func smallHash(t *testing.T) string {
	t.Helper()
	file, errs := scenario.Parse(small)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return hashesOf(t, file.Runs())[0]
}

// TestRunForms: however a scenario is sent, the result is that of the engine, and it
// is played once.
func TestRunForms(t *testing.T) {
	want := smallHash(t)
	p, h := newLocal(Standard())
	query := "release=16&scale=1&duration=2s&clients=3&seed=7"
	for what, w := range map[string]*httptest.ResponseRecorder{
		"settings text":   ask(h, "POST", "/api/run", "text/plain", small),
		"as curl -d":      ask(h, "POST", "/api/run", "application/x-www-form-urlencoded", small),
		"JSON text":       post(h, "/api/run", `{"text": "release = 16\nscale = 1\nduration = 2s", "settings": {"clients": 3, "seed": 7}}`),
		"JSON settings":   post(h, "/api/run", `{"settings": {"release": "16", "scale": 1, "duration": "2s", "clients": 3, "seed": 7, "fsync": true}}`),
		"link":            ask(h, "POST", "/api/run", "text/plain", "#v=1&"+query),
		"address":         ask(h, "POST", "/api/run", "", "https://lab.example/lab/#v=1&"+query),
		"JSON link":       post(h, "/api/run", `{"link": "/lab/?`+query+`"}`),
		"GET":             ask(h, "GET", "/api/run?"+query, "", ""),
		"GET with a link": ask(h, "GET", "/api/run?link=%23v%3D1%26"+strings.NewReplacer("&", "%26", "=", "%3D").Replace(query), "", ""),
	} {
		a := read(t, w)
		if len(a.Runs) != 1 || a.Runs[0].Hash != want || a.Experiment != nil || a.Runs[0].Seed != 7 {
			t.Errorf("%s: %+v, want one run with hash %s", what, a, want)
		}
	}
	if p.played != 1 {
		t.Errorf("the run was played %d times, want once", p.played)
	}
}

func TestRunOfExperiment(t *testing.T) {
	e, _ := bySlug("shared-buffers-challenge")
	changes := []scenario.Change{{Name: "duration", Value: "3s"}, {Name: "seed", Value: "9"}, {Run: "32MB", Name: "bgwriter_delay", Value: "50ms"}}
	scenarios, errs := e.Scenarios(changes, "")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	want := hashesOf(t, scenarios)
	p, h := newLocal(Standard())
	for range 2 { // the second time from what was kept
		a := read(t, post(h, "/api/run", `{"experiment": "shared-buffers-challenge", "settings": {"duration": "3s", "seed": 9, "32MB.bgwriter_delay": "50ms"}}`))
		var got []string
		for _, r := range a.Runs {
			got = append(got, r.Hash)
		}
		if !slices.Equal(got, want) || a.Experiment == nil || *a.Experiment != e.Slug {
			t.Errorf("hashes %v of %v, want %v", got, a.Experiment, want)
		}
	}
	if p.played != len(want) || p.asked["/api/run"] != len(want) {
		t.Errorf("%d runs were played, %d asked for; want %d", p.played, p.asked["/api/run"], len(want))
	}
	one := read(t, ask(h, "GET", "/api/run?experiment=shared-buffers-challenge&run=32MB&duration=3s&seed=9&32MB.bgwriter_delay=50ms", "", ""))
	if len(one.Runs) != 1 || one.Runs[0].Name != "32MB" || one.Runs[0].Hash != want[0] {
		t.Errorf("%+v, want run 32MB with hash %s", one, want[0])
	}
	if p.played != len(want) {
		t.Error("a run that was kept is played again")
	}
}

func TestBinaryForm(t *testing.T) {
	_, h := newLocal(Standard())
	w := ask(h, "POST", "/api/run", "text/plain", small, "Accept", binary)
	r, err := result.Decode(w.Body.Bytes())
	if err != nil || r.Hash() != smallHash(t) {
		t.Errorf("status %d, %v", w.Code, err)
	}
	if w := ask(h, "GET", "/api/run?experiment=shared-buffers-challenge", "", "", "Accept", binary); w.Code != http.StatusNotAcceptable {
		t.Errorf("status %d for two runs in the form of one", w.Code)
	}
}

// TestETag: the same order is answered with 304, without playing anything.
func TestETag(t *testing.T) {
	p, h := newLocal(Standard())
	const path = "/api/run?scale=1&duration=2s"
	first := ask(h, "GET", path, "", "")
	tag := first.Header().Get("ETag")
	if tag == "" || first.Header().Get("Cache-Control") != "no-cache" {
		t.Fatalf("headers %v", first.Header())
	}
	clear(p.kept)
	for _, header := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
		if w := ask(h, "GET", path, "", "", "If-None-Match", header); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
			t.Errorf("If-None-Match %s: status %d with %d bytes", header, w.Code, w.Body.Len())
		}
	}
	if p.played != 1 {
		t.Errorf("%d runs were played, want one", p.played)
	}
	for _, other := range []string{"/api/run?scale=1&duration=2s&seed=2", "/api/run?scale=1&duration=3s"} {
		if got := ask(h, "HEAD", other, "", "").Header().Get("ETag"); got == tag || got == "" {
			t.Errorf("%s has the ETag %s", other, got)
		}
	}
	if got := ask(h, "GET", path, "", "", "Accept", binary).Header().Get("ETag"); got == tag {
		t.Error("both forms have one ETag")
	}
	if got := ask(h, "GET", "/api/run?scale=1&duration=2s&v=1&fsync=on", "", "").Header().Get("ETag"); got != tag {
		t.Error("the same settings in other words have another ETag")
	}
}

// TestKeptResultIsProved: what is kept under a key but is of another scenario is not
// handed out.
func TestKeptResultIsProved(t *testing.T) {
	p, h := newLocal(Standard())
	want := read(t, ask(h, "POST", "/api/run", "text/plain", small)).Runs[0].Hash
	ask(h, "POST", "/api/run", "text/plain", "scale=2\nduration=1s")
	var keys []string
	for key := range p.kept {
		keys = append(keys, key)
	}
	p.kept[keys[0]], p.kept[keys[1]] = p.kept[keys[1]], p.kept[keys[0]]
	if got := read(t, ask(h, "POST", "/api/run", "text/plain", small)).Runs[0].Hash; got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
	for key := range p.kept {
		p.kept[key] = p.kept[key][:100]
	}
	if got := read(t, ask(h, "POST", "/api/run", "text/plain", small)).Runs[0].Hash; got != want {
		t.Errorf("hash %s after what was kept broke, want %s", got, want)
	}
}

// problemOf reads a problem document.
func problemOf(t *testing.T, w *httptest.ResponseRecorder) Problem {
	t.Helper()
	if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
		t.Fatalf("status %d, content type %s: %.200s", w.Code, got, w.Body)
	}
	var p Problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	if p.Status != w.Code || p.Type == "" || p.Title == "" || p.Detail == "" {
		t.Errorf("status %d, problem %+v", w.Code, p)
	}
	return p
}

func TestWhatIsNotLegal(t *testing.T) {
	p, h := newLocal(Standard())
	for _, c := range []struct {
		body   string
		status int
		detail string
	}{
		{`{`, 400, "ends too early"},
		{``, 400, "ends too early"},
		{`[]`, 400, "not the JSON"},
		{`{"setings": {}}`, 400, "setings"},
		{`{"text": ""} {}`, 400, "more than one"},
		{`{"settings": {"shared_buffers": "12XB"}}`, 400, "shared_buffers"},
		{`{"settings": {"shared_bufers": "12MB"}}`, 400, "did you mean shared_buffers"},
		{`{"settings": {"shared_buffers": null}}`, 400, "is not a value"},
		{`{"settings": {"shared_buffers": ["1MB"]}}`, 400, "is not a value"},
		{`{"experiment": "nothing"}`, 400, "is not an experiment"},
		{`{"experiment": "shared-buffers-challenge", "run": "1GB"}`, 400, "is not a run"},
		{`{"experiment": "shared-buffers-challenge", "text": "scale = 1"}`, 400, "settings of its own"},
		{`{"run": "x"}`, 400, "is not a run"},
		{`{"link": "nothing"}`, 400, "names neither"},
		{`{"text": "scale = x\nclients = y\n"}`, 400, "line 2: clients"},
	} {
		got := problemOf(t, post(h, "/api/run", c.body))
		if got.Status != c.status || !strings.Contains(got.Detail, c.detail) {
			t.Errorf("%s: %d %s, want %d with %q", c.body, got.Status, got.Detail, c.status, c.detail)
		}
	}
	if got := problemOf(t, ask(h, "GET", "/api/run?nonsense=1&scale=2", "", "")); len(got.Errors) != 1 || got.Errors[0].Setting != "nonsense" {
		t.Errorf("%+v", got)
	}
	if got := problemOf(t, ask(h, "POST", "/api/run", "image/png", "x")); got.Status != http.StatusUnsupportedMediaType {
		t.Errorf("%+v", got)
	}
	if got := problemOf(t, ask(h, "POST", "/api/run", "text/plain", "scale = 1 # \xff")); got.Status != http.StatusBadRequest {
		t.Errorf("%+v", got)
	}
	if p.played > 0 {
		t.Error("something was played")
	}
}

func TestMethodsAndPaths(t *testing.T) {
	_, h := newLocal(Standard())
	if got := problemOf(t, ask(h, "GET", "/api/nothing%7f", "", "")); got.Status != http.StatusNotFound {
		t.Errorf("%+v", got)
	}
	w := ask(h, "DELETE", "/api/run", "", "")
	if problemOf(t, w); w.Header().Get("Allow") != "GET, HEAD, POST, OPTIONS" {
		t.Errorf("Allow is %q", w.Header().Get("Allow"))
	}
	w = ask(h, "OPTIONS", "/api/sweep", "", "", "Origin", "https://blog.example", "Access-Control-Request-Method", "POST")
	if w.Code != http.StatusNoContent || w.Header().Get("Access-Control-Allow-Origin") != "*" || w.Header().Get("Access-Control-Allow-Methods") != "POST" {
		t.Errorf("status %d, headers %v", w.Code, w.Header())
	}
	if w := ask(h, "HEAD", "/api/machines", "", ""); w.Code != http.StatusOK || w.Body.Len() > 0 {
		t.Errorf("status %d with %d bytes", w.Code, w.Body.Len())
	}
}
