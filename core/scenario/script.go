package scenario

import (
	"strconv"
	"strings"

	"clocksweep/core/pgbench"
	"clocksweep/core/sim"
)

// standardScript is what script is if nobody sets it: pgbench's own transaction.
const standardScript = `\set aid random(1, 100000 * :scale); \set bid random(1, 1 * :scale); \set tid random(1, 10 * :scale); ` +
	`\set delta random(-5000, 5000); BEGIN; ` +
	`UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid; ` +
	`SELECT abalance FROM pgbench_accounts WHERE aid = :aid; ` +
	`UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid; ` +
	`UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid; ` +
	`INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP); END`

const exampleScript = `'\set aid random(1, 100000 * :scale); SELECT abalance FROM pgbench_accounts WHERE aid = :aid'`

// setScript sets the script, in its one-line form.
func (s *Scenario) setScript(text string) error {
	script, err := pgbench.Parse(text)
	if err != nil {
		e := err.(*pgbench.Error)
		return &Error{Setting: settings[Script].Name, Value: e.Text, Problem: "in line " + strconv.Itoa(e.Line) + " of the script " + e.Problem, Legal: e.Legal}
	}
	s.explicit[Script], s.values[Script] = true, value{text: script.Text}
	return nil
}

// checkScript computes the script once and returns an error if pgbench would give
// up at it.
func (s *Scenario) checkScript() error {
	if !s.InForce(Script) {
		return nil
	}
	op, err := s.Script().Try(&dice{sim.NewRand(s.Seed(), "script")}, s.Int(Scale))
	if err == nil {
		return nil
	}
	return &Error{Setting: settings[Script].Name, Value: op.Text, Problem: "cannot be computed: " + err.Error()}
}

// dice is a generator of random numbers for a trial.
type dice struct{ sim.Rand }

func (d *dice) Below(n int64) int64 { return d.Intn(n) }
func (d *dice) Float() float64      { return d.Float64() }

// customCPU returns the processor time of the script in microseconds, given that of
// TPC-B and of one select alone.
func (s *Scenario) customCPU(tpcb, selectOnly int64) int64 {
	script := s.Script()
	if selects := script.Selects(); selects > 0 && !script.Writes() {
		return min(selects*selectOnly, int64(settings[CPUPerTransaction].Max))
	}
	cpu := tpcb * script.CPU() / 100
	return max(int64(settings[CPUPerTransaction].Min), min(cpu, int64(settings[CPUPerTransaction].Max)))
}

// quote returns a value as [Parse] reads it.
func (d *Setting) quote(text string) string {
	if d.Kind != KindText {
		return text
	}
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(text) + "'"
}
