package server

import (
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
)

// stepped plays a scenario in steps of n events.
func stepped(t *testing.T, sc *scenario.Scenario, n int) *result.Result {
	r := start(t, sc)
	for r.Step(n) {
	}
	return r.Result()
}

// TestStepsDoNotMatter plays one scenario in steps of different lengths.
func TestStepsDoNotMatter(t *testing.T) {
	for _, text := range []string{
		"clients=5 shared_buffers=1MB duration=1s",
		"clients=5 shared_buffers=128kB duration=1s filesystem=ext4 after_init=none checkpoint_segments=1",
	} {
		want := stepped(t, of(t, text), 1_000_000).Hash()
		for _, n := range []int{1, 7, 1000} {
			if got := stepped(t, of(t, text), n).Hash(); got != want {
				t.Errorf("%s: in steps of %d events the hash is %s, in one step %s", text, n, got, want)
			}
		}
	}
}

// TestLookingDoesNotMatter reads results during the run.
func TestLookingDoesNotMatter(t *testing.T) {
	const text = "clients=5 shared_buffers=1MB duration=1s"
	want := stepped(t, of(t, text), 1_000_000).Hash()
	r := start(t, of(t, text))
	for r.Step(50) {
		if !r.Result().Stopped {
			t.Fatal("a result of a run under way does not say that it is partial")
		}
	}
	if got := r.Result().Hash(); got != want {
		t.Errorf("the hash is %s after the result was read at every step, else %s", got, want)
	}
}

// TestSeed plays scenarios with equal and with different seeds.
func TestSeed(t *testing.T) {
	hash := func(seed string) string {
		return stepped(t, of(t, "clients=3 duration=1s seed="+seed), 1000).Hash()
	}
	if one, again := hash("1"), hash("1"); one != again {
		t.Errorf("one seed gave %s and %s", one, again)
	}
	seen := map[string]string{}
	for _, seed := range []string{"0", "1", "2", "9007199254740992"} {
		h := hash(seed)
		if other, ok := seen[h]; ok {
			t.Errorf("seeds %s and %s gave the same history", seed, other)
		}
		seen[h] = seed
	}
}

// TestStop ends random scenarios at random moments, the first event included.
func TestStop(t *testing.T) {
	for n := range uint64(40) {
		if sc := random(1000 + n); len(sc.Check()) == 0 {
			stopSomewhere(t, sc, sim.NewRand(n, "stop"))
		}
	}
}

func stopSomewhere(t *testing.T, sc *scenario.Scenario, rnd sim.Rand) {
	defer failWithLink(t, sc)
	link := linkOf(sc)
	r := start(t, sc)
	for range rnd.Intn(12) {
		r.Step(1 + int(rnd.Intn(3000)))
		if err := laws(r.Result()); err != nil {
			t.Errorf("%s under way:\n%v", link, err)
		}
		if err := r.s.check(); err != nil {
			t.Errorf("%s under way:\n%v", link, err)
		}
		if at, planned := r.Progress(); at < 0 || at > planned || planned == 0 {
			t.Errorf("%s: progress is %d of %d ns", link, at, planned)
		}
	}
	over := r.over
	r.Stop()
	x := r.Result()
	if r.Step(1000) || r.Result() != x {
		t.Errorf("%s: the run goes on after Stop", link)
	}
	r.Stop()
	if r.Result() != x || x.Stopped == over {
		t.Errorf("%s: the result of a stopped run is not stable or does not say that it is partial", link)
	}
	if err := laws(x); err != nil {
		t.Errorf("%s stopped:\n%v", link, err)
	}
}

// TestRefusal asks for a pool that does not fit.
func TestRefusal(t *testing.T) {
	if r, err := New(of(t, "ram=256MB shared_buffers=1GB")); err == nil || r != nil {
		t.Error("a pool larger than the memory was accepted")
	}
}
