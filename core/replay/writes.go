package replay

import "clocksweep/core/bufmgr"

// sampled reports that the server was watched from outside: a write has a line
// where it begins and none for the pin that goes with it.
func (p *Player) sampled() bool { return p.set.Release >= 1000 }

// pin is a pin by somebody who is about to write the page.
func (p *Player) pin(e *Event) {
	b := p.find(e)
	if b < 0 {
		return
	}
	p.looks(e, b)
	p.pinQuiet(e, b)
	p.check(qRefs, e, "pins of a writer", int(p.pool.Refs(b)), int(e.Refs))
}

func (p *Player) pinQuiet(e *Event, b int32) {
	pr := &p.procs[e.Proc]
	pr.held = append(pr.held, p.content[e.Buf])
	p.pool.PinQuiet(b)
}

// write is a page written: a victim by the backend that chose it, or any page by
// somebody else.
func (p *Player) write(e *Event) {
	pr := &p.procs[e.Proc]
	if s := &pr.search; e.Out == 'v' && s.under && s.theirs == e.Buf {
		p.recorded.BackendWrites++
		if s.buf < 0 || s.hit {
			return
		}
		p.check(qVictimWrites, e, "dirty flag of a victim that is written", int(truth(p.pool.IsDirty(s.buf))), 1)
		if p.pool.IsDirty(s.buf) {
			p.replayed.BackendWrites++
			p.writeOut(e, pr, s.buf)
		}
		return
	}
	p.recorded.OtherWrites++
	b := p.find(e)
	if b < 0 {
		return
	}
	if p.sampled() && !pr.holds(p.content[e.Buf]) {
		p.looks(e, b)
		p.pinQuiet(e, b)
	}
	p.check(qDirty, e, "dirty flag of a page that is written", int(truth(p.pool.IsDirty(b))), 1)
	if p.pool.IsDirty(b) {
		p.replayed.OtherWrites++
		p.writeOut(e, pr, b)
	}
}

// writeOut carries a write out. Where the line stands at its beginning it ends
// with the next event of the process.
func (p *Player) writeOut(e *Event, pr *proc, b int32) {
	p.pool.BeginWrite(b)
	if p.sampled() {
		pr.writing = b
	} else {
		p.pool.EndWrite(b)
	}
	p.state(e, b, "a written page")
}

func (p *Player) endWrite(e *Event) {
	pr := &p.procs[e.Proc]
	if pr.writing >= 0 {
		p.pool.EndWrite(pr.writing)
		pr.writing = -1
	}
}

// newRing predicts the size of a ring and makes it.
func (p *Player) newRing(e *Event) {
	kind := bufmgr.RingKind(p.set.extra(e, xType) - 1)
	if p.set.Release < Release84 && kind == bufmgr.BulkWrite {
		kind = bufmgr.Vacuum
	}
	n := p.set.Release.rings().Size(kind, p.set.Buffers)
	p.check(qRingSizes, e, "size of a ring", n, p.set.extra(e, xRingSize))
	p.rings[e.Ring] = bufmgr.NewRing(kind, max(n, 1))
}

// reject is a dirty victim offered for rejection.
func (p *Player) reject(i int, e *Event) {
	recorded := e.Out == '1'
	if p.sampled() {
		// The answer is in what the process does next: it writes the victim
		// or lets it go.
		recorded = true
		for j := i + 1; j < len(p.set.Events); j++ {
			if next := &p.set.Events[j]; next.Proc == e.Proc {
				recorded = next.Kind != Write
				break
			}
		}
	}
	pr := &p.procs[e.Proc]
	s := &pr.search
	given := s.under && !s.hit && s.buf >= 0 && p.pool.Reject(&pr.backend, s.buf)
	p.check(qRejections, e, "victim given up", int(truth(given)), int(truth(recorded)))
	s.kept = recorded && !given
	if given {
		p.pool.Unpin(s.buf)
		s.given, s.buf = s.buf, -1
	}
}

// listMoves compares what ARC or 2Q did to its lists.
func (p *Player) listMoves(e *Event, pr *proc) {
	if e.X == None || p.set.Release >= Release81 || p.set.Release < Release80 {
		return
	}
	m := p.lists.LastMove()
	vacuum := p.set.extra(e, xVacuum) == 1
	p.check(qHints, e, "vacuum hint", int(truth(pr.backend.Vacuum)), int(truth(vacuum)))
	if from := p.set.extra(e, xFrom); from != None {
		p.check(qMoves, e, "list before a hit", int(m.From), from)
		p.check(qMoves, e, "list after a hit", int(m.To), p.set.extra(e, xTo))
		return
	}
	p.check(qGhosts, e, "ghost list", int(m.Ghost), p.set.extra(e, xGhost))
	p.check(qInto, e, "list entered", int(m.To), p.set.extra(e, xInto))
	p.check(qReplaced, e, "where the replaced page went", int(m.Replaced), p.set.extra(e, xReplaced))
	p.check(qTargets, e, "target", p.lists.Target(), p.set.extra(e, xTarget))
	for _, l := range [...]struct {
		list bufmgr.List
		x    int
		name string
	}{{bufmgr.ListT1, xT1, "T1"}, {bufmgr.ListT2, xT2, "T2"}, {bufmgr.ListB1, xB1, "B1"}, {bufmgr.ListB2, xB2, "B2"}} {
		p.check(qLengths, e, "length of "+l.name, p.lists.Length(l.list), p.set.extra(e, l.x))
	}
}
