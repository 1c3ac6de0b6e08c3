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
	begin, updateAccount, selectAccount, updateTeller, updateBranch, insertHistory func(*backend)
}

// statements82 is up to the tree of June 2007 (tpcb82.go), statements83 8.3 to 9.2
// (tpcb.go), statements96 9.3 and later (tpcb96.go).
var (
	statements82 = statements{
		(*backend).begin82, (*backend).updateAccount82, (*backend).selectAccount82,
		(*backend).updateTeller82, (*backend).updateBranch82, (*backend).insertHistory82,
	}
	statements83 = statements{
		(*backend).begin,
		(*backend).updateAccount, (*backend).selectAccount,
		(*backend).updateTeller, (*backend).updateBranch, (*backend).insertHistory,
	}
	statements96 = statements{
		(*backend).begin,
		(*backend).updateAccount96, (*backend).selectAccount96,
		(*backend).updateTeller96, (*backend).updateBranch96, (*backend).insertHistory96,
	}
)

// oneStatement is the share of a statement on a large table before it comes to its
// first page: one of the seven of TPC-B.
const oneStatement = 14

// scriptOf returns the script of a workload. Planning and executing an update by
// index costs about twice a select by index; BEGIN and END are a round trip each.
// Inferred, not measured. The shares of simple-update are those of TPC-B in the
// same proportion.
func (s *statements) scriptOf(workload string) script {
	switch workload {
	case "select-only": // pgbench -S
		return script{{0, s.begin}, {100, s.selectAccount}, {0, (*backend).pay}}
	case "simple-update": // pgbench -N
		return script{
			{9, s.begin},
			{38, s.updateAccount},
			{22, s.selectAccount},
			{19, s.insertHistory},
			{12, (*backend).commit},
		}
	case "dbt-2":
		return script{{0, (*backend).tpcc}}
	case "copy":
		return script{{oneStatement, s.begin}, {0, (*backend).copyTable}, {0, (*backend).commit}}
	case "scan":
		return script{{oneStatement, s.begin}, {0, (*backend).scanTable}, {0, (*backend).pay}}
	case "vacuum":
		return script{{oneStatement, s.begin}, {0, (*backend).vacuumTable}, {0, (*backend).commit}}
	}
	return script{
		{6, s.begin},
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
	switch sc.Enum(scenario.Workload) {
	case "dbt-2", "copy", "scan", "vacuum":
		return func(*backend) workload.Draw { return workload.Draw{} }
	}
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
	if b.vars != nil {
		b.custom()
		return
	}
	b.startTransaction()
	b.draw = b.s.draw(b)
	b.execute(b.s.script)
}

// execute executes the statements of a script.
func (b *backend) execute(list script) {
	for i := range list {
		if share := list[i].cpu; share > 0 {
			b.statement(i, share)
		}
		list[i].run(b)
	}
}

// begin is BEGIN, which touches no page.
func (b *backend) begin() {}

// pay lets the time of the system calls pass at the end of a transaction that
// has no commit record.
func (b *backend) pay() {
	b.use(0)
	b.xid = 0
}
