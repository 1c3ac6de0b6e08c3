package replay

import (
	"strconv"

	"clocksweep/core/bufmgr"
)

// Snapshot is the whole state of a pool at one moment. Fields that a recording
// lacks are None in all its snapshots.
type Snapshot struct {
	Label     string
	Hand      int32
	FirstFree int32
	Passes    int32
	Allocs    int32
	Target    int32
	Lengths   [4]int32 // of B1, T1, T2, B2
	Buffers   []BufferState
	Lists     [4][]bufmgr.Entry // of B1, T1, T2, B2; Page as in Set.Pages
	Unpinned  []int32           // 7.4: least recently used first
	// Hash stands for Buffers, Lists and Unpinned in a compact recording, where
	// they are nil.
	Hash uint64
}

// BufferState is a buffer in a snapshot.
type BufferState struct {
	Page  int32 // -1: none
	Dirty bool
	Usage int32
	Refs  int32
	Next  int32 // on the freelist
}

// like returns the state of the policy as a snapshot with what want has.
func (p *Player) like(want *Snapshot) *Snapshot {
	pool := p.pool
	s := &Snapshot{Label: want.Label, Hand: None, FirstFree: None, Passes: None, Allocs: None, Target: None,
		Lengths: [4]int32{None, None, None, None}}
	if c, ok := pool.(bufmgr.Clock); ok {
		s.Hand = c.Hand()
		s.Passes, s.Allocs = int32(c.Turns()), int32(c.Allocs())
	}
	next := make([]int32, pool.Len())
	_, isLRU := pool.(bufmgr.Unpinned)
	for i := range next {
		next[i] = -2
		if isLRU {
			next[i] = None // 7.4 links the unpinned buffers there
		}
	}
	last := int32(-1)
	s.FirstFree = -1
	pool.Freelist(func(b int32) {
		if last < 0 {
			s.FirstFree = b
		} else {
			next[last] = b
		}
		next[b] = -1
		last = b
	})
	if isLRU {
		s.FirstFree = None
	}
	for b := range int32(pool.Len()) {
		x := BufferState{Page: pool.PageOf(b), Dirty: pool.IsDirty(b), Usage: None, Refs: pool.Refs(b), Next: next[b]}
		if p.set.Release >= Release81 {
			x.Usage = int32(pool.Usage(b))
		}
		s.Buffers = append(s.Buffers, x)
	}
	if l, ok := pool.(bufmgr.Unpinned); ok {
		l.Unpinned(func(b int32) { s.Unpinned = append(s.Unpinned, b) })
	}
	if d, ok := pool.(bufmgr.Directory); ok {
		s.Target = int32(d.Target())
		for l := range bufmgr.List(4) {
			s.Lengths[l] = int32(d.Length(l))
			d.Entries(l, func(e bufmgr.Entry) { s.Lists[l] = append(s.Lists[l], e) })
		}
	}
	s.keep(want)
	return s
}

// keep sets the header fields to None that want does not have.
func (s *Snapshot) keep(want *Snapshot) {
	mine, its := s.header(), want.header()
	for i := range mine {
		if *its[i] == None {
			*mine[i] = None
		}
	}
}

func (s *Snapshot) header() [9]*int32 {
	return [...]*int32{&s.Hand, &s.FirstFree, &s.Passes, &s.Allocs, &s.Target,
		&s.Lengths[0], &s.Lengths[1], &s.Lengths[2], &s.Lengths[3]}
}

// hash returns a hash of buffers and lists (FNV-1a over their fields).
func (s *Snapshot) hash() uint64 {
	h := uint64(14695981039346656037)
	add := func(vs ...int32) {
		for _, v := range vs {
			h = (h ^ uint64(uint32(v))) * 1099511628211
		}
	}
	for i := range s.Buffers {
		x := &s.Buffers[i]
		add(x.Page, truth(x.Dirty), x.Usage, x.Refs, x.Next)
	}
	for l := range s.Lists {
		for _, e := range s.Lists[l] {
			add(int32(l), int32(e.Page), e.Buf, int32(e.Xid), truth(e.Vacuum))
		}
	}
	add(s.Unpinned...)
	return h
}

func truth(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// snapshot compares the pool with a recorded snapshot: first the header, then
// all buffers and lists.
func (p *Player) snapshot(e *Event, want *Snapshot) {
	got := p.like(want)
	mine, its := got.header(), want.header()
	for i, name := range [...]string{"hand", "head of the freelist", "turns of the hand", "allocations", "target",
		"length of B1", "length of T1", "length of T2", "length of B2"} {
		if *its[i] != None && *mine[i] != None { // else the policy has no such thing
			p.check(qSnapshotHeads, e, name, int(*mine[i]), int(*its[i]))
		}
	}
	if want.Buffers == nil {
		p.checkText(qSnapshots, e, "hash of all buffers and lists",
			strconv.FormatUint(got.hash(), 16), strconv.FormatUint(want.Hash, 16))
		return
	}
	what, g, w := difference(got, want)
	p.checkText(qSnapshots, e, what, g, w)
}

// difference describes where two snapshots differ first, with equal texts if
// nowhere.
func difference(got, want *Snapshot) (what, g, w string) {
	if len(got.Buffers) != len(want.Buffers) {
		return "number of buffers", strconv.Itoa(len(got.Buffers)), strconv.Itoa(len(want.Buffers))
	}
	for b := range want.Buffers {
		if got.Buffers[b] != want.Buffers[b] {
			return "buffer " + strconv.Itoa(b), got.Buffers[b].String(), want.Buffers[b].String()
		}
	}
	for l, name := range [...]string{"B1", "T1", "T2", "B2"} {
		a, b := got.Lists[l], want.Lists[l]
		for i := range max(len(a), len(b)) {
			if i >= len(a) || i >= len(b) || a[i] != b[i] {
				return "entry " + strconv.Itoa(i) + " of list " + name, entryText(a, i), entryText(b, i)
			}
		}
	}
	for i := range max(len(got.Unpinned), len(want.Unpinned)) {
		a, b := at(got.Unpinned, i), at(want.Unpinned, i)
		if a != b {
			return "place " + strconv.Itoa(i) + " of the list of unpinned buffers", strconv.Itoa(int(a)), strconv.Itoa(int(b))
		}
	}
	return "", "", ""
}

func at(list []int32, i int) int32 {
	if i < len(list) {
		return list[i]
	}
	return -1
}

func entryText(list []bufmgr.Entry, i int) string {
	if i >= len(list) {
		return "nothing"
	}
	e := list[i]
	return "page " + strconv.Itoa(int(e.Page)) + " in buffer " + strconv.Itoa(int(e.Buf)) + " of transaction " +
		strconv.FormatUint(uint64(e.Xid), 10) + ", vacuum " + strconv.FormatBool(e.Vacuum)
}

// String tells the state in words.
func (b BufferState) String() string {
	s := "page " + strconv.Itoa(int(b.Page)) + ", dirty " + strconv.FormatBool(b.Dirty)
	if b.Usage != None {
		s += ", usage " + strconv.Itoa(int(b.Usage))
	}
	s += ", pins " + strconv.Itoa(int(b.Refs))
	if b.Next != None {
		s += ", next free " + strconv.Itoa(int(b.Next))
	}
	return s
}
