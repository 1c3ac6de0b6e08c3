//go:build invariants

package bufmgr

// invariants turns on the checks after each change.
const invariants = true
