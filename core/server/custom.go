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
	switch op.Kind {
	case pgbench.Set:
		return
	case pgbench.Begin:
		b.beginBlock(st)
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
	}
	if op.Alone {
		b.beginBlock(st)
	}
	if op.Kind == pgbench.Insert {
		st.insertHistory(b)
		b.wrote = true
	} else {
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
		if b.draw.Account = row; b.missing(b.s.accountKey, &db.AccountKey, row) {
			return
		}
		if op.Kind == pgbench.Select {
			st.selectAccount(b)
		} else {
			st.updateAccount(b)
			b.wrote = true
		}
	case pgbench.Tellers:
		if b.draw.Teller = row; !b.missing(b.s.tellerKey, &db.TellerKey, row) {
			st.updateTeller(b)
			b.wrote = true
		}
	case pgbench.Branches:
		if b.draw.Branch = row; !b.missing(b.s.branchKey, &db.BranchKey, row) {
			st.updateBranch(b)
			b.wrote = true
		}
	}
}

// beginBlock begins a transaction.
func (b *backend) beginBlock(st *statements) {
	b.startTransaction()
	st.begin(b)
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
	if b.wrote {
		b.wrote = false
		b.commit()
		return
	}
	b.pay()
	b.end()
}
