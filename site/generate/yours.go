package generate

import (
	_ "embed"
	"fmt"

	"clocksweep/core/counterpart"
	"clocksweep/core/link"
	"clocksweep/core/observed"
	"clocksweep/core/scenario"
	"clocksweep/site/page"
)

// The example of the page for one's own server: a real 15.20 of Debian on a virtual
// machine with two processors, under pgbench -c 6 -R 200 at scale 20. Its texts are as
// they were printed, but for the settings, of which those are left that were changed.
var (
	//go:embed example/settings.conf
	exampleSettings string
	//go:embed example/before.txt
	exampleBefore string
	//go:embed example/after.txt
	exampleAfter string
	//go:embed example/log.txt
	exampleLog string
)

const (
	exampleMachine = "laptop-nvme"
	exampleServer  = "The example: a real PostgreSQL 15.20 for seven minutes under pgbench -c 6 -R 200 at scale 20, beside the lab’s laptop with an NVMe drive. The rate is taken from the server; everything else is what the lab makes of it."
)

// query is what a reader may type in psql.
const query = `\x
SELECT now(), version(), pg_database_size(current_database());
SELECT * FROM pg_stat_bgwriter;
SELECT * FROM pg_stat_checkpointer;   -- 17 and later
SELECT * FROM pg_stat_io;             -- 16 and later
SELECT * FROM pg_stat_database;
SELECT * FROM pg_stat_wal;            -- 14 and later
SELECT pg_current_wal_lsn();          -- 10 to 13`

// yours makes the page for one's own server.
func (b *builder) yours() (*page.Yours, error) {
	y := &page.Yours{
		Frame: b.frame("Your own server · Clocksweep",
			"Paste postgresql.conf, statistics views, log_checkpoints lines, vmstat and iostat of your own PostgreSQL server: they become a scenario, and its figures stand beside the simulated ones. Nothing leaves the browser.", "../"),
		Query: query, About: exampleServer, Hardware: exampleMachine,
		Command: "clocksweep observe 'postgres://me@myserver/mydb' -for 10m hardware=" + exampleMachine,
		Areas: []page.Area{
			{ID: "own-settings", Label: "Settings", Hint: "postgresql.conf, or what SHOW ALL or pg_settings print.", Example: exampleSettings},
			{ID: "own-before", Label: "Statistics at the beginning", Hint: "pg_stat_bgwriter and, where there are, pg_stat_checkpointer, pg_stat_io, pg_stat_database, pg_stat_wal.", Example: exampleBefore},
			{ID: "own-after", Label: "Statistics at the end", Hint: "The same some minutes later.", Example: exampleAfter},
			{ID: "own-log", Label: "Server log", Hint: "The lines of log_checkpoints; others may stand between them.", Example: exampleLog},
			{ID: "own-system", Label: "vmstat and iostat", Hint: "Lines of vmstat, and reports of iostat of either kind."},
		},
	}
	for _, s := range scenario.Settings() {
		for i, value := range s.Enum {
			switch s.ID {
			case scenario.Hardware:
				y.Machines = append(y.Machines, page.Fact{Name: value, Value: s.Labels[i]})
			case scenario.Release:
				y.Releases = append(y.Releases, page.Fact{Name: value, Value: value})
			}
		}
	}
	return y, showExample(y)
}

// showExample fills the page with what becomes of the example.
func showExample(y *page.Yours) error {
	f := observed.Read(observed.Texts{Settings: exampleSettings, Before: exampleBefore, After: exampleAfter, Log: exampleLog})
	c := counterpart.New(f, counterpart.Choices{Changes: []scenario.Change{{Name: scenario.Hardware.String(), Value: exampleMachine}}})
	a := c.Account(f)
	if len(a.Unread) > 0 || len(a.Problems) > 0 {
		return fmt.Errorf("the example of a server can't be read: %v %v", a.Unread, a.Problems)
	}
	r, err := playOne(c.Scenario)
	if err != nil {
		return err
	}
	for _, part := range a.Found {
		y.Found = append(y.Found, page.Fact{Name: part.Text, Value: part.What})
	}
	for _, s := range a.Settings {
		y.Settings = append(y.Settings, page.SettingFate{Name: s.Name, Value: s.Value, Fate: counterpart.FateName[s.Fate], Why: s.Why})
	}
	for _, o := range a.Others {
		y.Others = append(y.Others, page.Fact{Name: o.Why, Value: o.Names})
	}
	y.Known, y.Assumed, y.Scenario = c.Known, c.Assumed, c.Scenario.Text()
	y.Open = link.Encode(scenario.Link{Changes: c.Changes()})
	group := ""
	rows := c.Column(r)
	for i := range rows {
		if rows[i].Group != group {
			group = rows[i].Group
			y.Figures = append(y.Figures, page.MeasuredRow{Name: group})
		}
		name, measured, simulated, ratio := rows[i].Texts()
		y.Figures = append(y.Figures, page.MeasuredRow{Name: name, Measured: measured, Simulated: simulated, Ratio: ratio})
	}
	for _, found := range c.Diagnose() {
		advice := page.Advice{Title: found.Title, Because: found.Because}
		for _, t := range found.Try {
			advice.Try = append(advice.Try, t.Name+" = "+t.Value)
		}
		y.Findings = append(y.Findings, advice)
	}
	return nil
}
