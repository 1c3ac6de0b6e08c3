package trace

import (
	"errors"
	"io"
	"strconv"

	"clocksweep/core/bufmgr"
)

// Sizes of a pool in buffers: the range of shared_buffers (128 kB to 128 GB).
const (
	MinBuffers = 16
	MaxBuffers = 16 << 20
)

// batchSize is how many accesses are read before each pool plays them. A pool
// then finds its own state in the processor's cache; the batch itself takes
// 64 kB.
const batchSize = 4096

// Config is what a trace is played to: each policy at each size.
type Config struct {
	Policies []bufmgr.Named
	Buffers  []int // sizes, MinBuffers to MaxBuffers
	Memory   int64 // bytes the pools and tables may take, without what the garbage collector leaves lying
}

// Player plays a trace. Whoever drives it shows progress ([Reader.Bytes]) and
// stops it between two steps.
type Player struct {
	reader *Reader
	config Config
	played int64 // accesses
	pools  []pool
	at     [][]pool // by policy and size; policies that cannot differ share one

	batch  []Access
	use    []uint32 // by access in the batch
	uses   uint32   // numbered so far
	recent []recent // by process
}

// recent is the page of a process's last access, and the number of that use.
type recent struct {
	page bufmgr.Page
	use  uint32
}

// NewPlayer prepares to play what r reads. It refuses a size out of range, and
// pools that do not fit into the memory.
func NewPlayer(r *Reader, c Config) (*Player, error) {
	if len(c.Policies) == 0 || len(c.Buffers) == 0 {
		return nil, errors.New("there is nothing to play to; expected at least one policy and one size")
	}
	for _, n := range c.Buffers {
		if n < MinBuffers || n > MaxBuffers {
			return nil, errors.New("a pool of " + inUnits(int64(n)*pageSize) + " is out of range; legal is " +
				inUnits(MinBuffers*pageSize) + " to " + inUnits(MaxBuffers*pageSize))
		}
	}
	costs := costOf(c)
	if err := costs.tooLarge(c); err != nil {
		return nil, err
	}
	r.limit = costs.pages(c.Memory)
	p := &Player{
		reader: r, config: c,
		batch: make([]Access, batchSize), use: make([]uint32, batchSize),
	}
	p.fill()
	return p, nil
}

// fill makes the pools.
func (p *Player) fill() {
	for i, policy := range p.config.Policies {
		if j := firstAlike(p.config.Policies, policy); j < i {
			p.at = append(p.at, p.at[j])
			continue
		}
		var row []pool
		for _, n := range p.config.Buffers {
			row = append(row, newPool(policy, n))
		}
		p.at = append(p.at, row)
		p.pools = append(p.pools, row...)
	}
}

// firstAlike returns the index of the first policy that plays as p does.
func firstAlike(list []bufmgr.Named, p bufmgr.Named) int {
	for i := range list {
		if alike(list[i].Name) == alike(p.Name) {
			return i
		}
	}
	return -1
}

// Step plays some thousand accesses. more is false when the trace has ended, or
// cannot be read any further; then err tells why, and the counts are those of
// the accesses before.
func (p *Player) Step() (more bool, err error) {
	n, err := p.reader.Next(p.batch)
	batch := p.batch[:n]
	p.number(batch)
	for _, pool := range p.pools {
		pool.play(batch, p.use)
	}
	p.played += int64(n)
	switch at, placed := err.(*Error); {
	case err == nil:
		return true, nil
	case placed && at.Problem == problemPages:
		return false, p.tooManyPages(at)
	case err != io.EOF:
		return false, err
	case p.Accesses() == 0:
		return false, errors.New("the trace has no accesses; expected at least one")
	}
	return false, nil
}

// number gives each access its transaction: a new one, unless the process
// accesses the same page as before.
func (p *Player) number(batch []Access) {
	for i := range batch {
		a := &batch[i]
		for int(a.Process) >= len(p.recent) {
			p.recent = append(p.recent, recent{page: bufmgr.NoPage})
		}
		last := &p.recent[a.Process]
		if last.page != a.Page {
			p.uses++
			*last = recent{a.Page, p.uses}
		}
		p.use[i] = last.use
	}
}

// Accesses returns how many have been played.
func (p *Player) Accesses() int64 { return p.played }

// Count returns what happened so far in the pool of a policy and a size, both
// by their place in the configuration.
func (p *Player) Count(policy, size int) Count { return p.at[policy][size].now() }

// tooManyPages tells what would work instead.
func (p *Player) tooManyPages(at *Error) error {
	costs := costOf(p.config)
	twice := costs.fixed + costs.buffers + 2*int64(p.reader.limit)*costs.page
	return &Error{at.Unit, at.Number, "the trace has more than " + strconv.Itoa(p.reader.limit) +
		" different pages, all that " + pools(costs.pools) + " can follow in " + inUnits(p.config.Memory) +
		" of memory; fewer policies or sizes can follow more, and " + roundUp(twice) + " are enough for twice as many"}
}
