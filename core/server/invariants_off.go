//go:build !invariants

package server

// invariants is off: the books are not checked during a run.
const invariants = false
