package page

import (
	"strings"
	"testing"
)

const hostile = `"><script>alert(1)</script>`

// TestText checks that whatever comes from outside the templates is text.
func TestText(t *testing.T) {
	var out strings.Builder
	e := &Experiment{
		Frame: Frame{Title: hostile, Description: hostile, Engine: hostile, Root: "../../"},
		Slug:  hostile, Question: hostile, Title: hostile, Claim: hostile, Thread: hostile,
		Facts: []Fact{{hostile, hostile}}, Runs: []string{hostile},
		Found:      []RunFindings{{hostile, []Finding{{Title: hostile, Because: hostile, Evidence: []Fact{{hostile, hostile}}, Try: []Fact{{hostile, hostile}}}}}},
		Embeds:     []Text{{hostile, hostile, hostile}},
		Lead:       &Picture{ID: hostile, Title: hostile, Caption: hostile, Table: Table{Head: []string{hostile}, Rows: [][]string{{hostile}}}},
		Comparison: Comparison{Head: []Column{{Name: hostile}}, Rows: []ComparisonRow{{Run: hostile, Metric: hostile, Note: hostile, Class: hostile}}},
		Misses:     &Part{hostile, hostile},
		Over:       []Picture{{ID: hostile, Title: hostile, Caption: hostile}},
		Time: Time{Says: hostile, Moment: Table{Head: []string{hostile}, Rows: [][]string{{hostile}}}, Pool: &Picture{
			ID: hostile, Title: hostile, Caption: hostile, Maps: []PoolRun{{Run: hostile, Says: hostile}},
		}},
		Strip: []Field{{Name: hostile, Help: hostile, Default: hostile, Legal: hostile,
			Inputs: []Input{{ID: hostile, Setting: hostile, Value: hostile, Run: hostile}}}},
		Variants:   []Variant{{hostile, hostile, hostile}},
		Reports:    []Report{{Name: hostile, Title: hostile, Texts: []Text{{hostile, hostile, hostile}}}},
		Fitted:     []Fitted{{hostile, hostile, hostile, hostile, hostile}},
		Provenance: []Provenance{{hostile, hostile, hostile}},
	}
	if err := e.Write(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "<script>") {
		t.Error("text became markup")
	}
	if n := strings.Count(out.String(), "alert(1)"); n < 30 {
		t.Errorf("only %d of the texts are on the page", n)
	}
}

// TestTextOfTraces is the same for the page for traces.
func TestTextOfTraces(t *testing.T) {
	var out strings.Builder
	p := &Traces{
		Frame:   Frame{Title: hostile, Description: hostile, Engine: hostile, Root: "../"},
		Example: hostile, About: hostile, Account: hostile, Sizes: hostile, Memory: hostile, MaxLine: hostile, Command: hostile,
		Pictures: []Picture{{ID: hostile, Title: hostile, Caption: hostile, Table: Table{Head: []string{hostile}, Rows: [][]string{{hostile}}}}},
		Head:     []string{hostile}, Rows: []TraceRow{{hostile, hostile, []TraceCell{{hostile, hostile}}}},
		Played: []Fact{{hostile, hostile}},
	}
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "<script>") {
		t.Error("text became markup")
	}
	if n := strings.Count(out.String(), "alert(1)"); n < 20 {
		t.Errorf("only %d of the texts are on the page", n)
	}
}

// TestTextOfYours is the same for the page for one's own server.
func TestTextOfYours(t *testing.T) {
	var out strings.Builder
	p := &Yours{
		Frame:    Frame{Title: hostile, Description: hostile, Engine: hostile, Root: "../"},
		Areas:    []Area{{hostile, hostile, hostile, hostile}},
		Machines: []Fact{{hostile, hostile}}, Releases: []Fact{{hostile, hostile}}, Query: hostile, About: hostile, Hardware: hostile,
		Found: []Fact{{hostile, hostile}}, Settings: []SettingFate{{hostile, hostile, hostile, hostile}}, Others: []Fact{{hostile, hostile}},
		Known: []string{hostile}, Assumed: []string{hostile}, Scenario: hostile, Open: "#" + hostile,
		Figures:  []MeasuredRow{{Name: hostile}, {hostile, hostile, hostile, hostile}},
		Findings: []Advice{{hostile, hostile, []string{hostile, hostile}}}, Command: hostile,
	}
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "<script>") {
		t.Error("text became markup")
	}
	if n := strings.Count(out.String(), "alert(1)"); n < 30 {
		t.Errorf("only %d of the texts are on the page", n)
	}
}

// TestControls checks that each control has a label, a description and a place
// for complaints.
func TestControls(t *testing.T) {
	var out strings.Builder
	e := &Experiment{Strip: []Field{
		{Name: "shared_buffers", Help: "Memory.", Default: "32MB", Inputs: []Input{
			{ID: "set-shared_buffers-A", Setting: "shared_buffers", Run: "A", Value: "32MB", Hint: "hint-shared_buffers"},
			{ID: "set-shared_buffers-B", Setting: "shared_buffers", Run: "B", Value: "512MB", Hint: "hint-shared_buffers"}}},
		{Name: "fsync", Inputs: []Input{{ID: "set-fsync", Setting: "fsync", Value: "off", Hint: "hint-fsync", Options: []Fact{{Name: "on"}, {Name: "off"}}}}},
	}}
	if err := e.Write(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<label for="set-shared_buffers-A">A</label>`,
		`data-setting="shared_buffers" data-run="B" value="512MB" aria-describedby="hint-shared_buffers"`,
		`<output data-error-for="shared_buffers" data-run="B"`,
		`<label for="set-fsync">fsync</label>`,
		`<option value="off" selected>off</option>`,
		`<output data-error-for="fsync"`,
		`id="hint-fsync"`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// TestMissing checks that the policy of the page for lost addresses allows what
// is inside it, byte for byte, and nothing else.
func TestMissing(t *testing.T) {
	m := &Missing{Style: "p{color:red}a>b{content:'<'}", Script: "const a = 1 < 2 && 'x';"}
	var out strings.Builder
	if err := m.Write(&out); err != nil {
		t.Fatal(err)
	}
	html := out.String()
	for _, want := range []string{
		"<style>" + string(m.Style) + "</style>", "<script>" + string(m.Script) + "</script>",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s:\n%s", want, html)
		}
	}
	policy := m.Policy()
	if strings.Count(policy, "'sha256-") != 2 || strings.Contains(policy, "unsafe") || strings.Contains(policy, "'self'") {
		t.Errorf("the policy is %s", policy)
	}
}

// TestHomeText is TestText for the home page.
func TestHomeText(t *testing.T) {
	var out strings.Builder
	h := &Home{
		Frame: Frame{Title: hostile, Description: hostile, Engine: hostile, Root: "./"},
		Live:  Live{Stage: hostile, Buffers: hostile, At: hostile, Accesses: hostile, Ratio: hostile, Alt: hostile},
		Gallery: Gallery{
			Cards: []Card{{
				URL: hostile, Question: hostile, Title: hostile, Claim: hostile, Year: hostile, Release: hostile, EraID: hostile,
				Machines: []string{hostile}, Mechanisms: []string{hostile}, MechanismIDs: []string{hostile},
				Verdict: Verdict{Text: hostile}, Caption: hostile,
			}},
			Choices: []Choice{{hostile, hostile, hostile, []Fact{{hostile, hostile}}}},
		},
	}
	if err := h.Write(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), hostile) {
		t.Error("a text got into the page as markup")
	}
	if n := strings.Count(out.String(), "&lt;script"); n < 15 {
		t.Errorf("only %d of the texts are in the page", n)
	}
}
