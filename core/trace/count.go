package trace

// Count is what happened in one pool.
type Count struct {
	Accesses int64 // hits and misses
	Hits     int64 // the page was in the pool
	Misses   int64 // a victim was taken for it
	Extends  int64 // those of the misses that read nothing, because the page was new
	Writes   int64 // dirty pages written because their buffer was needed
	Dirty    int64 // pages that are still dirty now
}

func (c *Count) miss(a *Access) {
	c.Misses++
	if a.Op == Extend {
		c.Extends++
	}
}

// Reads returns the number of pages read.
func (c Count) Reads() int64 { return c.Misses - c.Extends }

// HitRatio returns the share of hits among the accesses to pages that there
// were already, from 0 to 1, and 0 without any. As in PostgreSQL's own figures,
// an extend is neither a hit nor a read.
func (c Count) HitRatio() float64 {
	if c.Accesses == c.Extends {
		return 0
	}
	return float64(c.Hits) / float64(c.Accesses-c.Extends)
}
