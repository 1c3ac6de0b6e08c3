package api

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"clocksweep/charts"
	"clocksweep/core/link"
)

func embedOf(t *testing.T, h http.Handler, address, more string) (link.OEmbed, int) {
	t.Helper()
	w := ask(h, "GET", "https://lab.example/oembed?url="+url.QueryEscape(address)+more, "", "")
	var e link.OEmbed
	if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil {
		t.Fatal(err)
	}
	return e, w.Code
}

func TestOEmbed(t *testing.T) {
	_, h := newLocal(Standard())
	for _, address := range []string{
		"https://lab.example/x/shared-buffers-challenge/#v=1&32MB.shared_buffers=64MB",
		"https://lab.example/embed/shared-buffers-challenge/?v=1&32MB.shared_buffers=64MB",
		"https://lab.example/x/shared-buffers-challenge/index.html?32MB.shared_buffers=64MB",
	} {
		e, status := embedOf(t, h, address, "&maxwidth=500&format=json")
		if status != http.StatusOK || e.Type != "rich" || e.Version != "1.0" || e.Width != 500 || e.Height != 560 || !strings.Contains(e.Title, "shared_buffers = 64MB for 32MB") {
			t.Errorf("%s: %d %+v", address, status, e)
		}
		if want := `src="https://lab.example/embed/shared-buffers-challenge/#v=1&amp;32MB.shared_buffers=64MB"`; !strings.Contains(e.HTML, want) {
			t.Errorf("%s: %s lacks %s", address, e.HTML, want)
		}
		if want := "https://lab.example/og/shared-buffers-challenge.png?v=1&32MB.shared_buffers=64MB"; e.ThumbnailURL != want {
			t.Errorf("the picture is at %s, want %s", e.ThumbnailURL, want)
		}
	}
	if e, _ := embedOf(t, h, "https://lab.example/x/shared-buffers-challenge/", "&maxheight=100"); e.ThumbnailURL != "https://lab.example/x/shared-buffers-challenge/preview.png" || e.Height != 100 || !strings.Contains(e.HTML, `height="100"`) {
		t.Errorf("without changes: %+v", e)
	}
	if e, status := embedOf(t, h, "https://lab.example/lab/#v=1&release=16", ""); status != 200 || e.Type != "link" || e.HTML != "" || e.ThumbnailURL != "https://lab.example/og/lab.png?v=1&release=16" {
		t.Errorf("the lab: %d %+v", status, e)
	}
	for _, address := range []string{"", "https://other.example/", "https://lab.example/x/none/", "%zz", "https://lab.example/pool/"} {
		if _, status := embedOf(t, h, address, ""); status != http.StatusNotFound {
			t.Errorf("%q: status %d", address, status)
		}
	}
	if _, status := embedOf(t, h, "https://lab.example/lab/", "&format=xml"); status != http.StatusNotImplemented {
		t.Errorf("XML: status %d", status)
	}
}

// TestNothingFromALinkIsMarkup: whatever a link has, the answer's HTML is one frame
// and the picture one document.
func TestNothingFromALinkIsMarkup(t *testing.T) {
	_, h := newLocal(Standard())
	for _, evil := range []string{`"><script>alert(1)</script>`, `' onload='x`, "</text><script/>", "&#0;<", "\u202e]]>"} {
		address := "https://lab.example/x/shared-buffers-challenge/#v=1&shared_buffers=" + url.QueryEscape(evil) + "&" + url.QueryEscape(evil) + "=1"
		e, _ := embedOf(t, h, address, "")
		if strings.Count(e.HTML, "<") != 2 || strings.Count(e.HTML, `"`) != 12 {
			t.Errorf("%s", e.HTML)
		}
		thumbnail := strings.TrimPrefix(e.ThumbnailURL, "https://lab.example")
		if w := ask(h, "GET", thumbnail, "", ""); w.Code != http.StatusOK {
			t.Errorf("status %d: %s", w.Code, w.Body)
		} else if _, err := png.Decode(w.Body); err != nil {
			t.Error(err)
		}
		w := ask(h, "GET", strings.Replace(thumbnail, ".png?", ".svg?", 1), "", "")
		if w.Code != http.StatusOK || strings.Contains(w.Body.String(), "<script") {
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
		wellFormed(t, w.Body)
	}
}

// wellFormed reads an SVG document and returns its texts.
func wellFormed(t *testing.T, r io.Reader) (text string) {
	t.Helper()
	for d := xml.NewDecoder(r); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return text
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := token.(xml.CharData); ok {
			text += string(data) + "\n"
		}
	}
}

// TestCard: the picture has the figures of the very runs.
func TestCard(t *testing.T) {
	p, h := newLocal(Standard())
	a := read(t, post(h, "/api/run", `{"experiment": "shared-buffers-challenge", "settings": {"duration": "3s"}}`))
	played := p.played
	w := ask(h, "GET", "/og/shared-buffers-challenge.svg?v=1&duration=3s", "", "")
	text := wellFormed(t, w.Body)
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/svg+xml" || !strings.Contains(text, "duration = 3s") {
		t.Errorf("status %d, %s", w.Code, text)
	}
	for _, r := range a.Runs {
		if !strings.Contains(text, r.Name+": ") {
			t.Errorf("run %s is not in the picture:\n%s", r.Name, text)
		}
	}
	if p.played != played {
		t.Error("the picture plays runs that were kept")
	}
	if text := wellFormed(t, ask(h, "GET", "/og/lab.svg?duration=20h", "", "").Body); !strings.Contains(text, "Open the link") || !strings.Contains(text, "duration = 20h") {
		t.Errorf("a run beyond the limits: %s", text)
	}
	for _, path := range []string{"/og/none.svg", "/og/none.png", "/og/lab.gif", "/og/lab", "/og/lab.svg.png", "/og/"} {
		if w := ask(h, "GET", path, "", ""); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
}

// TestPNG: the same picture for programs that show no SVG.
func TestPNG(t *testing.T) {
	p, h := newLocal(Standard())
	a := read(t, post(h, "/api/run", `{"experiment": "shared-buffers-challenge", "settings": {"duration": "3s"}}`))
	played := p.played
	w := ask(h, "GET", "/og/shared-buffers-challenge.png?v=1&duration=3s", "", "")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" {
		t.Fatalf("status %d, %s", w.Code, w.Header().Get("Content-Type"))
	}
	if p.played != played {
		t.Error("the picture plays runs that were kept")
	}
	m, err := png.Decode(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if m.Bounds() != image.Rect(0, 0, cardWidth, cardHeight) {
		t.Errorf("the picture is %v", m.Bounds())
	}
	for i := range a.Runs { // each run has a line and a sample of it
		want := runColors[i]
		r, g, b, _ := m.At(int(margin+float64(i)*inside/mostRuns)+15, 583).RGBA()
		if got := fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8); got != want {
			t.Errorf("the sample of run %d is %s, not %s", i, got, want)
		}
	}
}

// TestColorsAreTheSites: the colors are repeated in card.go.
func TestColorsAreTheSites(t *testing.T) {
	theme := charts.Light
	for _, c := range [][2]string{
		{ink, theme.Text}, {muted, theme.Muted}, {grid, theme.Grid}, {accent, theme.Checkpointer},
		{runColors[0], theme.Run[0]}, {runColors[1], theme.Run[1]}, {runColors[2], theme.Run[2]},
	} {
		if c[0] != c[1] {
			t.Errorf("%s is %s on the site", c[0], c[1])
		}
	}
}
