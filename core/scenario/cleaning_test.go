package scenario

import "testing"

// TestCleaning: each release has its rule of cleaning, and only the settings of the
// rule in force have a say.
func TestCleaning(t *testing.T) {
	for _, c := range []struct {
		settings [][2]string
		rule     string
		inForce  []ID
		not      []ID
		maxPages int64
	}{
		{[][2]string{{"release", "7.4"}}, "none", nil, []ID{BgwriterPercent, BgwriterLRUPercent, BgwriterLRUMultiplier, BgwriterDelay}, 100},
		{[][2]string{{"release", "8.0.0"}}, "percent", []ID{BgwriterPercent, BgwriterMaxpages, BgwriterDelay}, []ID{BgwriterLRUPercent, BgwriterLRUMultiplier}, 100},
		{[][2]string{{"release", "8.1devel"}}, "percent", []ID{BgwriterPercent}, []ID{BgwriterAllPercent}, 100},
		{[][2]string{{"release", "8.2"}}, "scans", []ID{BgwriterLRUPercent, BgwriterAllPercent, BgwriterAllMaxpages}, []ID{BgwriterPercent, BgwriterLRUMultiplier}, 5},
		{[][2]string{{"release", "8.3devel"}}, "scans", []ID{BgwriterAllMaxpages}, []ID{BgwriterLRUMultiplier}, 5},
		{nil, "just-in-time", []ID{BgwriterLRUMultiplier}, []ID{BgwriterPercent, BgwriterAllPercent}, 100},
		{[][2]string{{"cleaning", "scans"}}, "scans", []ID{BgwriterLRUMaxpages}, []ID{BgwriterLRUMultiplier}, 5},
		{[][2]string{{"release", "8.2"}, {"cleaning", "just-in-time"}}, "just-in-time", []ID{BgwriterLRUMaxpages}, []ID{BgwriterAllPercent, BgwriterLRUPercent}, 100},
		{[][2]string{{"cleaning", "all-reusable"}}, "all-reusable", []ID{BgwriterDelay}, []ID{BgwriterLRUMaxpages, BgwriterLRUMultiplier}, 100},
		{[][2]string{{"release", "8.3devel"}, {"cleaning", "as-used"}}, "as-used", []ID{BgwriterDelay}, []ID{BgwriterLRUMaxpages, BgwriterLRUPercent}, 100},
	} {
		s := New()
		for _, v := range c.settings {
			set(t, s, v[0], v[1])
		}
		if got := s.Enum(Cleaning); got != c.rule || s.Int(BgwriterLRUMaxpages) != c.maxPages {
			t.Errorf("%v: the rule is %s with %d pages, want %s with %d", c.settings, got, s.Int(BgwriterLRUMaxpages), c.rule, c.maxPages)
		}
		for _, id := range c.inForce {
			if !s.InForce(id) {
				t.Errorf("%v: %s is not in force", c.settings, settings[id].Name)
			}
		}
		for _, id := range c.not {
			if s.InForce(id) {
				t.Errorf("%v: %s is in force", c.settings, settings[id].Name)
			}
		}
	}
}
