package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"clocksweep/core/scenario"
)

// use is what the lab makes of an option of pgbench.
type use uint8

const (
	sets     use = iota // a setting has its value
	chooses             // it says which script runs
	idle                // it is taken and changes nothing; why
	refuses             // it would change the run in a way that the lab cannot; why
	quiet               // what it asks for is so anyway
	protocol            // -M
)

// option is an option of pgbench.
type option struct {
	names   string // separated by blanks
	valued  bool
	use     use
	setting scenario.ID
	why     string
}

const (
	oneDatabase = "there is one server with one database"
	initialized = "the tables are as pgbench -i leaves them; scale and after_init say what there is to say"
)

// options are those of pgbench of all releases, as far as they say something about
// a run (pgbench.c, main).
var options = []option{
	{names: "s scale", valued: true, setting: scenario.Scale},
	{names: "c client", valued: true, setting: scenario.Clients},
	{names: "t transactions", valued: true, setting: scenario.Transactions},
	{names: "T time", valued: true, setting: scenario.Duration},
	{names: "R rate", valued: true, setting: scenario.Rate},
	{names: "L latency-limit", valued: true, setting: scenario.LatencyLimit},
	{names: "random-seed", valued: true, setting: scenario.Seed},
	{names: "S select-only", use: chooses},
	{names: "N skip-some-updates", use: chooses},
	{names: "b builtin", valued: true, use: chooses},
	{names: "f file", valued: true, use: chooses},
	{names: "D define", valued: true, use: chooses},
	{names: "n no-vacuum", use: quiet},
	{names: "M protocol", valued: true, use: protocol},
	{names: "j jobs", valued: true, use: idle, why: "the lab's pgbench is never what everybody waits for"},
	{names: "P progress", valued: true, use: idle, why: "each second of the run is in its result"},
	{names: "r report-latencies report-per-command", use: idle, why: "the result tells where the time of a transaction goes, not in which statement"},
	{names: "h host", valued: true, use: idle, why: oneDatabase},
	{names: "p port", valued: true, use: idle, why: oneDatabase},
	{names: "U username", valued: true, use: idle, why: oneDatabase},
	{names: "i initialize", use: refuses, why: initialized},
	{names: "I init-steps", valued: true, use: refuses, why: initialized},
	{names: "F fillfactor", valued: true, use: refuses, why: initialized},
	{names: "v vacuum-all", use: refuses, why: "the tables are vacuumed when the run begins; after_init says what the caches hold then"},
	{names: "C connect", use: refuses, why: "each client keeps its connection"},
	{names: "l log", use: refuses, why: "there is no log of single transactions"},
	{names: "max-tries", valued: true, use: refuses, why: "a transaction that fails begins anew"},
}

// pgbenchLine makes settings of a command line of pgbench.
type pgbenchLine struct {
	script  string // the setting script, for which "-f -" stands
	changes []scenario.Change
	idle    []error // what is taken and changes nothing

	workloads []string // names of what was chosen
	defined   string   // \set for each -D
	bounds    []string // of -t and -T
	err       error    // the first option that is wrong
}

func (l *pgbenchLine) read(words []string) error {
	flags := newFlags("workload")
	byName := map[string]*option{}
	for i := range options {
		o := &options[i]
		for _, name := range strings.Fields(o.names) {
			byName[name] = o
			take := func(value string) error {
				if err := l.take(o, name, value); err != nil && l.err == nil {
					l.err = usagef("workload: %s: %w", spelled(o, name, value), err)
				}
				return nil
			}
			if o.valued {
				flags.Func(name, "", take)
			} else {
				flags.BoolFunc(name, "", take)
			}
		}
	}
	rest, err := parse(flags, apart(words, byName))
	switch {
	case err != nil:
		return err
	case l.err != nil:
		return l.err
	case len(rest) > 1:
		return usagef("workload: %q is one name of a database too many; %s", rest[1], legalFlags(flags))
	case len(rest) == 1:
		l.ignore(rest[0], oneDatabase)
	}
	return l.finish()
}

// apart separates short options that are written together, as in -c4 and -nS.
func apart(words []string, byName map[string]*option) []string {
	var list []string
	for _, w := range words {
		for len(w) > 2 && w[0] == '-' && w[1] != '-' && byName[w[1:]] == nil && byName[w[1:2]] != nil && w[2] != '=' {
			list = append(list, w[:2])
			if byName[w[1:2]].valued {
				w = w[2:]
				break
			}
			w = "-" + w[2:]
		}
		list = append(list, w)
	}
	return list
}

func (l *pgbenchLine) ignore(what, why string) {
	l.idle = append(l.idle, fmt.Errorf("workload: %s makes no difference: %s", what, why))
}

func (l *pgbenchLine) set(id scenario.ID, value string) {
	l.changes = append(l.changes, scenario.Change{Name: id.String(), Value: value})
}

// take takes one option.
func (l *pgbenchLine) take(o *option, name, value string) error {
	switch o.use {
	case sets:
		if o.setting == scenario.Transactions || o.setting == scenario.Duration {
			l.bounds = append(l.bounds, spelled(o, name, ""))
		}
		l.set(o.setting, value)
	case chooses:
		return l.choose(o.names[:1], value)
	case idle:
		if n, err := strconv.Atoi(value); o.names[:1] == "j" && (err != nil || n < 1) {
			return fmt.Errorf("legal is a number of threads, 1 at least")
		}
		l.ignore(spelled(o, name, value), o.why)
	case refuses:
		return fmt.Errorf("the lab does not have it: %s", o.why)
	case protocol:
		if value != "simple" {
			return fmt.Errorf("the processor times of the lab are those of simple queries; legal is simple, and cpu_per_transaction for what the others cost")
		}
	}
	return nil
}

// spelled returns an option as one writes it.
func spelled(o *option, name, value string) string {
	s := "-" + name
	if len(name) > 1 {
		s = "-" + s
	}
	if o.valued && value != "" {
		s += " " + value
	}
	return s
}

// choose takes an option that says what to run.
func (l *pgbenchLine) choose(short, value string) error {
	switch short {
	case "S":
		l.workloads = append(l.workloads, "select-only")
	case "N":
		l.workloads = append(l.workloads, "simple-update")
	case "b":
		for _, name := range []string{"tpcb-like", "simple-update", "select-only"} {
			if value != "" && strings.HasPrefix(name, value) { // pgbench takes a beginning, too
				l.workloads = append(l.workloads, strings.Replace(name, "tpcb-like", "tpc-b", 1))
				return nil
			}
		}
		return fmt.Errorf("legal is tpcb-like, simple-update or select-only")
	case "f":
		l.workloads = append(l.workloads, "custom")
		return l.readScript(value)
	case "D":
		name, number, ok := strings.Cut(value, "=")
		if !ok {
			return fmt.Errorf("legal is name=number")
		}
		l.defined += "\\set " + name + " " + number + "\n"
	}
	return nil
}

// readScript reads the file of -f; - is the setting script.
func (l *pgbenchLine) readScript(name string) error {
	if name == "-" {
		if l.script == "" {
			return fmt.Errorf("it stands for the setting script, which has no value; legal is for instance script='SELECT abalance FROM pgbench_accounts WHERE aid = 1'")
		}
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	l.script = string(text)
	return nil
}

// finish makes settings of what was chosen.
func (l *pgbenchLine) finish() error {
	switch {
	case len(l.workloads) > 1:
		return usagef("workload: %s exclude each other; legal is one of -S, -N, -b and -f", strings.Join(l.workloads, " and "))
	case len(l.bounds) > 1:
		return usagef("workload: %s and %s exclude each other", l.bounds[0], l.bounds[1])
	case len(l.workloads) == 0:
		l.workloads = []string{"tpc-b"}
	}
	l.set(scenario.Workload, l.workloads[0])
	if l.workloads[0] == "custom" {
		l.set(scenario.Script, l.defined+l.script)
	} else if l.defined != "" {
		l.ignore("-D", "pgbench's own scripts use no such variable")
	}
	return nil
}
