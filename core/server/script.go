package server

import (
	"clocksweep/core/scenario"
	"clocksweep/core/workload"
)

// script is what pgbench repeats: its statements in order.
type script []statement

// statement is one statement of a script and its share of the transaction's
// processor time in per cent.
type statement struct {
	cpu int64
	run func(*backend)
}

// statements are the statements as page accesses, which differ by era.
type statements struct {
	updateAccount, selectAccount, updateTeller, updateBranch, insertHistory func(*backend)
}

// statements83 is 8.3 to 9.2 (tpcb.go), statements96 9.6 and later (tpcb96.go).
var (
	statements83 = statements{
		(*backend).updateAccount, (*backend).selectAccount,
		(*backend).updateTeller, (*backend).updateBranch, (*backend).insertHistory,
	}
	statements96 = statements{
		(*backend).updateAccount96, (*backend).selectAccount96,
		(*backend).updateTeller96, (*backend).updateBranch96, (*backend).insertHistory96,
	}
)

// scriptOf returns the script of a workload. Planning and executing an update by
// index costs about twice a select by index; BEGIN and END are a round trip each.
// Inferred, not measured. The shares of simple-update are those of TPC-B in the
// same proportion.
func (s *statements) scriptOf(workload string) script {
	switch workload {
	case "select-only": // pgbench -S
		return script{{100, s.selectAccount}, {0, (*backend).pay}}
	case "simple-update": // pgbench -N
		return script{
			{9, (*backend).begin},
			{38, s.updateAccount},
			{22, s.selectAccount},
			{19, s.insertHistory},
			{12, (*backend).commit},
		}
	}
	return script{
		{6, (*backend).begin},
		{24, s.updateAccount},
		{14, s.selectAccount},
		{18, s.updateTeller},
		{18, s.updateBranch},
		{12, s.insertHistory},
		{8, (*backend).commit},
	}
}

// drawOf returns what picks the rows of a transaction: from 15 on pgbench's own
// random numbers.
func drawOf(sc *scenario.Scenario) func(*backend) workload.Draw {
	switch {
	case !sc.Since("15"):
		return func(b *backend) workload.Draw { return b.s.db.Draw(&b.rnd) }
	case sc.Enum(scenario.Workload) == "select-only":
		return func(b *backend) workload.Draw { return b.s.db.DrawSelect(&b.random) }
	}
	return func(b *backend) workload.Draw { return b.s.db.DrawUpdate(&b.random) }
}

// transaction runs the script once.
func (b *backend) transaction() {
	b.draw = b.s.draw(b)
	for i := range b.s.script {
		if share := b.s.script[i].cpu; share > 0 {
			b.statement(i, share)
		}
		b.s.script[i].run(b)
	}
}

// begin is BEGIN, which touches no page.
func (b *backend) begin() {}

// pay lets the time of the system calls pass at the end of a transaction that
// has no commit record.
func (b *backend) pay() { b.use(0) }
