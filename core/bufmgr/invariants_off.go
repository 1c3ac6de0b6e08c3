//go:build !invariants

package bufmgr

// invariants is off: the checks cost nothing, the compiler drops them.
const invariants = false
