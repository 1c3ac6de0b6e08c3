package guide

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"clocksweep/core/experiment"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

func TestEveryFolderIsAChapter(t *testing.T) {
	entries, err := fs.ReadDir(folders, ".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	listed := slices.Sorted(slices.Values(order))
	if !slices.Equal(names, listed) {
		t.Errorf("folders %v, chapters %v", names, listed)
	}
}

// TestParts checks that a chapter has all that a reader is led through: a question, a
// claim, what to look at, what is at work, where it stands, and exercises; and that a
// button that the text names exists.
func TestParts(t *testing.T) {
	for _, c := range Chapters() {
		if !strings.HasSuffix(c.Question, "?") || c.Claim == "" || c.Title == "" || c.Picture == "" {
			t.Errorf("%s: the head is not whole: %+v", c.Slug, c.Experiment.Question)
		}
		at := 0
		for _, heading := range []string{"## What to look at\n", "## What is at work\n", "## Where it stands\n", "## Exercises\n"} {
			next := strings.Index(c.Story[at:], heading)
			if next < 0 {
				t.Errorf("%s: %q is missing or in the wrong place", c.Slug, strings.TrimSpace(heading))
				continue
			}
			at += next
		}
		for _, part := range strings.Split(c.Story, "Press **")[1:] {
			label, _, _ := strings.Cut(part, "**")
			if !slices.ContainsFunc(c.Variants, func(v experiment.Variant) bool { return v.Label == label }) {
				t.Errorf("%s: an exercise names the button %q, which there is not", c.Slug, label)
			}
		}
		if len(c.Variants) < 3 {
			t.Errorf("%s: %d variants are few for exercises", c.Slug, len(c.Variants))
		}
	}
}

func TestBySlug(t *testing.T) {
	for _, slug := range []string{"guide-pool", "shared-buffers-challenge"} {
		if e, ok := BySlug(slug); !ok || e.Slug != slug {
			t.Errorf("%s: %v", slug, ok)
		}
	}
	if _, ok := BySlug("guide"); ok {
		t.Error("there is a chapter called guide")
	}
}

// TestChaptersShowWhatTheySay runs each chapter and checks the claim of its head.
func TestChaptersShowWhatTheySay(t *testing.T) {
	for slug, check := range map[string]func(t *testing.T, r map[string]*result.Result){
		"guide-pool": func(t *testing.T, r map[string]*result.Result) {
			less(t, "tps without a ring", tps(r["whole-pool"]), tps(r["ring"]))
			less(t, "tps with a list", tps(r["lru"]), tps(r["ring"]))
			less(t, "buffers given up with a ring", float64(r["ring"].Counters.BuffersAlloc), float64(r["whole-pool"].Counters.BuffersAlloc)/100)
		},
		"guide-bgwriter": func(t *testing.T, r map[string]*result.Result) {
			less(t, "backend writes with the defaults", float64(r["default"].Counters.BuffersBackend), float64(r["off"].Counters.BuffersBackend))
			less(t, "backend writes when eager", float64(r["eager"].Counters.BuffersBackend), float64(r["default"].Counters.BuffersBackend)/2)
			less(t, "what that is worth", tps(r["eager"])/tps(r["off"]), 1.1)
		},
		"guide-checkpoint": func(t *testing.T, r map[string]*result.Result) {
			less(t, "the longest fsync when spread", float64(r["spread"].Checkpoints[0].LongestNs), float64(r["at-once"].Checkpoints[0].LongestNs)/2)
			less(t, "the longest stall when spread", longestStall(r["spread"]), longestStall(r["at-once"])/3)
		},
		"guide-wal": func(t *testing.T, r map[string]*result.Result) {
			less(t, "tps alone", tps(r["alone"]), tps(r["together"])/2)
			less(t, "tps together", tps(r["together"]), tps(r["unwaited"]))
		},
		"guide-page-cache": func(t *testing.T, r map[string]*result.Result) {
			series := r["after-30-s"].Series.TPS
			less(t, "tps from second 35 to 50", mean(series[35:50]), mean(series[5:25])/2)
			less(t, "tps with early writes", tps(r["after-1-s"]), tps(r["after-30-s"]))
		},
		"guide-file-systems": func(t *testing.T, r map[string]*result.Result) {
			less(t, "tps with data=ordered", tps(r["ext3-ordered"]), tps(r["ext3-writeback"])/1.5)
			less(t, "tps with barriers", tps(r["ext4"]), tps(r["ext3-writeback"]))
		},
		"guide-disks": func(t *testing.T, r map[string]*result.Result) {
			less(t, "tps without a cache", tps(r["platter"]), 120)
			less(t, "tps without a cache", 100, tps(r["platter"]))
			less(t, "tps with a cache", 1000, tps(r["write-cache"]))
			less(t, "a laptop's drive against one with capacitors", tps(r["laptop-nvme"]), tps(r["sata-flash"]))
		},
		"guide-locks": func(t *testing.T, r map[string]*result.Result) {
			less(t, "tps with one lock", tps(r["one-lock"]), tps(r["sixteen"])/5)
		},
	} {
		t.Run(slug, func(t *testing.T) {
			e, ok := BySlug(slug)
			if !ok {
				t.Fatal("there is no such chapter")
			}
			check(t, play(t, e))
		})
	}
}

// less checks that a number is below a bound.
func less(t *testing.T, what string, number, bound float64) {
	t.Helper()
	if !(number < bound) {
		t.Errorf("%s: %.6g is not below %.6g", what, number, bound)
	}
}

func tps(r *result.Result) float64 { return mean(r.Series.TPS) }

// longestStall is in nanoseconds.
func longestStall(r *result.Result) float64 {
	longest := int64(0)
	for _, s := range r.Stalls {
		longest = max(longest, s.LengthNs)
	}
	return float64(longest)
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

func play(t *testing.T, e *experiment.Experiment) map[string]*result.Result {
	t.Helper()
	scenarios, errs := e.Scenarios(nil, "")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	results := map[string]*result.Result{}
	for _, sc := range scenarios {
		results[sc.Run] = run(t, sc)
	}
	return results
}

func run(t *testing.T, sc *scenario.Scenario) *result.Result {
	t.Helper()
	m, err := server.New(sc)
	if err != nil {
		t.Fatal(err)
	}
	for m.Step(1 << 20) {
	}
	return m.Result()
}
