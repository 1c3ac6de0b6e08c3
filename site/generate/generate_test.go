package generate

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"clocksweep/charts"
	"clocksweep/core/experiment"
	"clocksweep/core/report"
	"clocksweep/core/scenario"
	"clocksweep/site/page"
)

func TestHashed(t *testing.T) {
	a, b := hashed("site.css", []byte("a")), hashed("site.css", []byte("b"))
	if a == b {
		t.Errorf("different contents have the same name %s", a)
	}
	if a != hashed("site.css", []byte("a")) {
		t.Error("the same contents have two names")
	}
	if !strings.HasPrefix(a, "site.") || filepath.Ext(a) != ".css" {
		t.Errorf("site.css became %s", a)
	}
}

func TestOurs(t *testing.T) {
	dir := t.TempDir()
	if err := ours(filepath.Join(dir, "new")); err != nil {
		t.Errorf("a folder that does not exist: %v", err)
	}
	if err := ours(dir); err != nil {
		t.Errorf("an empty folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "letter.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if ours(dir) == nil {
		t.Error("a folder with somebody's files would be removed")
	}
	if err := os.Mkdir(filepath.Join(dir, "assets"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := ours(dir); err != nil {
		t.Errorf("an earlier site: %v", err)
	}
}

func TestMarkdownDropsMarkup(t *testing.T) {
	html, _, err := markdown("# Head\n\nText <script>alert(1)</script> [x](javascript:alert(1))\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script", "javascript:"} {
		if strings.Contains(string(html), bad) {
			t.Errorf("%s got through: %s", bad, html)
		}
	}
	for _, good := range []string{`<h1 id="story-head">Head</h1>`, "<table>"} {
		if !strings.Contains(string(html), good) {
			t.Errorf("%s is missing: %s", good, html)
		}
	}
}

// TestFields checks for every experiment that each setting has its place
// exactly once, and that what differs between the runs comes first.
func TestFields(t *testing.T) {
	for _, e := range experiment.All() {
		scenarios, errs := e.Scenarios(nil, "")
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		strip, groups := fields(&played{Experiment: e, scenarios: scenarios})
		all := slices.Clone(strip)
		for _, g := range groups {
			all = append(all, g.Fields...)
		}
		var names, want []string
		for _, f := range all {
			names = append(names, f.Name)
			if f.Help == "" || f.Default == "" {
				t.Errorf("%s: %s has no help or no default", e.Slug, f.Name)
			}
			for _, in := range f.Inputs {
				if len(in.Options) > 0 && !slices.ContainsFunc(in.Options, func(o page.Fact) bool { return o.Name == in.Value }) {
					t.Errorf("%s: %s is %s, which is not among its choices", e.Slug, f.Name, in.Value)
				}
			}
		}
		for _, s := range scenario.Settings() {
			want = append(want, s.Name)
		}
		slices.Sort(names)
		slices.Sort(want)
		if !slices.Equal(names, want) {
			t.Errorf("%s: the form has\n%v, the registry\n%v", e.Slug, names, want)
		}
		if len(strip) > 8 {
			t.Errorf("%s: %d settings in the strip are more than a reader takes in", e.Slug, len(strip))
		}
		if len(scenarios) > 1 && len(strip[0].Inputs) != len(scenarios) {
			t.Errorf("%s: the first setting, %s, has %d controls for %d runs", e.Slug, strip[0].Name, len(strip[0].Inputs), len(scenarios))
		}
	}
}

func TestComparison(t *testing.T) {
	cells := []report.Cell{
		{Run: "32MB", Metric: "buffers_alloc", Published: 10, Simulated: 11, Difference: .1, Role: "predicted", Tolerance: "±5 %", Judged: true},
		{Metric: "tps_ratio", Published: 8, Simulated: 8, Role: "predicted", Tolerance: "7 to 9", Judged: true, OK: true},
		{Metric: "tps_ratio", Role: "context", OK: true},
	}
	c := comparison(cells)
	if v := verdict(cells); v.OK || v.Text != "1 of 2 published numbers are met within their tolerance." {
		t.Errorf("%+v", v)
	}
	for i, want := range []struct{ run, verdict, class string }{{"32MB", "MISS", "miss"}, {"all", "ok", "ok"}, {"all", "", ""}} {
		if r := c.Rows[i]; r.Run != want.run || r.Verdict != want.verdict || r.Class != want.class {
			t.Errorf("row %d is %+v, want %+v", i, r, want)
		}
	}
	if note := c.Rows[0].Note; note != "+10.0\u00a0%, predicted, ±5\u00a0%" {
		t.Errorf("the note is %q", note)
	}
}

// TestMisses checks that each story takes up the numbers that its experiment
// may miss, where the page's link can find it.
func TestMisses(t *testing.T) {
	for _, e := range experiment.All() {
		html, parts, err := markdown(e.Story)
		if err != nil {
			t.Fatal(err)
		}
		part := onMisses(parts)
		if part == nil {
			t.Errorf("%s: no heading of the story begins with %q", e.Slug, closerLook)
			continue
		}
		if !strings.Contains(string(html), ` id="`+part.ID+`">`+part.Heading+"<") {
			t.Errorf("%s: the link to %q leads nowhere", e.Slug, part.ID)
		}
	}
	if part := onMisses([]page.Part{{ID: "story-a", Heading: "What is at work"}}); part != nil {
		t.Errorf("a story without such a part has %+v", part)
	}
}

func TestInline(t *testing.T) {
	svg := inline(`<svg viewBox="0 0 1 1"><path fill="`+charts.Static.Backend+`"/></svg>`, "wide", `32MB is "slow" & <late>`)
	for _, want := range []string{`class="wide"`, `role="img"`, `fill="var(--backend)"`, `aria-label="32MB is &#34;slow&#34; &amp; &lt;late&gt;"`} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("%s is missing in %s", want, svg)
		}
	}
}

func TestPaletteHasBothThemes(t *testing.T) {
	css := paletteCSS()
	if n := strings.Count(css, charts.Light.Backend); n != 1 {
		t.Errorf("the light color stands %d times, want once", n)
	}
	if n := strings.Count(css, charts.Dark.Backend); n != 2 {
		t.Errorf("the dark color stands %d times, want twice: by system and by choice", n)
	}
}
