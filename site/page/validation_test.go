package page

import (
	"strings"
	"testing"
)

// TestValidationText checks that whatever comes from outside the template is
// text, and that all of it is on the page.
func TestValidationText(t *testing.T) {
	x := hostile
	v := &Validation{
		Frame: Frame{Title: x, Description: x, Root: "../"}, Verdict: Verdict{Text: x}, Totals: []Fact{{x, x}},
		Kinds: []Kind{{x, x, x, []Fact{{x, x}}}}, Ways: []Fact{{x, x}}, Test: x,
		Servers:  []Server{{x, x, x, []string{x}, []Recording{{x, x, x, x, []string{x}, x, x, x}}}},
		Policies: []PolicyColumn{{x, x}}, Matrix: []MatrixRow{{x, x, []MatrixCell{{x, x, true}}}},
		Changes:  []ChangeRow{{x, x, x, x, x, x, x}},
		Releases: []Release{{x, x, true}}, Aspects: []AspectRow{{x, []RuleCell{{x, x, 1}}}},
		Rules: []AspectRules{{x, x, []Rule{{x, x, x, x, x, x, x}}}},
	}
	var out strings.Builder
	if err := v.Write(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "<script>") {
		t.Error("text became markup")
	}
	if n := strings.Count(out.String(), "alert(1)"); n < 50 {
		t.Errorf("only %d of the texts are on the page", n)
	}
	if strings.Contains(out.String(), "not simulated") {
		t.Error("a rule is said not to be simulated")
	}
}
