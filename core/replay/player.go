package replay

import (
	"clocksweep/core/bufmgr"
)

// Player plays a recording to a policy and compares.
type Player struct {
	tally
	set   *Set
	pool  bufmgr.Policy
	clock bufmgr.Clock     // the pool, if it has a hand, else nil
	lists bufmgr.Directory // the pool, if it has lists, else nil

	content []int32 // by recorded buffer: the page the recording has in it, or -1
	wanted  []int32 // by event: for a victim the event of the access it is for, or -1
	procs   []proc
	rings   map[int32]*bufmgr.Ring

	round      round
	checkpoint checkpoint
	naps       naps
	triggers   triggers
	recorded   Work
	replayed   Work
	now        int64 // µs since the first line
	xid        uint32
}

// proc is a process of the recorded server.
type proc struct {
	backend bufmgr.Backend
	held    []int32 // pages it has pinned
	search  search
	writing int32 // buffer whose write has begun, -1
	listed  bool  // its last unpin sent the buffer to the freelist
}

// search is an access that has missed and waits for its page.
type search struct {
	under  bool
	hit    bool  // the page was found after all (under another policy only)
	buf    int32 // the victim, -1: given up, another one follows
	given  int32 // the victim given up, -1
	theirs int32 // the recording's victim, -1: none
	kept   bool  // the recording's victim was rejected, this policy's not
}

// NewPlayer returns a player of the set under a policy. The set must not change
// while it is played.
func NewPlayer(set *Set, pool bufmgr.Policy) *Player {
	p := &Player{set: set, pool: pool, rings: map[int32]*bufmgr.Ring{}, procs: make([]proc, len(set.Procs))}
	p.clock, _ = pool.(bufmgr.Clock)
	p.lists, _ = pool.(bufmgr.Directory)
	p.content = make([]int32, set.Buffers)
	for b := range p.content {
		p.content[b] = -1
	}
	for i := range p.procs {
		p.procs[i].writing = -1
		p.newTransaction(&p.procs[i])
	}
	p.lookAhead()
	p.round.begin(set)
	p.naps.begin(set)
	p.triggers.begin(set)
	return p
}

// newTransaction gives a process another transaction id. Only 8.0 was recorded with
// its own ids, for no other release needs them; ARC and 2Q do when they play the
// accesses of another one.
func (p *Player) newTransaction(pr *proc) {
	if p.set.Release < Release80 || p.set.Release >= Release81 {
		p.xid++
		pr.backend.Xid = p.xid
	}
}

// lookAhead finds out which access each victim is for: the next one of the same
// process.
func (p *Player) lookAhead() {
	p.wanted = make([]int32, len(p.set.Events))
	next := make([]int32, len(p.set.Procs))
	for i := range next {
		next[i] = -1
	}
	for i := len(p.set.Events) - 1; i >= 0; i-- {
		e := &p.set.Events[i]
		p.wanted[i] = -1
		switch e.Kind {
		case Access:
			next[e.Proc] = int32(i)
		case Victim:
			p.wanted[i] = next[e.Proc]
		}
	}
}

// Play plays the whole recording.
func (p *Player) Play() *Report {
	for i := range p.set.Events {
		p.step(i)
	}
	r := p.report()
	r.Events = len(p.set.Events)
	r.Recorded, r.Replayed = p.recorded, p.replayed
	return r
}

func (p *Player) step(i int) {
	e := &p.set.Events[i]
	p.now += int64(e.Dt)
	p.naps.before(p, i)
	p.triggers.before(p, e)
	p.endWrite(e)
	p.play(i, e)
	p.naps.after(p, e)
}

func (p *Player) play(i int, e *Event) {
	switch e.Kind {
	case Access:
		p.access(e)
	case Victim:
		p.victim(i, e)
	case Unpin:
		p.unpin(e)
	case Dirty:
		if b := p.find(e); b >= 0 {
			p.check(qDirty, e, "dirty before a mark", int(truth(p.pool.MarkDirty(b))), int(e.Dirty))
		}
	case Pin:
		p.pin(e)
	case Write:
		p.write(e)
	case Drop:
		if b := p.find(e); b >= 0 && p.pool.Refs(b) == 0 {
			p.pool.Invalidate(b)
		}
		p.content[e.Buf] = -1
	case ToFreelist:
		p.check(qListed, e, "sent to the freelist", int(truth(p.procs[e.Proc].listed)), int(truth(p.set.extra(e, xInList) != 1)))
	case VacuumHint:
		be := &p.procs[e.Proc].backend
		if x := p.set.extra(e, xHintXid); x != None {
			be.Xid = uint32(x)
		}
		be.SetVacuum(e.Out == '1')
	case Commit:
		p.newTransaction(&p.procs[e.Proc])
	case NewRing:
		p.newRing(e)
	case Reject:
		p.reject(i, e)
	case Snap:
		p.snapshot(e, p.set.Snaps[p.set.extra(e, xLabel)])
	case RoundBegin, RoundEstimate, RoundLook, RoundEnd:
		p.roundStep(e)
	case CheckMark, CheckHand, CheckEnd, CheckStart:
		p.checkpointStep(e)
	}
}

// find returns the buffer that has the page which the recording has in e.Buf, or
// -1.
func (p *Player) find(e *Event) int32 {
	if pg := p.content[e.Buf]; pg >= 0 {
		return p.pool.Lookup(pg)
	}
	return -1
}

func (pr *proc) holds(pg int32) bool {
	for _, h := range pr.held {
		if h == pg {
			return true
		}
	}
	return false
}

func (pr *proc) letGo(pg int32) bool {
	for i, h := range pr.held {
		if h == pg {
			pr.held = append(pr.held[:i], pr.held[i+1:]...)
			return true
		}
	}
	return false
}

// prepare tells the backend what the trace says about the coming access.
func (p *Player) prepare(e *Event) *proc {
	pr := &p.procs[e.Proc]
	pr.backend.Ring = nil
	if e.Ring != None {
		pr.backend.Ring = p.rings[e.Ring]
	}
	if e.Kind == Access {
		if x := p.set.extra(e, xXid); x != None {
			pr.backend.Xid = uint32(x)
		}
	}
	return pr
}

// access is a hit, or the end of a miss.
func (p *Player) access(e *Event) {
	if e.Out == 'h' {
		p.recorded.Hits++
	} else {
		p.recorded.Misses++
	}
	pr := p.prepare(e)
	held := pr.holds(e.Page)
	s := pr.search
	pr.search = search{}
	if !s.under { // the recording has no victim for this access
		s = p.look(pr, e.Page, held)
	}
	p.recheck(pr, e.Page, &s)
	p.check(qAccesses, e, "hit (1) or miss (0)", int(truth(s.hit)), int(truth(e.Out == 'h')))
	b := s.buf
	if s.hit {
		p.replayed.Hits++
	} else {
		p.replayed.Misses++
		if b = p.install(e, pr, s); b < 0 {
			return
		}
	}
	if !held {
		pr.held = append(pr.held, e.Page)
	}
	if e.Out != 'h' {
		p.content[e.Buf] = e.Page
	}
	p.check(qBuffers, e, "buffer", int(b), int(e.Buf))
	if e.NewPin >= 0 {
		p.check(qPins, e, "new pin", int(truth(!held)), int(e.NewPin))
	}
	p.state(e, b, "an access")
	if p.lists != nil {
		p.listMoves(e, pr)
	}
}

// look looks the page up, and chooses a victim if it is not there.
func (p *Player) look(pr *proc, pg int32, held bool) search {
	s := search{given: -1, theirs: -1}
	s.buf, s.hit = p.pool.Read(&pr.backend, pg, held)
	if !s.hit {
		s.buf, _, _ = p.choose(pr)
	}
	return s
}

// recheck looks again after the time it took to get a victim, as the server does.
func (p *Player) recheck(pr *proc, pg int32, s *search) {
	if !s.under || s.hit {
		return
	}
	if b, hit := p.pool.Recheck(&pr.backend, pg); hit {
		if s.buf >= 0 {
			p.pool.Unpin(s.buf)
		}
		s.buf, s.hit = b, true
	}
}

// install gives the victim its page, or another victim if that one was given up or
// has been pinned by somebody else meanwhile. It returns -1 if there is none.
func (p *Player) install(e *Event, pr *proc, s search) int32 {
	b := s.buf
	for range p.pool.Len() {
		if b >= 0 && p.pool.Refs(b) == 1 {
			p.clean(e, b, s.under)
			p.pool.Install(&pr.backend, b, e.Page)
			return b
		}
		if b >= 0 {
			p.pool.Unpin(b)
		}
		b, _, _ = p.choose(pr)
	}
	if b >= 0 {
		p.pool.Unpin(b)
	}
	return -1
}

func (p *Player) choose(pr *proc) (b int32, src bufmgr.Source, ok bool) {
	b, src, ok = p.pool.Choose(&pr.backend)
	if r, is := p.pool.(bufmgr.Reclaimer); is && r.Wanted() {
		p.reclaim(r)
	}
	return b, src, ok
}

// reclaim runs a whole pass of the 2014 patches as soon as one is wanted.
func (p *Player) reclaim(r bufmgr.Reclaimer) {
	for {
		b, write, ok := r.Reclaim()
		if !ok {
			return
		}
		if write {
			r.BeginWrite(b)
			r.EndWrite(b)
			p.replayed.OtherWrites++
		}
	}
}

// clean writes the victim if it is dirty and the recording has no line for that,
// which is right only if the recording has no victim here either.
func (p *Player) clean(e *Event, b int32, recorded bool) {
	if !p.pool.IsDirty(b) {
		return
	}
	p.checkIf(recorded, qVictimWrites, e, "victim written", 1, 0)
	p.pool.BeginWrite(b)
	p.pool.EndWrite(b)
	p.replayed.BackendWrites++
}

// state compares the columns usage, ref and dirty.
func (p *Player) state(e *Event, b int32, what string) {
	if e.Usage >= 0 && p.clock != nil {
		p.check(qUsage, e, "usage count of "+what, int(p.pool.Usage(b)), int(e.Usage))
	}
	if e.Refs != None {
		p.check(qRefs, e, "pins of "+what, int(p.pool.Refs(b)), int(e.Refs))
	}
	if e.Dirty >= 0 {
		p.check(qDirty, e, "dirty flag of "+what, int(truth(p.pool.IsDirty(b))), int(e.Dirty))
	}
}

var sourceLetters = [...]byte{
	bufmgr.FromFreelist: 'f', bufmgr.FromSweep: 'c', bufmgr.FromRing: 'r',
	bufmgr.FromLRU: 'l', bufmgr.FromT1: '1', bufmgr.FromT2: '2',
}

// victim is where the recording has missed and chosen a victim.
func (p *Player) victim(i int, e *Event) {
	pr := p.prepare(e)
	s := &pr.search
	src, ok := bufmgr.FromSweep, true
	switch {
	case !s.under:
		*s = search{under: true, buf: -1, given: -1, theirs: e.Buf}
		if w := p.wanted[i]; w >= 0 {
			want := &p.set.Events[w]
			if x := p.set.extra(want, xXid); x != None {
				pr.backend.Xid = uint32(x)
			}
			s.buf, s.hit = p.pool.Read(&pr.backend, want.Page, pr.holds(want.Page))
		}
		if !s.hit {
			s.buf, src, ok = p.choose(pr)
		}
	case s.buf < 0:
		s.theirs, s.given = e.Buf, -1
		s.buf, src, ok = p.choose(pr)
	default: // the recording gave its victim up, this policy did not
		s.theirs = e.Buf
	}
	p.check(qVictims, e, "victim", int(s.buf), int(e.Buf))
	if s.hit || !ok {
		return
	}
	p.check(qSources, e, "source of a victim (letter)", int(sourceLetters[src]), int(e.Out))
	b := s.buf
	// The state as found: without the pin of whoever chose it.
	if e.Usage >= 0 && p.clock != nil {
		p.check(qUsage, e, "usage count of a victim", int(p.pool.Usage(b)), int(e.Usage))
	}
	if e.Refs != None {
		p.check(qRefs, e, "pins of a victim", int(p.pool.Refs(b))-1, int(e.Refs))
	}
	if e.Dirty >= 0 {
		p.check(qDirty, e, "dirty flag of a victim", int(truth(p.pool.IsDirty(b))), int(e.Dirty))
	}
	old := int(e.Page)
	if old == None {
		old = -1
	}
	p.check(qOldPages, e, "old page of a victim", int(p.pool.PageOf(b)), old)
	p.victimExtras(e, &pr.backend, b)
}

func (p *Player) victimExtras(e *Event, be *bufmgr.Backend, b int32) {
	if x := p.set.extra(e, xHand); x != None && p.clock != nil {
		p.check(qHands, e, "clock hand", int(p.clock.Hand()), x%p.set.Buffers)
	}
	if x := p.set.extra(e, xSlot); x != None && be.Ring != nil {
		p.check(qRingSlots, e, "slot of a ring", be.Ring.Slot(), x)
		p.check(qRingSizes, e, "size of a ring", be.Ring.Len(), p.set.extra(e, xSize))
	}
	if x := p.set.extra(e, xValid); x != None {
		p.check(qOldPages, e, "victim holds a page", int(truth(p.pool.PageOf(b) != bufmgr.NoPage)), x)
	}
}

// unpin is the process's last unpin of a buffer, or of a victim it gave up.
func (p *Player) unpin(e *Event) {
	pr := &p.procs[e.Proc]
	if s := &pr.search; s.under && s.theirs == e.Buf {
		s.theirs = -1
		p.unpinned(e, p.giveUp(s))
		return
	}
	pg := p.content[e.Buf]
	if pg < 0 || !pr.letGo(pg) {
		return
	}
	b := p.pool.Lookup(pg)
	pr.listed = false
	if p.set.extra(e, xInternal) == 1 {
		p.pool.Unpin(b)
	} else {
		pr.listed = p.pool.Release(&pr.backend, b)
	}
	if p.set.extra(e, xToFree) != 1 {
		p.checkIf(p.hasToFree(), qListed, e, "sent to the freelist", int(truth(pr.listed)), 0)
	}
	p.unpinned(e, b)
	p.checkpoint.unpinned(p, e)
}

// giveUp lets the victim go, unless reject has done so already or this policy
// kept it when the recording did not. It returns the buffer.
func (p *Player) giveUp(s *search) int32 {
	if s.given < 0 && s.buf >= 0 && !s.hit && !s.kept {
		p.pool.Unpin(s.buf)
		s.given, s.buf = s.buf, -1
	}
	return s.given
}

// hasToFree: VACUUM feeds the freelist in 8.1 and 8.2.
func (p *Player) hasToFree() bool { return p.set.Release == Release81 || p.set.Release == Release82 }

func (p *Player) unpinned(e *Event, b int32) {
	if b < 0 {
		return
	}
	if e.Usage >= 0 && p.clock != nil {
		p.check(qUsage, e, "usage count after an unpin", int(p.pool.Usage(b)), int(e.Usage))
	}
	if e.Refs != None {
		p.check(qRefs, e, "pins after an unpin", int(p.pool.Refs(b)), int(e.Refs))
	}
}
