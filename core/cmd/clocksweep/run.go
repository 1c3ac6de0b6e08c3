package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"clocksweep/core/experiment"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

const runAbout = `Runs an experiment of the gallery, a scenario file or a link, and prints for each
run pgbench's report, pg_stat_bgwriter, the server's log about checkpoints, latency
percentiles and stalls, and where a transaction's time went; then what was published beside what was
simulated.

The experiment "pgbench" is one run with nothing but defaults, for any release and
any settings; its workload may be written as in workload="pgbench -S -s 20 -t 1000",
with -f FILE for a script of your own. Other experiments take one as script='...'.

  name=value      changes a setting in all runs
  RUN.name=value  changes it in one run
  -run NAME       only this run
  -seed N         other random numbers: the same as seed=N
  -system         also vmstat, iostat and wait events of each run, second by second
  -diagnose       also what each run shows in plain sentences, and what to try
  -json           one JSON object instead of text
  -memory MB      refuses a run that needs more memory than so many megabytes
  -events N       refuses a run that is certain to take more than so many events, of
                  which a second of processor time has some millions. What the settings
                  do not tell is judged by the run's beginning

A change in the command line wins over one in the link or the file. Ctrl-C ends
the runs and prints what there is so far.`

// runScenarios is the command "run".
func runScenarios(ctx context.Context, c console, args []string) error {
	flags := newFlags("run")
	only := flags.String("run", "", "")
	seed := flags.String("seed", "", "")
	system := flags.Bool("system", false, "")
	diagnosis := flags.Bool("diagnose", false, "")
	asJSON := flags.Bool("json", false, "")
	readBudget := budgetFlags(flags)
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	allowed, err := readBudget()
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return usagef("run: what is to run is missing; legal is an experiment (%s), a scenario file or a link", slugs())
	}
	changed, err := changes(rest[1:])
	if err != nil {
		return err
	}
	if *seed != "" {
		changed = append(changed, scenario.Change{Name: scenario.Seed.String(), Value: *seed})
	}
	p, err := newPlan(rest[0], changed, *only)
	if err != nil {
		return err
	}
	for _, w := range p.warnings {
		fmt.Fprintf(c.err, "clocksweep: warning: %v\n", w)
	}
	if theirs := p.link.Engine; theirs != "" && theirs != engine {
		fmt.Fprintf(c.err, "clocksweep: warning: the link was made with engine %s, and this is engine %s: numbers may differ\n", theirs, engine)
	}
	begin := time.Now()
	results, err := simulateAll(ctx, p.scenarios, allowed, newProgressBar(c.err, p.scenarios))
	if err != nil {
		return err
	}
	wall := time.Since(begin)
	if *asJSON {
		c.out.Write(report.JSON(p.experiment, results, wall.Seconds()))
	} else {
		p.print(c, results, extras{*system, *diagnosis}, wall)
	}
	return stopped(c, results)
}

// stopped makes a run that did not reach its end a failure, lest a script takes
// its result for a whole one.
func stopped(c console, results []*result.Result) error {
	for _, r := range results {
		if r.Stopped {
			fmt.Fprintln(c.err, "clocksweep: the runs were stopped; the results are partial")
			return errTold
		}
	}
	return nil
}

// extras are the reports that one asks for.
type extras struct{ system, diagnosis bool }

// print writes the reports of all runs, the comparison and what is needed to
// run it again.
func (p *plan) print(c console, results []*result.Result, also extras, wall time.Duration) {
	fmt.Fprintln(c.out, p.title)
	for _, r := range results {
		printRun(c, r)
		if also.system {
			printSystem(c, r)
		}
		if also.diagnosis {
			fmt.Fprintf(c.out, "\ndiagnosis:\n\n%s", report.Diagnosis(r))
		}
	}
	if p.experiment != nil {
		printComparison(c, p, results)
	}
	printClaim(c, p.link, results)
	printProvenance(c, results, wall)
}

func printRun(c console, r *result.Result) {
	name := r.Run
	if name == "" {
		name = "run"
	}
	fmt.Fprintf(c.out, "\n== %s%s ==\n", name, partial(r))
	if s := changedSettings(r); s != "" {
		fmt.Fprintf(c.out, "%s\n", s)
	}
	fmt.Fprintf(c.out, "\n$ %s\n%s", clientCommand(r), report.Client(r))
	if jobs := report.Jobs(r); jobs != "" {
		fmt.Fprintf(c.out, "\nbeside the clients:\n%s", jobs)
	}
	fmt.Fprintf(c.out, "\n$ psql -x -c \"SELECT * FROM pg_stat_bgwriter\"\n%s", report.StatBgwriter(r))
	if log := report.Log(r); log != "" {
		fmt.Fprintf(c.out, "\nserver log:\n%s", log)
	}
	fmt.Fprintf(c.out, "\nlatency and stalls:\n%s", report.Latency(r))
	fmt.Fprintf(c.out, "\n%s", report.Waits(r))
	if locks := report.Locks(r); locks != "" {
		fmt.Fprintf(c.out, "\n%s", locks)
	}
}

// printSystem writes what the machine and its sessions did, second by second.
func printSystem(c console, r *result.Result) {
	fmt.Fprintf(c.out, "\n$ vmstat 1\n%s\n$ iostat -dk\n%s", report.Vmstat(r, 1), report.Iostat(r))
	fmt.Fprintf(c.out, "\n$ iostat -dxk 1\n%s", report.IostatX(r, 1))
	fmt.Fprintf(c.out, "\n$ psql -c \"%s\"\n%s", report.WaitEventsQuery(r.Release), report.WaitEvents(r))
	fmt.Fprintf(c.out, "\nsessions by state:\n%s", report.Activity(r, 1))
}

// partial marks a run that was stopped.
func partial(r *result.Result) string {
	if !r.Stopped {
		return ""
	}
	if r.PlannedNs == 0 {
		return fmt.Sprintf(" (PARTIAL: stopped after %.1f s)", float64(r.VirtualNs)/1e9)
	}
	return fmt.Sprintf(" (PARTIAL: stopped after %.1f of %d s)", float64(r.VirtualNs)/1e9, r.PlannedNs/1e9)
}

// changedSettings lists the settings that differ from their defaults.
func changedSettings(r *result.Result) string {
	var b strings.Builder
	for _, s := range r.Settings {
		if s.Changed {
			fmt.Fprintf(&b, "%s = %s\n", s.Name, s.Value)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// clientCommand is the command line that starts such a run on a real server.
func clientCommand(r *result.Result) string {
	thinking := true
	dbt2 := false
	for _, s := range r.Settings {
		switch s.Name {
		case scenario.Workload.String():
			dbt2 = s.Value == "dbt-2"
		case scenario.ThinkTime.String():
			thinking = s.Value == "on"
		}
	}
	if !dbt2 {
		return pgbenchCommand(r)
	}
	command := fmt.Sprintf("run_workload.sh -c %d -d %d -w %d", r.Clients, (r.VirtualNs+5e8)/1e9, r.Scale)
	if !thinking {
		command += " -n"
	}
	return command
}

// pgbenchCommand is the command line of pgbench. Up to 8.3 it knows no length in
// seconds, see [report.PgBench]; up to the tree of June 2007 the lab's run begins with
// VACUUM of the small tables, as pgbench's does without -n.
func pgbenchCommand(r *result.Result) string {
	length := fmt.Sprintf("-T %d", r.PlannedNs/1e9)
	old := func(release string) bool {
		sc := scenario.New()
		return sc.Set(scenario.Release.String(), r.Release) == nil && !sc.Since(release)
	}
	if old("8.4") || r.PlannedNs == 0 {
		length = fmt.Sprintf("-t %d", (r.Transactions+r.Clients-1)/r.Clients)
	}
	command := fmt.Sprintf("pgbench %s -c %d", length, r.Clients)
	if !old("8.3") {
		command += " -n"
	}
	for _, s := range r.Settings {
		switch {
		case s.Name == scenario.Rate.String():
			command += " -R " + s.Value
		case s.Name == scenario.LatencyLimit.String():
			if limit, err := time.ParseDuration(strings.Replace(s.Value, "min", "m", 1)); err == nil {
				command += fmt.Sprintf(" -L %d", limit.Milliseconds())
			}
		case s.Name == scenario.Transactions.String():
			command = strings.Replace(command, length, "-t "+s.Value, 1)
		case s.Name != scenario.Workload.String():
		case s.Value == "select-only":
			command += " -S"
		case s.Value == "simple-update":
			command += " -N"
		case s.Value == "custom":
			command += " -f " + report.ScriptFile
		case s.Value == "copy", s.Value == "scan", s.Value == "vacuum":
			command += " -f " + s.Value + ".sql"
		}
	}
	return command
}

func printComparison(c console, p *plan, results []*result.Result) {
	cells := report.Compare(p.experiment, results)
	if len(cells) == 0 {
		return
	}
	fmt.Fprintf(c.out, "\n== published and simulated ==\n%s", report.CompareText(cells))
	if keys := changedKeys(p.changes); keys != "" {
		fmt.Fprintf(c.out, "The published numbers are of other settings: %s changed.\n", keys)
	}
	printFitted(c, p.experiment)
}

// changedKeys lists the changes that make the comparison one of different
// things. Another seed does not.
func changedKeys(changes []scenario.Change) string {
	var keys []string
	for _, change := range changes {
		if change.Name != scenario.Seed.String() {
			keys = append(keys, change.Key())
		}
	}
	return strings.Join(keys, ", ")
}

func printFitted(c console, e *experiment.Experiment) {
	if len(e.Fitted) == 0 {
		fmt.Fprintln(c.out, "\nNo value was fitted.")
		return
	}
	fmt.Fprintln(c.out, "\nFitted values:")
	for _, f := range e.Fitted {
		fmt.Fprintf(c.out, "  %s = %s, fitted on %s (plausible: %s)\n    %s\n", f.Label(), f.Value, f.Cell, f.Range, f.Why)
	}
}

// printProvenance tells what makes the results reproducible, and the speed.
func printProvenance(c console, results []*result.Result, wall time.Duration) {
	fmt.Fprint(c.out, "\n")
	virtual := 0.0
	for _, r := range results {
		name := r.Run
		if name != "" {
			name += ": "
		}
		fmt.Fprintf(c.out, "%sseed %d, hash %s%s\n", name, r.Seed, r.Hash(), partial(r))
		virtual += float64(r.VirtualNs) / 1e9
	}
	seconds := max(wall.Seconds(), 1e-9) // a clock may be coarse
	fmt.Fprintf(c.out, "engine %s, wall time %.2f s, speed %.0f simulated seconds per second\n",
		engine, seconds, virtual/seconds)
}
