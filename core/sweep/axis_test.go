package sweep

import (
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/scenario"
)

// TestAxis reads the texts of testdata/axis; -rewrite renews the answers.
func TestAxis(t *testing.T) {
	datadriven.RunTest(t, "testdata/axis", func(t *testing.T, d *datadriven.TestData) string {
		name := ""
		for i, arg := range d.CmdArgs {
			if i > 0 {
				name += " "
			}
			name += arg.String()
		}
		a, err := ReadAxis(scenario.New(), name, d.Input)
		if err != nil {
			return err.Error() + "\n"
		}
		kind := "choice"
		if a.Numeric() {
			kind = "number"
		}
		return kind + ": " + strings.Join(a.Values, " ") + "\n"
	})
}

func TestIsList(t *testing.T) {
	for text, want := range map[string]bool{"1,2": true, "1..5": true, "all": true, "32MB": false, "": false, "-1": false, "0.5": false} {
		if got := IsList(text); got != want {
			t.Errorf("IsList(%q) is %v", text, got)
		}
	}
}

// FuzzReadAxis proves that no text does harm: it is refused in words or gives a
// bounded list of legal values.
func FuzzReadAxis(f *testing.F) {
	for _, seed := range []string{"1..5", "32MB..1GB x2", "0..1 +0.1", "all", ",", "..", "1e300..1e308 x1.0000001", "1..2 +1e-300", "x", "9999999999999..9"} {
		f.Add("shared_buffers", seed)
		f.Add("checkpoint_completion_target", seed)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		a, err := ReadAxis(scenario.New(), name, text)
		if err != nil {
			return
		}
		if len(a.Values) == 0 || len(a.Values) > MaxValues {
			t.Fatalf("%d values", len(a.Values))
		}
		for _, v := range a.Values {
			if err := scenario.New().Set(name, v); err != nil && name != "release" {
				t.Fatal(err)
			}
		}
	})
}
