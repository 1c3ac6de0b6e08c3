package server

import (
	"clocksweep/core/pgbench"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
	"clocksweep/core/workload"
)

// Custom scripts (pgbench -f). Their statements are those of the release; what
// differs from the built-in scripts is which rows they go to, and that a statement
// outside of BEGIN and END is a transaction of its own.

// scriptRandom is the generator of a script's random numbers up to 14, whose own
// pgbench seeds from the clock.
type scriptRandom struct{ sim.Rand }

func (r *scriptRandom) Below(n int64) int64 { return r.Intn(n) }
func (r *scriptRandom) Float() float64      { return r.Float64() }

// startScript gives a client its variables.
func (s *Server) startScript(b *backend, sc *scenario.Scenario) {
	var random pgbench.Random = &b.random
	if !sc.Since("15") {
		random = &scriptRandom{sim.NewRand(sc.Seed()+uint64(b.id)<<32, "script")}
	}
	b.vars = s.custom.NewClient(random, s.db.Scale, int64(b.id), sc.Seed())
	b.held = make([]rowKey, 0, s.custom.MostUpdates)
}

// custom runs the script once.
func (b *backend) custom() {
	s := b.s
	for i := range s.custom.Ops {
		op := &s.custom.Ops[i]
		n, err := b.vars.Eval(op)
		if err != nil { // pgbench gives the client up, and the server ends its transaction
			b.failed = true
			panic(scriptFailed{})
		}
		if op.CPU > 0 {
			b.compute(i, s.transactionNs*op.CPU/s.scriptCPU)
		}
		b.do(op, n)
	}
}

// scriptFailed is what a process panics with when a variable cannot be computed.
type scriptFailed struct{}

// do carries out one operation; n is what [pgbench.Client.Eval] returned for it.
func (b *backend) do(op *pgbench.Op, n int64) {
	st := b.s.statements()
	if op.Alone || op.Kind == pgbench.Begin {
		b.startTransaction()
		st.begin(b)
	}
	switch op.Kind {
	case pgbench.Set, pgbench.Begin:
		return
	case pgbench.End:
		b.endBlock()
		return
	case pgbench.Sleep:
		b.use(0)
		outer := b.p.Enter(result.WaitDelay)
		b.p.Sleep(n)
		b.p.Enter(outer)
		return
	case pgbench.Insert:
		b.changed = true
		st.insertHistory(b)
	case pgbench.Select, pgbench.Update:
		b.rowStatement(st, op, n-1)
	}
	if op.Alone {
		b.endBlock()
	}
}

// rowStatement goes to the row of a table, counted from 0.
func (b *backend) rowStatement(st *statements, op *pgbench.Op, row int64) {
	db := b.s.db
	switch op.Table {
	case pgbench.Accounts:
		b.draw.Account = row
		switch {
		case b.missing(b.s.accountKey, &db.AccountKey, row):
			return
		case op.Kind == pgbench.Select:
			st.selectAccount(b)
			return
		}
		st.updateAccount(b)
	case pgbench.Tellers:
		if b.draw.Teller = row; b.missing(b.s.tellerKey, &db.TellerKey, row) {
			return
		}
		st.updateTeller(b)
	case pgbench.Branches:
		if b.draw.Branch = row; b.missing(b.s.branchKey, &db.BranchKey, row) {
			return
		}
		st.updateBranch(b)
	}
	b.changed = true
}

// missing reports whether there is no such row. To find that out takes the way
// through the index to the leaf where it would be.
func (b *backend) missing(key *relation, x *workload.Index, row int64) bool {
	if 0 <= row && row < x.Rows() {
		return false
	}
	b.release(b.descend(key, x, max(0, min(row, x.Rows()-1))))
	return true
}

// endBlock is END: a transaction that has changed nothing needs no record.
func (b *backend) endBlock() {
	if b.changed {
		b.commit()
		return
	}
	b.pay()
	b.end()
}
