package server

import (
	"testing"

	"clocksweep/core/experiment"
	"clocksweep/core/scenario"
)

// TestForecast plays whole runs: at no time is a forecast more than ForecastFactor
// above what the run takes in the end, and before long it is close to it. Those of the
// list differ in what their beginnings are like: many clients that connect, a cold
// pool, a background writer that comes late.
func TestForecast(t *testing.T) {
	for _, c := range []struct{ slug, run string }{
		{"shared-buffers-challenge", "512MB"},
		{"buffer-eviction-first-patch-2014", "first-64"},
		{"buffer-eviction-writes-2014", "tpcb-unpatched-128"},
		{"background-writer-2006", "200ms"},
	} {
		e, ok := experiment.BySlug(c.slug)
		if !ok {
			t.Fatalf("there is no experiment %s", c.slug)
		}
		scenarios, errs := e.Scenarios(nil, c.run)
		if len(errs) > 0 {
			t.Fatal(errs[0])
		}
		forecasts, took := forecastsOf(t, scenarios[0])
		if len(forecasts) < 3 && took > 600_000 {
			t.Errorf("%s %s: %d forecasts", c.slug, c.run, len(forecasts))
		}
		for i, forecast := range forecasts {
			if forecast/ForecastFactor > took {
				t.Errorf("%s %s: forecast %d is %d events, and it were %d", c.slug, c.run, i, forecast, took)
			}
			if forecast < took/2 {
				t.Errorf("%s %s: forecast %d is only %d events, and it were %d", c.slug, c.run, i, forecast, took)
			}
		}
	}
}

// forecastsOf plays a run and returns what was forecast on the way, and how many events
// it took.
func forecastsOf(t *testing.T, sc *scenario.Scenario) (forecasts []int64, took int64) {
	t.Helper()
	r := start(t, sc)
	for r.Step(50_000) {
		forecast, ok := r.Forecast()
		if ok != (r.Events() >= rehearsal && r.Events() >= rehearsalPerClient*uint64(len(r.s.backends)) && r.part() > 0) {
			t.Fatalf("after %d events a forecast is there: %v", r.Events(), ok)
		}
		if ok {
			forecasts = append(forecasts, forecast)
		}
	}
	if _, ok := r.Forecast(); ok {
		t.Error("a run that is over has a forecast")
	}
	return forecasts, int64(r.Events())
}

// TestTooLong: the setting is blamed that makes the part long that is under way, and
// what is told as legal is shorter in proportion.
func TestTooLong(t *testing.T) {
	for _, c := range []struct {
		settings  string
		virtualNs int64
		setting   string
		legal     string
	}{
		{"duration=1000s", 5e9, "duration", "1s to 1min"},
		{"transactions=1000 clients=4", 5e9, "transactions", "1 to 60"},
		{"duration=1000s earlier_transactions=500 clients=4", 0, "earlier_transactions", "1 to 30"},
		{"duration=1000s earlier_transactions=500 clients=4", 5e9, "duration", "1s to 1min"},
		{"transactions=100 earlier_transactions=500 clients=4", 5e9, "earlier_transactions", "1 to 30"},
		{"duration=2s", 5e9, "duration", ""},
	} {
		e := TooLong(of(t, c.settings), 40e6, 400e6, c.virtualNs)
		if e.Setting != c.setting || e.Legal != c.legal {
			t.Errorf("%s: %v, want %s", c.settings, e, c.legal)
		}
	}
}
