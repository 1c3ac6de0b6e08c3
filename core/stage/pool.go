package stage

import (
	"clocksweep/core/bgwriter"
	"clocksweep/core/bufmgr"
)

// Pool is a policy with its release's writers, and what happened in it.
type Pool struct {
	Release
	About  string // one line: the releases and the rule
	policy bufmgr.Policy
	clock  bufmgr.Clock     // the policy, if it has a hand, else nil
	lists  bufmgr.Directory // the policy, if it has lists, else nil
	spare  bufmgr.Reclaimer // the policy, if somebody else fills its freelist, else nil
	pages  *Pages

	proc  [Processes]process
	count Count
	last  happened
	pins  []pinned // before the hand turned

	refused int64 // accesses that found every buffer pinned

	jit     bgwriter.JustInTime
	scans   bgwriter.Scans
	cleaned bgwriter.Percent
	check   checkpoint
	dirty   []int32    // 8.0: the dirty list
	listed  [2][]int32 // 8.0: T1 and T2
	// Made once, because a function value made in a round would be garbage.
	collect [2]func(bufmgr.Entry) // adds to listed
	isDirty func(b int32) bool
}

// process is a process as one pool sees it.
type process struct {
	backend bufmgr.Backend
	held    []pin
	pass    uint32 // whose ring the backend has
}

// pin is a page that a process has pinned so many times; the pool sees it once.
type pin struct {
	page  bufmgr.Page
	times int32
}

// Count is what happened in a pool since the stream began.
type Count struct {
	Accesses int64
	Hits     int64
	Misses   int64 // a victim was taken
	Extends  int64 // those of the misses that read nothing, because the page was new

	FromFreelist, FromHand, FromRing, FromList int64 // misses by where the victim came from

	Passed int64 // buffers that the hand went over in search of victims, these included
	Taken  int64 // usage counts it took from them

	Dirtied             int64 // clean pages that became dirty
	BackendWrites       int64 // dirty victims
	RoundWrites         int64
	CheckpointWrites    int64
	Rounds, Checkpoints int64 // begun so far
}

// Writes returns how many pages were written.
func (c *Count) Writes() int64 { return c.BackendWrites + c.RoundWrites + c.CheckpointWrites }

func newPool(named bufmgr.Named, release Release, buffers int, pages *Pages) *Pool {
	p := &Pool{Release: release, About: named.About, policy: named.New(buffers), pages: pages}
	p.clock, _ = p.policy.(bufmgr.Clock)
	p.lists, _ = p.policy.(bufmgr.Directory)
	p.spare, _ = p.policy.(bufmgr.Reclaimer)
	p.isDirty = p.policy.IsDirty
	for i := range p.collect {
		p.collect[i] = func(e bufmgr.Entry) { p.listed[i] = append(p.listed[i], e.Buf) }
	}
	return p
}

// Len returns the number of buffers.
func (p *Pool) Len() int { return p.policy.Len() }

// HasHand reports whether the policy has a clock hand.
func (p *Pool) HasHand() bool { return p.clock != nil }

// Count returns what happened so far.
func (p *Pool) Count() Count { return p.count }

// Check returns the first broken invariant of the policy's structure.
func (p *Pool) Check() error { return p.policy.Check() }

// play does one step.
func (p *Pool) play(s *Step) {
	pr := &p.proc[s.Proc]
	switch s.Op {
	case Pin, Extend:
		p.access(pr, s)
	case Dirty:
		p.change(s.Page)
	case Unpin:
		p.unpin(pr, s.Page)
	}
}

func (p *Pool) access(pr *process, s *Step) {
	p.prepare(pr, s)
	p.count.Accesses++
	p.last = happened{page: s.Page, op: s.Op, proc: s.Proc, purpose: s.Purpose, old: bufmgr.NoPage}
	if p.clock != nil {
		if b := p.policy.Lookup(s.Page); b >= 0 {
			p.last.usage = p.policy.Usage(b)
		}
	}
	held := pr.hold(s.Page)
	b, hit := p.policy.Read(&pr.backend, s.Page, held)
	if hit {
		p.count.Hits++
		p.last.hit, p.last.held = true, held
	} else {
		b = p.load(pr, s)
	}
	p.last.buf = b
	if b >= 0 && p.lists != nil {
		p.last.move = p.lists.LastMove()
	}
}

// prepare tells the backend what it reads for.
func (p *Pool) prepare(pr *process, s *Step) {
	be := &pr.backend
	be.Xid = s.Xid
	if s.Pass == pr.pass {
		return
	}
	pr.pass = s.Pass
	rel, _ := p.pages.Of(s.Page)
	be.Ring = p.ring(s.Purpose, p.pages.Blocks(rel), p.Len())
	if p.hint && be.Vacuum != (s.Purpose == Clean) {
		be.SetVacuum(s.Purpose == Clean)
	}
}

// load brings a page in and returns its buffer, or -1 if every buffer is pinned:
// the server would fail with "no unpinned buffers available", and the process goes
// on without the page.
func (p *Pool) load(pr *process, s *Step) int32 {
	if p.spare != nil {
		p.reclaim()
	}
	before := p.handAt()
	p.notePinned()
	b, src, ok := p.policy.Choose(&pr.backend)
	p.noteSweep(before, ok)
	if !ok {
		pr.letGo(s.Page)
		p.last.full = true
		p.refused++
		return -1
	}
	p.last.source, p.last.old = src, p.policy.PageOf(b)
	if p.policy.IsDirty(b) {
		p.last.oldDirty = true
		p.count.BackendWrites++
		p.write(b)
	}
	p.policy.Install(&pr.backend, b, s.Page)
	p.count.Misses++
	if s.Op == Extend {
		p.count.Extends++
	}
	switch src {
	case bufmgr.FromFreelist:
		p.count.FromFreelist++
	case bufmgr.FromSweep:
		p.count.FromHand++
	case bufmgr.FromRing:
		p.count.FromRing++
	default:
		p.count.FromList++
	}
	return b
}

// reclaim runs a whole pass of the 2014 patches when the freelist has become short.
func (p *Pool) reclaim() {
	for wanted := p.spare.Wanted(); wanted; {
		b, write, ok := p.spare.Reclaim()
		if write {
			p.count.RoundWrites++
			p.write(b)
		}
		wanted = ok
	}
}

func (p *Pool) write(b int32) {
	p.policy.BeginWrite(b)
	p.policy.EndWrite(b)
}

func (p *Pool) change(pg bufmgr.Page) {
	if b := p.policy.Lookup(pg); b >= 0 {
		p.last.dirtied = p.last.dirtied || b == p.last.buf
		if !p.policy.MarkDirty(b) {
			p.count.Dirtied++
		}
	}
}

func (p *Pool) unpin(pr *process, pg bufmgr.Page) {
	if pr.letGo(pg) {
		if b := p.policy.Lookup(pg); b >= 0 {
			p.policy.Release(&pr.backend, b)
		}
	}
}

// hold notes a pin and reports whether the process has the page pinned already.
func (pr *process) hold(pg bufmgr.Page) (already bool) {
	for i := range pr.held {
		if pr.held[i].page == pg {
			pr.held[i].times++
			return true
		}
	}
	pr.held = append(pr.held, pin{pg, 1})
	return false
}

// letGo takes a pin back and reports whether it was the last one.
func (pr *process) letGo(pg bufmgr.Page) (last bool) {
	for i := range pr.held {
		if h := &pr.held[i]; h.page == pg {
			if h.times--; h.times > 0 {
				return false
			}
			pr.held = append(pr.held[:i], pr.held[i+1:]...)
			return true
		}
	}
	return false
}
