package api

import (
	"net/http"
	"strings"
	"testing"

	"clocksweep/core/scenario"
)

// TestLimits: what is beyond is refused with the limit, the setting, the nearest
// value that works and a command line, before anything is played; and that value
// does work.
func TestLimits(t *testing.T) {
	limits := Standard()
	limits.VirtualSeconds, limits.Events, limits.MemoryBytes = 100, 200_000, 12e6
	p, h := newLocal(limits)
	for _, c := range []struct{ settings, limit, setting string }{
		{"duration = 2min\nclients = 1\n", "virtual_time", "duration"},
		{"shared_buffers = 64GB\nram = 256GB\nbuild = 64-bit\nduration = 1s\n", "buffers", "shared_buffers"},
		{"shared_buffers = 16GB\nram = 64GB\nbuild = 64-bit\nduration = 1s\n", "memory", "shared_buffers"},
		{"scale = 300\nduration = 1s\n", "memory", "scale"},
		{"transactions = 100000\nclients = 8\n", "events", "transactions"},
	} {
		got := problemOf(t, ask(h, "POST", "/api/run", "text/plain", c.settings))
		if got.Status != http.StatusUnprocessableEntity || got.Limit == nil || got.Limit.Name != c.limit || got.Setting != c.setting || got.Limit.Asked <= got.Limit.Most {
			t.Errorf("%s: %+v %+v, want limit %s and setting %s", c.settings, got, got.Limit, c.limit, c.setting)
			continue
		}
		if !strings.HasPrefix(got.Command, "clocksweep run pgbench ") || !strings.Contains(got.Command, c.setting+"="+got.Value) {
			t.Errorf("the command is %q", got.Command)
		}
		if p.played > 0 {
			t.Fatalf("%s: played before it was refused", c.settings)
		}
		_, most, _ := strings.Cut(got.Legal, " to ")
		w := ask(h, "POST", "/api/run", "text/plain", c.settings+c.setting+" = "+most)
		if c.limit != "events" && w.Code == http.StatusUnprocessableEntity && strings.Contains(w.Body.String(), "limit-"+c.limit) {
			t.Errorf("%s = %s is told to be legal: %s", c.setting, most, w.Body)
		}
		p.played = 0
	}
}

// TestSpent: a run that takes more than its events is ended, and the time that is
// told as legal is possible.
func TestSpent(t *testing.T) {
	limits := Standard()
	limits.Events = 30_000
	p, h := newLocal(limits)
	got := problemOf(t, post(h, "/api/run", `{"settings": {"release": "16", "scale": 1, "duration": "60s", "clients": 4}}`))
	if got.Limit == nil || got.Limit.Name != "events" || got.Setting != "duration" || got.Legal == "" || got.Command == "" {
		t.Fatalf("%+v", got)
	}
	_, most, _ := strings.Cut(got.Legal, " to ")
	if w := post(h, "/api/run", `{"settings": {"release": "16", "scale": 1, "duration": "`+most+`", "clients": 4}}`); w.Code != http.StatusOK {
		t.Errorf("duration = %s is told to be legal: %s", most, w.Body)
	}
	got = problemOf(t, post(h, "/api/run", `{"settings": {"release": "16", "scale": 1, "transactions": 1000, "clients": 4}}`))
	if got.Setting != "transactions" || got.Legal == "" {
		t.Fatalf("%+v", got)
	}
	_, most, _ = strings.Cut(got.Legal, " to ")
	if w := post(h, "/api/run", `{"settings": {"release": "16", "scale": 1, "transactions": `+most+`, "clients": 4}}`); w.Code != http.StatusOK {
		t.Errorf("transactions = %s is told to be legal: %s", most, w.Body)
	}
	if len(p.kept) != 2 {
		t.Errorf("%d results are kept, want those of the two runs that ended", len(p.kept))
	}
}

// TestForecast: a run whose beginning shows that it can't come to its end is ended
// there, and the nearest setting that is told is possible.
func TestForecast(t *testing.T) {
	limits := Standard()
	limits.Events = 600_000
	_, h := newLocal(limits)
	for _, c := range []struct{ setting, order string }{
		{"duration", `{"settings": {"release": "16", "scale": 1, "clients": 4, "duration": "VALUE"}}`},
		{"transactions", `{"settings": {"release": "16", "scale": 1, "clients": 4, "transactions": "VALUE"}}`},
		{"earlier_transactions", `{"settings": {"release": "16", "scale": 1, "clients": 4, "duration": "1s", "earlier_transactions": "VALUE"}}`},
	} {
		value := map[string]string{"duration": "1h"}[c.setting]
		if value == "" {
			value = "140000"
		}
		got := problemOf(t, post(h, "/api/run", strings.Replace(c.order, "VALUE", value, 1)))
		if got.Limit == nil || got.Limit.Name != "events" || got.Limit.Asked < 5*limits.Events || got.Setting != c.setting || got.Command == "" || !strings.Contains(got.Detail, "it would take about") {
			t.Fatalf("%s: %+v", c.setting, got)
		}
		_, most, _ := strings.Cut(got.Legal, " to ")
		if w := post(h, "/api/run", strings.Replace(c.order, "VALUE", most, 1)); most == "" || w.Code != http.StatusOK {
			t.Errorf("%s = %s is told to be legal: %s", c.setting, most, w.Body)
		}
	}
}

// TestSpentMemory: the setting that takes the memory is blamed, and what is told as
// legal takes less in proportion.
func TestSpentMemory(t *testing.T) {
	l := Standard()
	sc := scenario.New()
	if err := sc.Set("scale", "600"); err != nil {
		t.Fatal(err)
	}
	p := l.spent(sc, &Spent{What: "memory", Used: 2 * l.MemoryBytes})
	if p.Setting != "scale" || p.Legal != "1 to 239" || p.Limit.Name != "memory" || p.Limit.Asked != 2*l.MemoryBytes {
		t.Errorf("%+v", p)
	}
}

func TestBodyLimit(t *testing.T) {
	limits := Standard()
	limits.BodyBytes = 100
	_, h := newLocal(limits)
	long := strings.Repeat("#", 101)
	for _, path := range []string{"/api/run", "/api/sweep"} {
		got := problemOf(t, ask(h, "POST", path, "text/plain", long))
		if got.Status != http.StatusRequestEntityTooLarge || got.Limit == nil || got.Limit.Name != "body" || got.Limit.Most != 100 {
			t.Errorf("%s: %+v", path, got)
		}
	}
	if w := ask(h, "POST", "/api/run", "text/plain", "duration=1s\nscale=1\n"+strings.Repeat("#", 79)); w.Code != http.StatusOK {
		t.Errorf("a body of the longest legal length: %s", w.Body)
	}
}

func TestReadLimits(t *testing.T) {
	l, err := ReadLimits(`{"events": 7, "runs": 9}`)
	if err != nil || l.Events != 7 || l.Runs != 9 || l.BodyBytes != Standard().BodyBytes {
		t.Errorf("%+v, %v", l, err)
	}
	for _, text := range []string{`{"event": 7}`, `{"events": 0}`, `{"subrequests": 1}`, `x`} {
		if _, err := ReadLimits(text); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
}
