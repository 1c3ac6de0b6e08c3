package stage

import (
	"strconv"

	"clocksweep/core/bufmgr"
)

// State is what all buffers of a pool look like at one moment.
type State struct {
	bufmgr.Look
	Rels []byte // by group: the relation of its first page, NoRelation if none
}

// NoRelation is a cell without a page in State.Rels.
const NoRelation = 255

// Look fills s with the state of the pool, a cell for each group buffers.
func (p *Pool) Look(s *State, group int) {
	s.Look.At(p.policy, group)
	if cap(s.Rels) < len(s.Cells) {
		s.Rels = make([]byte, len(s.Cells))
	}
	s.Rels = s.Rels[:len(s.Cells)]
	for i, pg := range s.First {
		s.Rels[i] = NoRelation
		if pg != bufmgr.NoPage {
			s.Rels[i] = p.pages.rel[pg]
		}
	}
}

// Next returns the buffer that would be given up next and, where a background
// writer runs ahead of the hand or around the pool, the one where its next round
// begins; -1 if there is none. For a clock the first is where the hand stands.
func (p *Pool) Next() (victim, round int32) {
	round = -1
	switch {
	case p.count.Rounds == 0:
	case p.rounds == justInTime:
		round = p.jit.Position()
	case p.rounds == twoScans:
		round = p.scans.Position()
	}
	return bufmgr.Next(p.policy), round
}

// Checkpoint returns how many pages the checkpoint under way, or the last one, had
// to write, how many of them are done, and whether it is under way.
func (p *Pool) Checkpoint() (todo, done int, on bool) {
	return p.check.todo, p.check.done, p.check.on
}

// Lists returns the lengths of 8.0's lists and the target of T1; ok is false under
// other releases.
func (p *Pool) Lists() (t1, t2, b1, b2, target int, ok bool) {
	if p.lists == nil {
		return 0, 0, 0, 0, 0, false
	}
	return p.lists.Length(bufmgr.ListT1), p.lists.Length(bufmgr.ListT2),
		p.lists.Length(bufmgr.ListB1), p.lists.Length(bufmgr.ListB2), p.lists.Target(), true
}

// LastBuffer returns the buffer of the last access, -1 before the first.
func (p *Pool) LastBuffer() int32 {
	if p.count.Accesses == 0 {
		return -1
	}
	return p.last.buf
}

// Tell says in words what is in buffer b, which must exist.
func (p *Pool) Tell(b int32) string {
	t := appendNumber([]byte("Buffer "), int64(b))
	pg := p.policy.PageOf(b)
	if pg == bufmgr.NoPage {
		t = append(t, ": empty"...)
	} else {
		t = p.pages.appendPage(append(t, ": "...), pg)
		switch {
		case p.clock != nil:
			t = strconv.AppendInt(append(t, ", usage count "...), int64(p.policy.Usage(b)), 10)
		case p.lists != nil:
			t = append(append(t, ", in list "...), listNames[p.lists.ListOf(b)]...)
		}
		if p.policy.IsDirty(b) {
			t = append(t, ", dirty"...)
		} else {
			t = append(t, ", clean"...)
		}
		if p.policy.NeedsCheckpoint(b) {
			t = append(t, ", to be written by the checkpoint"...)
		}
	}
	if refs := p.policy.Refs(b); refs > 0 {
		t = appendCount(append(t, ", pinned by "...), int64(refs), "process")
		if refs > 1 {
			t = append(t[:len(t)-1], "es"...) // processes
		}
	}
	return string(append(t, '.'))
}
