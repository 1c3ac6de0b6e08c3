package counterpart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/observed"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

// readTexts parts the input at lines "== settings", "== before" and so on. "~" is an
// empty line.
func readTexts(input string) (t observed.Texts) {
	to := map[string]*string{"settings": &t.Settings, "before": &t.Before, "after": &t.After, "log": &t.Log, "system": &t.System}
	var part *string
	for line := range strings.Lines(input) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "== "); ok {
			part = to[name]
			continue
		}
		if line == "~\n" {
			line = "\n"
		}
		*part += line
	}
	return t
}

// TestServers makes counterparts of the servers in testdata/servers: "server", with
// seconds= and set=(name=value,...), shows the scenario with what is known and
// assumed; "settings" what became of each setting; "figures" the measured column;
// "diagnosis" what it shows.
func TestServers(t *testing.T) {
	var c *Counterpart
	datadriven.RunTest(t, "testdata/servers", func(t *testing.T, d *datadriven.TestData) string {
		var b strings.Builder
		switch d.Cmd {
		case "server":
			var choices Choices
			for _, arg := range d.CmdArgs {
				if arg.Key == "seconds" {
					choices.Seconds, _ = strconv.ParseFloat(arg.Vals[0], 64)
					continue
				}
				choices.Changes = append(choices.Changes, scenario.Change{Name: arg.Key, Value: arg.Vals[0]})
			}
			f := observed.Read(readTexts(d.Input))
			c = New(f, choices)
			b.WriteString(c.File())
			for _, err := range c.Problems {
				fmt.Fprintf(&b, "problem: %v\n", err)
			}
			checkScenario(t, c)
		case "settings":
			list := slices.Clone(c.Settings)
			slices.SortStableFunc(list, func(a, b Setting) int { return int(a.Fate) - int(b.Fate) })
			for _, s := range list {
				fmt.Fprintf(&b, "%s = %s: %s", s.Name, s.Value, FateName[s.Fate])
				if s.Why != "" {
					fmt.Fprintf(&b, "; %s", s.Why)
				}
				b.WriteByte('\n')
			}
		case "figures":
			b.WriteString(TableText(c.Column(nil)))
		case "diagnosis":
			for _, f := range c.Diagnose() {
				fmt.Fprintf(&b, "%s: %s.\n  %s\n", f.ID, f.Title, f.Because)
				for _, change := range f.Try {
					fmt.Fprintf(&b, "  try %s = %s\n", change.Name, change.Value)
				}
			}
		default:
			d.Fatalf(t, "unknown directive %s", d.Cmd)
		}
		return b.String()
	})
}

// checkScenario wants a scenario that works, and that its file and its link say the
// same.
func checkScenario(t *testing.T, c *Counterpart) {
	t.Helper()
	if errs := c.Scenario.Check(); len(errs) > 0 {
		t.Fatalf("the scenario does not work: %v\n%s", errs, c.Scenario.Text())
	}
	file, errs := scenario.Parse(c.File())
	if len(errs) > 0 || file.Runs()[0].Text() != c.Scenario.Text() {
		t.Fatalf("the file is read back with %v:\n%s\nnot\n%s", errs, file.Runs()[0].Text(), c.Scenario.Text())
	}
	fragment := scenario.EncodeLink("", c.Changes())
	link, errs := scenario.DecodeLink(fragment)
	if len(errs) > 0 {
		t.Fatalf("the link %s: %v", fragment, errs)
	}
	plain, _ := scenario.Parse("")
	opened, errs := plain.With(link.Changes)
	if len(errs) > 0 || opened[0].Text() != c.Scenario.Text() {
		t.Fatalf("the link opens %v:\n%s\nnot\n%s", errs, opened[0].Text(), c.Scenario.Text())
	}
}

// TestLabIsItsOwnCounterpart lets the lab print what a server would, and reads it as
// a real server's: release, settings and every figure must come back.
func TestLabIsItsOwnCounterpart(t *testing.T) {
	for _, release := range []string{"8.3", "9.1", "9.6", "15", "16", "17", "18"} {
		sc := scenario.New()
		for _, c := range []string{"release=" + release, "hardware=laptop-nvme", "scale=3", "clients=4", "duration=70s", "shared_buffers=8MB",
			"checkpoint_timeout=30s", "bgwriter_delay=50ms", "log_checkpoints=on", "rate=300"} {
			name, value, _ := strings.Cut(c, "=")
			if err := sc.Set(name, value); err != nil {
				t.Fatal(err)
			}
		}
		run, err := server.New(sc)
		if err != nil {
			t.Fatal(err)
		}
		for run.Step(1 << 20) {
		}
		r := run.Result()
		c := New(observed.Read(printed(r)), Choices{Seconds: float64(r.VirtualNs) / 1e9, Changes: []scenario.Change{{Name: "hardware", Value: "laptop-nvme"}}})
		if !inSpan(c.ReleaseWhy, c.Release, release) {
			t.Errorf("%s was taken for %s: %s", release, c.Release, c.ReleaseWhy)
		}
		for _, id := range []scenario.ID{scenario.SharedBuffers, scenario.CheckpointTimeout, scenario.BgwriterDelay} {
			if got, want := c.Scenario.Show(id), sc.Show(id); got != want {
				t.Errorf("%s: %v is %s, want %s", release, id, got, want)
			}
		}
		checkScenario(t, c)
		rows := c.Column(r)
		if len(rows) < 15 {
			t.Fatalf("%s: only %d figures\n%s", release, len(rows), TableText(rows))
		}
		for _, row := range rows {
			// Printed are milliseconds and hundredths, of processors whole per cents.
			printed := .011
			if row.Name == processors {
				printed = .5
			}
			if math.Abs(row.Measured-row.Simulated) > printed+.01*row.Simulated {
				t.Errorf("%s: %s %s: read %v, was %v", release, row.Group, row.Name, row.Measured, row.Simulated)
			}
		}
	}
}

// inSpan tells whether the release that was found is the one that printed, or the
// youngest that prints the same.
func inSpan(why, found, release string) bool {
	if found == release {
		return true
	}
	return strings.Contains(why, "of which the youngest was taken") && observed.Order(found) > observed.Order(release)
}

// printed is what a server with such a result would have shown.
func printed(r *result.Result) (t observed.Texts) {
	for _, s := range r.Settings {
		def, _ := scenario.Lookup(s.Name)
		if def.Group == scenario.GroupPostgreSQL && def.ID != scenario.Release && def.ID != scenario.Build {
			t.Settings += s.Name + " = '" + s.Value + "'\n"
		}
	}
	for _, v := range report.Views(r) {
		t.After += v.Text + "\n"
		zero := ""
		for line := range strings.Lines(v.Text) {
			name, value, ok := strings.Cut(line, "|")
			if ok && strings.Trim(value, " 0123456789\n") == "" && strings.TrimSpace(value) != "" {
				line = name + "| 0\n"
			}
			zero += line
		}
		t.Before += zero + "\n"
	}
	t.Log = report.Log(r)
	t.System = report.Vmstat(r, 1) + "\n" + report.IostatX(r, 1)
	return t
}

func TestRatio(t *testing.T) {
	for _, c := range []struct {
		measured, simulated float64
		want                string
	}{{10, 11, "1.10"}, {0, 5, ""}, {0, 0, ""}, {4, math.NaN(), ""}, {math.NaN(), 4, ""}, {200, 100, "0.5"}} {
		row := Row{Measured: c.measured, Simulated: c.simulated}
		if _, _, _, ratio := row.Texts(); ratio != c.want {
			t.Errorf("%v beside %v: ratio %q, want %q", c.simulated, c.measured, ratio, c.want)
		}
	}
}

func TestFigure(t *testing.T) {
	for _, c := range []struct {
		f    float64
		want string
	}{{0, "0"}, {.00123, "0.0012"}, {.5, "0.5"}, {.998, "1"}, {-.998, "-1"}, {1, "1"}, {2.345, "2.35"}, {12.34, "12.3"}, {99.96, "100.0"}, {123.4, "123"}, {1234567, "1,234,567"}, {math.NaN(), ""}} {
		if got := figure(c.f); got != c.want {
			t.Errorf("%v is written %q, want %q", c.f, got, c.want)
		}
	}
}

// TestReasons wants no setting both in the lab and among those that it lacks, and
// each of those that PostgreSQL has to be known.
func TestReasons(t *testing.T) {
	for _, s := range scenario.Settings() {
		if f, ok := observed.FamilyOf(s.Name); ok {
			t.Errorf("the lab has %s, which is said to be about %s", s.Name, f.Title)
		}
	}
}

// FuzzCounterpart reads anything and wants a scenario that works.
func FuzzCounterpart(f *testing.F) {
	f.Add("shared_buffers = 128MB", "", "", "", "")
	f.Add("shared_buffers = 9TB\nbgwriter_delay=1", "buffers_clean,maxwritten_clean,buffers_alloc\n1,2,3\n", "buffers_clean,maxwritten_clean,buffers_alloc\n10,20,99999999999999\n", "LOG:  checkpoint starting: time", "")
	f.Add("release = 7\nmax_wal_size=64", "xact_commit,blks_read,tup_updated,tup_inserted,tup_deleted,now\n1,1,1,1,1,2020-01-01 00:00:00+00", "xact_commit,blks_read,tup_updated,tup_inserted,tup_deleted,now\n99999,1,100,1,1,2020-01-01 00:00:01+00", "", "Linux 1 (a) x (8 CPU)")
	f.Fuzz(func(t *testing.T, settings, before, after, log, system string) {
		c := New(observed.Read(observed.Texts{Settings: settings, Before: before, After: after, Log: log, System: system}), Choices{Seconds: 60})
		checkScenario(t, c)
		c.Column(nil)
		if len(c.Diagnose()) == 0 {
			t.Fatal("no diagnosis")
		}
	})
}
