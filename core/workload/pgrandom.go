package workload

// Random is the generator of pgbench from 15 on: xoroshiro128** (common/pg_prng.c;
// Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2018).
// With the same seed a run of the lab picks the rows that pgbench --random-seed
// picks.
type Random struct{ s0, s1 uint64 }

// NewRandom returns the generator of pgbench's own, seeded with seed. Each
// client gets one of its own with [Random.Client], in order.
func NewRandom(seed uint64) Random {
	var r Random
	r.s0 = splitMix(&seed)
	r.s1 = splitMix(&seed)
	return r
}

// Client returns the generator of the next client (initRandomState of pgbench.c).
func (r *Random) Client() Random { return NewRandom(r.next()) }

// splitMix spreads a seed over the generator's state.
func splitMix(seed *uint64) uint64 {
	*seed += 0x9e3779b97f4a7c15
	v := *seed
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

func (r *Random) next() uint64 {
	low, mixed := r.s0, r.s1^r.s0
	value := rotate(low*5, 7) * 9
	r.s0 = rotate(low, 24) ^ mixed ^ mixed<<16
	r.s1 = rotate(mixed, 37)
	return value
}

func rotate(x uint64, bits uint) uint64 { return x<<bits | x>>(64-bits) }

// Below returns a number from 0 to n-1 (pg_prng_uint64_range): as many of the
// upper bits as n-1 has, drawn again until they are small enough.
func (r *Random) Below(n int64) int64 {
	last := uint64(n - 1)
	if last == 0 {
		return 0
	}
	shift := 0
	for last<<shift>>63 == 0 {
		shift++
	}
	for {
		if v := r.next() >> shift; v <= last {
			return int64(v)
		}
	}
}

// Float returns a number from 0 to 1, 1 excluded: the upper 52 bits
// (pg_prng_double).
func (r *Random) Float() float64 { return float64(r.next()>>12) / (1 << 52) }

// DrawUpdate picks the rows of the scripts that write, in the order of their
// variables: aid, bid, tid, delta.
func (t *TPCB) DrawUpdate(r *Random) Draw {
	var d Draw
	d.Account = r.Below(t.Scale * AccountsPerScale)
	d.Branch = r.Below(t.Scale * BranchesPerScale)
	d.Teller = r.Below(t.Scale * TellersPerScale)
	r.Below(10001) // delta, -5000 to 5000
	return d
}

// DrawSelect picks the row of the select-only script.
func (t *TPCB) DrawSelect(r *Random) Draw {
	return Draw{Account: r.Below(t.Scale * AccountsPerScale)}
}
