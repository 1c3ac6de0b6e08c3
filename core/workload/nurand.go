package workload

import "clocksweep/core/sim"

// nuRand is TPC-C's non-uniform random number from 0 to n-1 (clause 2.1.6) with
// the constant C = 0, as in DBT-2 (get_nurand of its common.c): the bitwise OR of
// a number up to a and one below n makes those with many bits set likely.
func nuRand(r *sim.Rand, a, n int64) int64 {
	return (r.Intn(a+1) | r.Intn(n)) % n
}

// The values of A for customer numbers, last names and items.
const (
	nuCustomer = 1023
	nuName     = 255
	nuItem     = 8191
)
