package experiment

import (
	"testing"

	"clocksweep/core/scenario"
)

// TestCleaningMechanism: whatever rule cleans, one mechanism stands for it, and
// without it nothing cleans that could.
func TestCleaningMechanism(t *testing.T) {
	for rule, setting := range map[string]string{
		"none": "", "percent": "cleaning", "just-in-time": "cleaning", "scans": "bgwriter_lru_maxpages",
		"all-reusable": "cleaning", "as-used": "cleaning",
	} {
		s := scenario.New()
		for _, v := range [][2]string{{"release", "8.3devel"}, {"cleaning", rule}} {
			if err := s.Set(v[0], v[1]); err != nil {
				t.Fatal(err)
			}
		}
		got := ""
		for _, m := range Mechanisms(s) {
			if m.Name == "cleaning" {
				got += m.Without[0].Name
			}
		}
		if got != setting {
			t.Errorf("cleaning = %s: taken out by %q, want %q", rule, got, setting)
		}
	}
}
