package report

import (
	"strings"
	"testing"

	"clocksweep/core/result"
)

// TestKinds makes every report of a page of a result with nothing in it and of one
// that is a day long: they have names of their own and stay short.
func TestKinds(t *testing.T) {
	day := published(t, "32MB")
	for _, c := range day.Series.Columns() {
		*c.Values = make([]float64, 86400)
	}
	day.Devices = []result.Device{{Name: "sda", Seconds: make([]result.Traffic, 86400)}}
	day.Waits[result.WaitCPU], day.LatencyNs = 1e12, 1e12
	day.Backends[result.WaitCPU] = make([]float64, 86400)
	names := map[string]bool{}
	for _, k := range Kinds() {
		if names[k.Name] || k.Name == "" || k.Title == "" {
			t.Errorf("report %q, title %q: each has a name of its own and a title", k.Name, k.Title)
		}
		names[k.Name] = true
		for _, release := range everyRelease {
			k.Text(&result.Result{Release: release, Clients: 1})
			day.Release = release
			if n := strings.Count(k.Text(day), "\n"); n > 60 {
				t.Errorf("%s of a day in %s takes %d lines", k.Name, release, n)
			}
		}
	}
	for _, name := range []string{"pgbench", "pg_stat_bgwriter", "log", "waits", "latency", "wait_events", "vmstat", "iostat"} {
		if !names[name] {
			t.Errorf("a page has no report %q", name)
		}
	}
}

func TestStatisticsShowsEveryView(t *testing.T) {
	for _, release := range everyRelease {
		text := statistics(&result.Result{Release: release})
		for _, v := range []struct{ name, since string }{
			{"pg_stat_bgwriter", "8.3"}, {"pg_stat_checkpointer", "17"}, {"pg_stat_io", "16"},
		} {
			if got := strings.Contains(text, "SELECT * FROM "+v.name+"\n"); got != atLeast(release, v.since) {
				t.Errorf("%s: view %s is shown: %v", release, v.name, got)
			}
		}
	}
}

func TestEvery(t *testing.T) {
	for _, c := range []struct{ seconds, lines, want int }{
		{0, 30, 1}, {30, 30, 1}, {31, 30, 2}, {120, 30, 5}, {3600, 30, 120}, {86400, 30, 3600}, {86400, 12, 7200}, {864000, 30, 28800},
	} {
		r := &result.Result{Series: result.Series{TPS: make([]float64, c.seconds)}}
		if got := Every(r, c.lines); got != c.want {
			t.Errorf("%d seconds on %d lines: %d each, want %d", c.seconds, c.lines, got, c.want)
		}
	}
}

// TestWaitEventsAddUp: whatever the release calls the states, no sample is lost.
func TestWaitEventsAddUp(t *testing.T) {
	r := &result.Result{Clients: int64(result.NumWaits), Series: result.Series{TPS: make([]float64, 2)}}
	for w := range r.Backends {
		r.Backends[w] = []float64{1, 1}
	}
	for _, release := range everyRelease {
		if r.Release = release; !atLeast(release, waitingSince) {
			continue
		}
		sum := int64(0)
		for _, line := range strings.Split(WaitEvents(r), "\n")[3:] {
			if strings.Contains(line, "|") {
				n, _ := leading(strings.TrimSpace(line[strings.LastIndex(line, "|")+1:]))
				sum += int64(n)
			}
		}
		if sum != 2*r.Clients {
			t.Errorf("%s: the counts add up to %d, want %d", release, sum, 2*r.Clients)
		}
	}
}
