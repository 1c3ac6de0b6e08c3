package result

// Snapshot is what the pool looks like at the end of a second of [Series].
type Snapshot struct {
	Second int64    // 1 is the end of the first
	Group  int64    // buffers a cell stands for
	Levels [8]int64 // buffers that hold a page, by usage count; bufmgr.CellLevel tells what it is where a release keeps none
	Dirty  int64
	Pinned int64
	Empty  int64
	Hand   int64  // buffer that goes next, where the clock hand stands; -1: none
	Round  int64  // buffer at which the background writer goes on, next_to_clean; -1: none
	Clock  bool   // there is a clock hand
	Cells  []byte // in buffer order, flags of bufmgr.Look
}

// At returns the last of r's snapshots that was taken until then, in seconds of the
// run, or the first, or nil if there is none.
func (r *Result) At(second int64) *Snapshot {
	var found *Snapshot
	for i := range r.Pool {
		if found == nil || r.Pool[i].Second <= second {
			found = &r.Pool[i]
		}
	}
	return found
}

// snapshots passes what the pool looked like. A cell takes a byte.
func (c *codec) snapshots(list *[]Snapshot) {
	slice(c, list, func(v *Snapshot) {
		c.ints(&v.Second, &v.Group)
		for i := range v.Levels {
			c.int(&v.Levels[i])
		}
		c.ints(&v.Dirty, &v.Pinned, &v.Empty, &v.Hand, &v.Round)
		c.bool(&v.Clock)
		cells := string(v.Cells)
		c.string(&cells)
		if c.read {
			v.Cells = []byte(cells)
		}
	})
}
