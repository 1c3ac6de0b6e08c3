package charts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// TestGolden compares captions, tables and options of the pictures of two short
// runs with testdata/pictures. Each picture has a file; -rewrite renews them.
func TestGolden(t *testing.T) {
	rs, published := challenge(12)
	pictures := Pictures(rs, published, Light)
	datadriven.Walk(t, "testdata/pictures", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var id string
			d.ScanArgs(t, "id", &id)
			p := byID(t, pictures, id)
			switch d.Cmd {
			case "caption":
				return fmt.Sprintf("%s: %s\n%d px, narrow %d px\n", p.Title, p.Caption, p.Height, p.NarrowHeight)
			case "table":
				rows := []string{strings.Join(p.Table.Head, " | ")}
				for _, row := range p.Table.Rows {
					rows = append(rows, strings.Join(row, " | "))
				}
				return strings.Join(rows, "\n") + "\n"
			case "option":
				return readable(t, p.Option)
			}
			d.Fatalf(t, "unknown command %q", d.Cmd)
			return ""
		})
	})
}

var numbers = regexp.MustCompile(`[\[,]\n\s*(-?[0-9.]+|null)`)

// readable indents JSON and keeps arrays of numbers on one line.
func readable(t *testing.T, option []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, option, "", " "); err != nil {
		t.Fatal(err)
	}
	s := numbers.ReplaceAllStringFunc(b.String(), func(m string) string {
		return m[:1] + strings.TrimSpace(m[1:])
	})
	s = regexp.MustCompile(`([0-9.]|null)\n\s*\]`).ReplaceAllString(s, "$1]")
	return regexp.MustCompile(`([\[,])\n\s*\[([0-9])`).ReplaceAllString(s, "$1[$2") + "\n"
}

func byID(t *testing.T, pictures []Picture, id string) Picture {
	t.Helper()
	for _, p := range pictures {
		if p.ID == id {
			return p
		}
	}
	t.Fatalf("no picture %q", id)
	return Picture{}
}

func TestSizeOfTwoRuns(t *testing.T) {
	rs, published := challenge(120)
	total := 0
	for _, p := range Pictures(rs, published, Light) {
		t.Logf("%-10s %6d bytes", p.ID, len(p.Option))
		total += len(p.Option)
	}
	if total >= 75_000 {
		t.Errorf("the options of two runs of 120 s take %d bytes, want less than 75,000", total)
	}
}

// option is the part of an option that tests look into.
type option struct {
	Base struct {
		Animation *bool
		Aria      struct {
			Enabled bool
			Label   struct {
				Enabled     bool
				Description string
			}
		}
		XAxis  []struct{ Min, Max *float64 }
		YAxis  []struct{ Type string }
		Series []struct {
			Name string
			Data []any
		}
	} `json:"baseOption"`
	Media []struct {
		Query  map[string]int
		Option struct {
			Grid json.RawMessage
		}
	}
}

func parse(t *testing.T, p Picture) option {
	t.Helper()
	var o option
	if err := json.Unmarshal(p.Option, &o); err != nil {
		t.Fatalf("%s: %v", p.ID, err)
	}
	return o
}

// TestEveryPicture checks what holds for any results: none to eight runs,
// long, empty, stopped and still running.
func TestEveryPicture(t *testing.T) {
	stopped := fixture("stopped", 30, 300, true)
	stopped.PlannedNs, stopped.Stopped = 120e9, true
	running := fixture("running", 30, 300, true)
	running.PlannedNs = 120e9
	running.Checkpoints[0].WriteEndNs, running.Checkpoints[0].SyncEndNs, running.Checkpoints[0].EndNs = 0, 0, 0
	many := make([]*result.Result, 8)
	for i := range many {
		many[i] = fixture(fmt.Sprint(1<<i, "GB"), 120, 100+50*float64(i), i%2 == 0)
	}
	pair, published := challenge(120)
	for _, c := range []struct {
		name    string
		rs      []*result.Result
		seconds float64 // end of the time axis
	}{
		{"two", pair, 120},
		{"one without a name", []*result.Result{fixture("", 60, 100, true)}, 60},
		{"eight", many, 120},
		{"a day", []*result.Result{fixture("day", 86400, 100, true)}, 86400},
		{"empty", []*result.Result{{PlannedNs: 20e9}}, 20},
		{"nothing", []*result.Result{{}}, 1},
		{"stopped", []*result.Result{stopped}, 30},
		{"running", []*result.Result{running}, 120},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, theme := range map[string]Theme{"light": Light, "dark": Dark, "static": Static} {
				pictures := Pictures(c.rs, published, theme)
				if len(pictures) != 8 {
					t.Fatalf("%d pictures, want 8", len(pictures))
				}
				for _, p := range pictures {
					checkPicture(t, p)
					checkColors(t, p, name, theme)
				}
				checkTimeAxes(t, pictures, c.seconds)
			}
		})
	}
	if p := Pictures(nil, published, Light); p != nil {
		t.Errorf("pictures of no run: %v", p)
	}
}

func checkPicture(t *testing.T, p Picture) {
	t.Helper()
	o := parse(t, p)
	if a := o.Base.Animation; a == nil || *a {
		t.Errorf("%s: animation is not off", p.ID)
	}
	if a := o.Base.Aria; !a.Enabled || !a.Label.Enabled || a.Label.Description != p.Caption {
		t.Errorf("%s: accessible description %+v, want the caption", p.ID, a)
	}
	if p.Title == "" || !strings.HasSuffix(p.Caption, ".") || strings.Contains(p.Caption, "NaN") {
		t.Errorf("%s: title %q, caption %q", p.ID, p.Title, p.Caption)
	}
	if strings.Contains(string(p.Option), "__f__") || strings.Contains(string(p.Option), "NaN") {
		t.Errorf("%s: the option holds a function or something that is no number", p.ID)
	}
	for _, row := range p.Table.Rows {
		if len(row) != len(p.Table.Head) {
			t.Errorf("%s: a row of %d cells under %d heads", p.ID, len(row), len(p.Table.Head))
		}
	}
	if n := len(p.Table.Rows); n > maxRows {
		t.Errorf("%s: %d rows", p.ID, n)
	}
	if p.NarrowHeight < 100 || p.Height < 100 {
		t.Errorf("%s: heights %d and %d", p.ID, p.Height, p.NarrowHeight)
	}
	if len(o.Media) != 2 || o.Media[0].Query["maxWidth"] != Narrow || o.Media[1].Query != nil {
		t.Errorf("%s: media %+v", p.ID, o.Media)
	}
	for _, s := range o.Base.Series {
		if len(s.Data) > maxPoints+1 {
			t.Errorf("%s: %d points in %q", p.ID, len(s.Data), s.Name)
		}
	}
}

var color = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b`)

// checkColors finds every color of the option in the theme.
func checkColors(t *testing.T, p Picture, name string, theme Theme) {
	t.Helper()
	known := map[string]bool{}
	for _, p := range theme.properties() {
		known[*p.color] = true
	}
	for _, c := range color.FindAllString(string(p.Option), -1) {
		if !known[c] {
			t.Errorf("%s: color %s is not in theme %s", p.ID, c, name)
		}
	}
}

// checkTimeAxes checks that the pictures over time line up.
func checkTimeAxes(t *testing.T, pictures []Picture, seconds float64) {
	t.Helper()
	type margin struct{ Left, Right string }
	var want margin
	for _, id := range []string{"throughput", "latency", "sessions", "writers", "dirty", "disk"} {
		o := parse(t, byID(t, pictures, id))
		for i, x := range o.Base.XAxis {
			if x.Min == nil || x.Max == nil || *x.Min != 0 || *x.Max != seconds {
				t.Errorf("%s: time axis %d is %+v, want 0 to %v", id, i, x, seconds)
			}
		}
		var grids []margin
		if err := json.Unmarshal(o.Media[1].Option.Grid, &grids); err != nil || len(grids) != len(o.Base.XAxis) {
			t.Fatalf("%s: %d grids for %d axes: %v", id, len(grids), len(o.Base.XAxis), err)
		}
		if want.Left == "" {
			want = grids[0]
		}
		for _, g := range grids {
			if g != want {
				t.Errorf("%s: margins %+v, want %+v", id, g, want)
			}
		}
	}
}

// TestHostileNames checks that a run's name or release can't become part of
// ECharts' templates or rich text, in which braces have a meaning.
func TestHostileNames(t *testing.T) {
	r := fixture("<img src=x onerror=alert(1)>{a|b}", 60, 100, true)
	r.Release = "{x|9.1}"
	for _, p := range Pictures([]*result.Result{r, fixture("{c}", 60, 100, true)}, nil, Light) {
		for _, m := range regexp.MustCompile(`"formatter":("(?:[^"\\]|\\.)*")`).FindAllSubmatch(p.Option, -1) {
			var formatter string
			if err := json.Unmarshal(m[1], &formatter); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(formatter, "{a|b}") || strings.Contains(formatter, "{c}") {
				t.Errorf("%s: a template holds a run's name: %s", p.ID, formatter)
			}
			if strings.Contains(formatter, "LOG:") && strings.ContainsAny(formatter, "{}|") {
				t.Errorf("%s: rich text in a tip: %s", p.ID, formatter)
			}
		}
	}
}

// TestTips checks that what a tooltip shows is plain text in short lines: it is
// drawn into the picture, which knows no markup and breaks no line.
func TestTips(t *testing.T) {
	rs, published := challenge(60)
	tips := 0
	for _, p := range Pictures(rs, published, Light) {
		if !strings.Contains(string(p.Option), `"renderMode":"richText"`) {
			t.Errorf("%s: the tooltip is not drawn as text", p.ID)
		}
		for _, m := range regexp.MustCompile(`"tooltip":\{"formatter":("(?:[^"\\]|\\.)*")`).FindAllSubmatch(p.Option, -1) {
			var tip string
			if err := json.Unmarshal(m[1], &tip); err != nil {
				t.Fatal(err)
			}
			tips++
			if strings.ContainsAny(tip, "<>&{}") {
				t.Errorf("%s: markup in the tip %q", p.ID, tip)
			}
			for _, line := range strings.Split(tip, "\n") {
				if len(line) > tipWidth {
					t.Errorf("%s: a line of %d characters in the tip %q", p.ID, len(line), tip)
				}
			}
		}
	}
	if tips < 4 {
		t.Errorf("%d tips, want those of a checkpoint and of stalls in several pictures", tips)
	}
}

func TestWrapped(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"one two", "one two"},
		{"LOG:  checkpoint starting: time", "LOG:\n  checkpoint\n  starting:\n  time"},
		{"a b c d e f g\nh", "a b c d e f\n  g\nh"},
		{"averylongword b", "averylongword\n  b"},
	} {
		if got := wrapped(c.text, 12); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}

func TestThroughputShowsPublishedOfItsRuns(t *testing.T) {
	rs, published := challenge(60)
	p := string(byID(t, Pictures(rs, published, Light), "throughput").Option)
	for _, want := range []string{`"published 109.5 (32MB)"`, `"published 861.8 (512MB)"`, `"type":"dashed"`} {
		if !strings.Contains(p, want) {
			t.Errorf("no %s in the throughput option", want)
		}
	}
	if strings.Contains(p, "(1GB)") {
		t.Error("a published value of a run that is not drawn")
	}
}

// TestWaitsAddUp checks that the parts of a bar are the latency to the
// nanosecond, idle time left out, also when small parts are put together.
func TestWaitsAddUp(t *testing.T) {
	rs, _ := challenge(60)
	s := newScene(rs, Light)
	parts := s.reasons()
	if len(parts) > maxReasons+1 || parts[len(parts)-1].label != "everything else" {
		t.Errorf("%d parts, the last %q", len(parts), parts[len(parts)-1].label)
	}
	for i := range s.runs {
		total := int64(0)
		for _, p := range parts {
			total += p.of(&s.runs[i])
		}
		if total != s.runs[i].LatencyNs {
			t.Errorf("%s: parts add up to %d ns, latency is %d ns", s.runs[i].name, total, s.runs[i].LatencyNs)
		}
	}
}

// TestSessionsAddUp checks that the areas of every second are all sessions, also
// when rare states are put together.
func TestSessionsAddUp(t *testing.T) {
	rs, _ := challenge(60)
	crowd := fixture("crowd", 60, 100, false)
	crowd.Clients = 2 * int64(result.NumWaits)
	for w := range crowd.Backends {
		crowd.Backends[w] = nil
		for i := range 60 {
			at(crowd, sim.Wait(w), 2, i)
		}
	}
	for _, list := range [][]*result.Result{rs, {crowd}} {
		s := newScene(list, Light)
		states := s.states()
		if len(states) > maxReasons+1 {
			t.Errorf("%d states", len(states))
		}
		for i := range s.runs {
			total := make([]float64, 60)
			for j := range states {
				for k, n := range states[j].count(&s.runs[i], 1) {
					total[k] += n
				}
			}
			for k, n := range total {
				if n != float64(s.runs[i].Clients) {
					t.Errorf("%s: %v sessions in second %d, want %d", s.runs[i].name, n, k, s.runs[i].Clients)
				}
			}
		}
	}
}

// TestWaitLooks checks that no two reasons look the same, but for those that
// can't occur in a latency.
func TestWaitLooks(t *testing.T) {
	s := newScene([]*result.Result{{}}, Light)
	type look struct {
		color   string
		pattern int
	}
	seen := map[look]string{{s.theme.Idle, solid}: "everything else"}
	for w := result.WaitCPU; w < result.NumWaits; w++ {
		c, p := s.waitLook(w)
		if other, ok := seen[look{c, p}]; ok {
			t.Errorf("%q looks like %q", result.WaitLabel[w], other)
		}
		seen[look{c, p}] = result.WaitLabel[w]
	}
}

func TestDeclutter(t *testing.T) {
	s := &scene{seconds: 100}
	bands := []band{
		{from: 60, to: 80, label: "checkpoint", run: "32MB", tip: "first"},
		{from: 65, to: 85, label: "checkpoint", run: "512MB", tip: "second"},
		{from: 70, to: 90, label: "checkpoint", run: "32MB", tip: "third"},
		{from: 68, to: 70, label: "stalled 2 s"},
		{from: 0, to: 2, label: "stalled 1 s"},
	}
	s.declutter(bands)
	if b := bands[0]; b.run != "32MB, 512MB" || b.tip != "first\nsecond" {
		t.Errorf("merged label is %q, tip %q", b.run, b.tip)
	}
	for _, b := range bands[1:4] {
		if b.label != "" {
			t.Errorf("label %q of %s would run into the first", b.label, b.run)
		}
	}
	if bands[4].label == "" {
		t.Error("a label with room lost")
	}
}
