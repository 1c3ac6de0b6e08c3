package server

import (
	"clocksweep/core/cpu"
	"clocksweep/core/lock"
)

// pieces is a backend whose statements compute from page access to page access,
// because it shares the locks of the buffer manager with many others. Without
// locks it is not used.
type pieces struct {
	locks *bufferLocks // nil: every lock is free
	task  cpu.Task
	spin  lock.Spinner

	budget   int64   // processor time of the statement not yet spent, ns
	piece    int64   // of it, between two accesses
	accesses int64   // of the statement so far
	usual    []int64 // accesses of each statement of the script last time
	number   int     // of the statement in the script

	// The partitions locked for a change of the table of buffers; low is -1 if
	// there is one only. changeNs is what of the change is not yet spent.
	low, high int
	changeNs  int64
}

// firstGuess is the number of accesses a statement is taken to have before it has
// run once.
const firstGuess = 5

// spread lets the processor time of a statement pass in equal pieces, one before
// each page access and one at the end. How many accesses there will be is told by
// the statement's last run.
func (c *session) spread(number int, ns int64) {
	c.endPieces()
	for len(c.usual) <= number {
		c.usual = append(c.usual, firstGuess)
	}
	c.number, c.budget, c.accesses = number, ns, 0
	c.piece = ns / (c.usual[number] + 1)
}

// spendPiece lets the time up to the next page access pass.
func (c *session) spendPiece() {
	c.accesses++
	piece := max(0, min(c.piece, c.budget))
	c.budget -= piece
	c.owed += piece
	c.catchUp()
}

// catchUp lets the processor time pass that the process owes.
func (c *session) catchUp() {
	ns := c.owed
	c.owed = 0
	c.task.Spend(ns)
}

// endPieces lets the rest of the statement's time pass and gives up the processor:
// pgbench has the next word.
func (c *session) endPieces() {
	if c.accesses > 0 && c.number < len(c.usual) { // a connection has no statements yet
		c.usual[c.number] = c.accesses
	}
	c.accesses = 0
	c.owed += max(0, c.budget)
	c.budget = 0
	c.catchUp()
	c.task.Leave()
}
