//go:build invariants

package server

// invariants turns on a check of the books at every sampled second.
const invariants = true
