package server

import "testing"

// TestBorrowedCleaning: every release can clean by the rule of another one, or not
// at all.
func TestBorrowedCleaning(t *testing.T) {
	const load = " clients=8 cores=4 scale=5 shared_buffers=4MB checkpoint_timeout=1h fsync=off duration=30s cpu_per_transaction=20ms"
	cleaned := func(settings string) (pages, perRound float64) {
		x := run(t, of(t, settings+load)).Result()
		n := &x.Counters
		if n.BgwriterRound == 0 {
			return float64(n.BuffersClean), 0
		}
		return float64(n.BuffersClean), float64(n.BuffersClean) / float64(n.BgwriterRound)
	}
	for _, release := range []string{"7.4", "8.0.0", "8.1", "8.3devel", "8.3", "9.2", "15"} {
		with := "release=" + release + " replacement=clock83 cleaning="
		if pages, _ := cleaned(with + "none"); pages != 0 {
			t.Errorf("%s: %.0f pages cleaned by nobody", release, pages)
		}
		// A percentage of all 512 buffers is 5 or 6 of them, and both scans write 5
		// pages at most.
		if pages, each := cleaned(with + "percent"); pages < 100 || each > 6 {
			t.Errorf("%s: %.0f pages cleaned, %.1f a round of 8.0", release, pages, each)
		}
		if pages, each := cleaned(with + "scans"); pages < 100 || each > 10 {
			t.Errorf("%s: %.0f pages cleaned, %.1f a round of 8.1", release, pages, each)
		}
		if pages, each := cleaned(with + "just-in-time"); pages < 100 || each > 100 {
			t.Errorf("%s: %.0f pages cleaned, %.1f a round of 8.3", release, pages, each)
		}
	}
}

// TestProposals2007: both proposals take most of the writing from the backends. The
// one that keeps everything clean leaves them less, and writes more in all, because
// pages get dirty again before the clock hand comes back.
func TestProposals2007(t *testing.T) {
	const load = "release=8.3devel clients=8 cores=4 scale=5 shared_buffers=4MB checkpoint_timeout=1h fsync=off duration=30s cpu_per_transaction=20ms cleaning="
	of := func(rule string) (byBackends, written float64) {
		n := run(t, of(t, load+rule)).Result().Counters
		alloc := float64(n.BuffersAlloc)
		return float64(n.BuffersBackend) / alloc, float64(n.BuffersBackend+n.BuffersClean) / alloc
	}
	none, least := of("none")
	used, usedAll := of("as-used")
	reusable, all := of("all-reusable")
	if used > none/3 || reusable >= used {
		t.Errorf("backends write %.3f pages for each buffer they take, %.3f with as many cleaned as were used, %.3f with all", none, used, reusable)
	}
	if usedAll < least || all <= usedAll || all > 1.2*least {
		t.Errorf("%.3f pages are written for each buffer, %.3f with as many cleaned as were used, %.3f with all", least, usedAll, all)
	}
}

// TestOwnCleaning: a release that is told to clean as it does anyway does so.
func TestOwnCleaning(t *testing.T) {
	for release, rule := range map[string]string{"7.4": "none", "8.0.0": "percent", "8.2": "scans", "9.1": "just-in-time"} {
		load := "release=" + release + " clients=4 shared_buffers=1MB duration=5s"
		a, b := run(t, of(t, load)).Result(), run(t, of(t, load+" cleaning="+rule)).Result()
		if a.Hash() != b.Hash() {
			t.Errorf("%s: cleaning=%s is not its own rule", release, rule)
		}
	}
}
