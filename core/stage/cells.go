package stage

import (
	"strconv"

	"clocksweep/core/bufmgr"
)

// A cell of Cells, from the low end: its level, then flags.
const (
	// CellLevel are the bits of the level: the usage count, 0 to 5. Where a release
	// keeps none, it is the place in its lists: in 7.4's list 0 for the end that is
	// given up first, 5 for the end used last and for pinned buffers; in 8.0 1 for
	// T1 and 4 for T2.
	CellLevel = 7
	// CellEmpty: no page.
	CellEmpty = 1 << 3
	// CellDirty: of a group of buffers, half of them or more.
	CellDirty = 1 << 4
	// CellPinned: one of the group at least.
	CellPinned = 1 << 5
	// CellMarked: a checkpoint has to write it yet; one of the group at least.
	CellMarked = 1 << 6
)

// Levels of pages in 8.0's lists.
const (
	levelT1 = 1
	levelT2 = 4
)

// State is what all buffers of a pool look like at one moment.
type State struct {
	Cells []byte // one for each group of buffers
	Rels  []byte // by group: the relation of its first page, NoRelation if none
	Group int    // buffers a cell stands for

	Levels [8]int64 // buffers that hold a page, by level
	Dirty  int64
	Pinned int64
	Empty  int64
	levels []byte // by buffer: 7.4's places
}

// NoRelation is a cell without a page in State.Rels.
const NoRelation = 255

// Look fills s with the state of the pool, a cell for each group buffers.
func (p *Pool) Look(s *State, group int) {
	n := p.Len()
	cells := (n + group - 1) / group
	if cap(s.Cells) < cells {
		s.Cells, s.Rels = make([]byte, cells), make([]byte, cells)
	}
	s.Cells, s.Rels, s.Group = s.Cells[:cells], s.Rels[:cells], group
	s.Levels, s.Dirty, s.Pinned, s.Empty = [8]int64{}, 0, 0, 0
	p.places(s)
	for i := range s.Cells {
		p.cell(s, i, i*group, min((i+1)*group, n))
	}
}

// places finds the level of each buffer where the list decides about it.
func (p *Pool) places(s *State) {
	s.levels = s.levels[:0]
	list, ok := p.policy.(bufmgr.Unpinned)
	if !ok {
		return
	}
	n := p.Len()
	if cap(s.levels) < n {
		s.levels = make([]byte, n)
	}
	s.levels = s.levels[:n]
	for b := range s.levels {
		s.levels[b] = 5
	}
	place := 0
	list.Unpinned(func(b int32) {
		s.levels[b] = byte(6 * place / n)
		place++
	})
}

func (p *Pool) level(base *bufmgr.Pool, s *State, b int32) int {
	switch {
	case p.clock != nil:
		return int(base.Usage(b))
	case p.lists != nil:
		if p.lists.ListOf(b) == bufmgr.ListT2 {
			return levelT2
		}
		return levelT1
	}
	return int(s.levels[b])
}

// cell sums buffers from to to up.
func (p *Pool) cell(s *State, i, from, to int) {
	base := p.policy.Base() // called directly: this is done for every buffer of a frame
	level, dirty, full := 0, 0, 0
	flags := byte(0)
	rel := byte(NoRelation)
	for b := int32(from); b < int32(to); b++ {
		if base.Refs(b) > 0 {
			flags |= CellPinned
			s.Pinned++
		}
		pg := base.PageOf(b)
		if pg == bufmgr.NoPage {
			s.Empty++
			continue
		}
		if rel == NoRelation {
			rel = p.pages.rel[pg]
		}
		l := p.level(base, s, b)
		s.Levels[l]++
		level += l
		full++
		if base.IsDirty(b) {
			dirty++
		}
		if base.NeedsCheckpoint(b) {
			flags |= CellMarked
		}
	}
	s.Dirty += int64(dirty)
	if full == 0 {
		s.Cells[i], s.Rels[i] = flags|CellEmpty, NoRelation
		return
	}
	if 2*dirty >= to-from {
		flags |= CellDirty
	}
	s.Cells[i], s.Rels[i] = flags|byte((level+full/2)/full), rel
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
	return p.nextVictim(), round
}

func (p *Pool) nextVictim() int32 {
	switch {
	case p.clock != nil:
		return p.clock.Hand()
	case p.lists != nil:
		return p.lists.NextVictim()
	}
	first := int32(-1)
	if list, ok := p.policy.(bufmgr.Unpinned); ok {
		first = list.NextVictim()
	}
	return first
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
