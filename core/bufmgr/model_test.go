package bufmgr_test

import (
	"fmt"
	"slices"

	"clocksweep/core/bufmgr"
)

// The models are the policies once more, as plainly as the rules are told: slices,
// linear searches, no trick. They are slow and obvious; the policies must agree
// with them after every step.

// modelBackend is a backend of a model.
type modelBackend struct {
	xid, vacuumXid  uint32
	vacuum          bool
	ring            *modelRing
	ghost, replaced *modelEntry
}

type modelRing struct {
	kind    bufmgr.RingKind
	slots   []int32
	current int
	own     bool
}

// model is what all models can do.
type model interface {
	common() *modelPool
	read(be *modelBackend, pg int32, held bool) (int32, bool)
	choose(be *modelBackend) int32 // -1: none
	reject(be *modelBackend, b int32) bool
	recheck(be *modelBackend, pg int32) (int32, bool)
	install(be *modelBackend, b, pg int32)
	release(be *modelBackend, b int32)
	pin(b int32)
	unpin(b int32)
	drop(b int32)
	freelist() []int32
	rest() string // hand or lists
}

// modelPool is what all pools have.
type modelPool struct {
	page  []int32
	refs  []int
	usage []int
	dirty []bool
}

func newModelPool(n int) modelPool {
	m := modelPool{make([]int32, n), make([]int, n), make([]int, n), make([]bool, n)}
	for b := range m.page {
		m.page[b] = -1
	}
	return m
}

func (m *modelPool) common() *modelPool { return m }

func (m *modelPool) find(pg int32) int32 { return int32(slices.Index(m.page, pg)) }

func (m *modelPool) pin(b int32)   { m.refs[b]++ }
func (m *modelPool) unpin(b int32) { m.refs[b]-- }

func (m *modelPool) empty(b int32) {
	m.page[b], m.usage[b], m.dirty[b] = -1, 0, false
}

func (m *modelPool) reject(*modelBackend, int32) bool { return false }

// upTo returns the buffers from first to last.
func upTo(first, last int32) (list []int32) {
	for b := first; b <= last; b++ {
		list = append(list, b)
	}
	return list
}

// modelLRU is 7.4.
type modelLRU struct {
	modelPool
	list []int32 // unpinned, least recently used first
}

func newModelLRU(n int) model {
	return &modelLRU{newModelPool(n), append(upTo(1, int32(n)-1), 0)}
}

func (m *modelLRU) pin(b int32) {
	if m.refs[b] == 0 {
		i := slices.Index(m.list, b)
		m.list = slices.Delete(m.list, i, i+1)
	}
	m.refs[b]++
}

func (m *modelLRU) unpin(b int32) {
	m.refs[b]--
	if m.refs[b] == 0 {
		m.list = append(m.list, b)
	}
}

func (m *modelLRU) read(_ *modelBackend, pg int32, held bool) (int32, bool) {
	b := m.find(pg)
	if b >= 0 && !held {
		m.pin(b)
	}
	return b, b >= 0
}

func (m *modelLRU) recheck(be *modelBackend, pg int32) (int32, bool) { return m.read(be, pg, false) }

func (m *modelLRU) choose(*modelBackend) int32 {
	if len(m.list) == 0 {
		return -1
	}
	b := m.list[0]
	m.pin(b)
	return b
}

func (m *modelLRU) install(_ *modelBackend, b, pg int32) { m.page[b] = pg }
func (m *modelLRU) release(_ *modelBackend, b int32)     { m.unpin(b) }
func (m *modelLRU) drop(b int32)                         { m.empty(b) }
func (m *modelLRU) freelist() []int32                    { return nil }
func (m *modelLRU) rest() string                         { return fmt.Sprint(m.list) }

// modelClock is every clock sweep; the fields are the rules that differ.
type modelClock struct {
	modelPool
	cap             int
	usedAtUnpin     bool // 8.1, 8.2: else at the first pin
	takesFromPinned bool // 8.1, 8.2: usage
	rings           bool
	ringBug         bool
	noFreelist      bool
	low, high       int // reclaimer marks, 0: none
	version         bufmgr.ReclaimerVersion

	free           []int32
	hand           int
	passes, allocs int
	walk, left     int // reclaimer
	awaiting       int32
}

func newModelClock(n int, m modelClock) model {
	m.modelPool = newModelPool(n)
	if !m.noFreelist {
		m.free = upTo(0, int32(n)-1)
	}
	m.awaiting = -1
	return &m
}

func (m *modelClock) use(b int32, limit int) { m.usage[b] = max(m.usage[b], min(m.usage[b]+1, limit)) }

func (m *modelClock) read(be *modelBackend, pg int32, held bool) (int32, bool) {
	b := m.find(pg)
	if b < 0 || held {
		return b, b >= 0
	}
	m.refs[b]++
	switch {
	case m.usedAtUnpin:
	case m.rings && be.ring != nil && !m.ringBug:
		m.use(b, 1)
	default:
		m.use(b, m.cap)
	}
	return b, true
}

func (m *modelClock) recheck(be *modelBackend, pg int32) (int32, bool) { return m.read(be, pg, false) }

func (m *modelClock) idle(b int32) bool { return m.refs[b] == 0 && m.usage[b] == 0 }

func (m *modelClock) choose(be *modelBackend) int32 {
	r := be.ring
	if !m.rings || r == nil {
		return m.normal()
	}
	r.current = (r.current + 1) % len(r.slots)
	b := r.slots[r.current]
	r.own = b >= 0 && m.refs[b] == 0 && m.usage[b] <= 1
	if r.own {
		m.refs[b]++
		return b
	}
	if b = m.normal(); b >= 0 {
		r.slots[r.current] = b
	}
	return b
}

func (m *modelClock) normal() int32 {
	m.allocs++
	for len(m.free) > 0 {
		b := m.free[0]
		m.free = m.free[1:]
		if m.idle(b) {
			m.refs[b]++
			return b
		}
	}
	for inVain := 0; inVain < len(m.page); {
		b := m.turn()
		switch {
		case m.idle(b):
			m.refs[b]++
			return b
		case m.usage[b] > 0 && (m.refs[b] == 0 || m.takesFromPinned):
			m.usage[b]--
			inVain = 0
		default:
			inVain++
		}
	}
	return -1
}

func (m *modelClock) turn() int32 {
	b := m.hand
	m.hand++
	if m.hand == len(m.page) {
		m.hand = 0
		m.passes++
	}
	return int32(b)
}

func (m *modelClock) reject(be *modelBackend, b int32) bool {
	r := be.ring
	if !m.rings || r == nil || r.kind != bufmgr.BulkRead || !r.own || r.slots[r.current] != b {
		return false
	}
	r.slots[r.current] = -1
	return true
}

func (m *modelClock) install(_ *modelBackend, b, pg int32) {
	m.page[b], m.usage[b] = pg, 1
	if m.usedAtUnpin {
		m.usage[b] = 0
	}
}

func (m *modelClock) release(be *modelBackend, b int32) {
	m.refs[b]--
	if !m.usedAtUnpin {
		return
	}
	if !be.vacuum {
		m.use(b, m.cap)
	} else if m.idle(b) && !slices.Contains(m.free, b) {
		m.free = append(m.free, b)
	}
}

func (m *modelClock) drop(b int32) {
	m.empty(b)
	if !m.noFreelist && !slices.Contains(m.free, b) {
		m.free = slices.Insert(m.free, 0, b)
	}
}

func (m *modelClock) freelist() []int32 { return m.free }
func (m *modelClock) rest() string      { return fmt.Sprint(m.hand, m.passes, m.allocs) }

// reclaim is one look of a reclaimer pass.
func (m *modelClock) reclaim() (b int32, write, ok bool) {
	if b = m.awaiting; b >= 0 {
		m.awaiting = -1
		if m.idle(b) && !m.dirty[b] && !slices.Contains(m.free, b) {
			m.free = append(m.free, b)
		}
	}
	if m.left == 0 {
		m.left, m.walk = 6*len(m.page), m.hand
	}
	if m.left--; m.left == 0 || len(m.free) >= m.high {
		m.left = 0
		return -1, false, false
	}
	if m.version == bufmgr.ReclaimerV3 {
		b = int32(m.walk)
		m.walk = (m.walk + 1) % len(m.page)
	} else {
		b = m.turn()
	}
	switch {
	case m.refs[b] > 0 || slices.Contains(m.free, b):
	case m.usage[b] > 0:
		m.usage[b]--
	case !m.dirty[b]:
		m.free = append(m.free, b)
	case m.version != bufmgr.ReclaimerV9:
		m.awaiting = b
		return b, true, true
	}
	return b, false, true
}

// modelEntry is a line of the directory of 8.0.
type modelEntry struct {
	page, buf int32
	xid       uint32
	vacuum    bool
}

// modelLists is ARC and 2Q.
type modelLists struct {
	modelPool
	twoQ   bool
	list   [4][]*modelEntry // B1, T1, T2, B2
	unused int
	free   []int32
	target int
}

func newModelLists(n int, twoQ bool) model {
	m := &modelLists{modelPool: newModelPool(n), twoQ: twoQ, unused: 2 * n, free: upTo(0, int32(n)-1), target: n / 2}
	if twoQ {
		m.unused, m.target = n+n/2, n/4
	}
	return m
}

const b1, t1, t2, b2 = 0, 1, 2, 3

// where returns the list and the entry of a page, or nil.
func (m *modelLists) where(pg int32) (int, *modelEntry) {
	for l := range m.list {
		for _, e := range m.list[l] {
			if e.page == pg {
				return l, e
			}
		}
	}
	return -1, nil
}

func (m *modelLists) take(l int, e *modelEntry) {
	i := slices.Index(m.list[l], e)
	m.list[l] = slices.Delete(m.list[l], i, i+1)
}

func (m *modelLists) append(l int, e *modelEntry) { m.list[l] = append(m.list[l], e) }

func (m *modelLists) read(be *modelBackend, pg int32, held bool) (int32, bool) {
	return m.look(be, pg, held, true)
}

func (m *modelLists) recheck(be *modelBackend, pg int32) (int32, bool) {
	return m.look(be, pg, false, false)
}

func (m *modelLists) look(be *modelBackend, pg int32, held, first bool) (int32, bool) {
	l, e := m.where(pg)
	if l == t1 || l == t2 {
		if !be.vacuum {
			m.take(l, e)
			if l == t1 && (e.vacuum || e.xid == be.xid) {
				m.append(t1, e)
				if e.vacuum {
					e.vacuum, e.xid = false, be.xid
				}
			} else {
				m.append(t2, e)
			}
		}
		if !held {
			m.refs[e.buf]++
		}
		return e.buf, true
	}
	be.ghost = e
	if e != nil && !m.twoQ && first && !be.vacuum {
		if l == b1 {
			m.target = min(m.target+max(len(m.list[b2])/len(m.list[b1]), 1), len(m.page))
		} else {
			m.target = max(m.target-max(len(m.list[b1])/len(m.list[b2]), 1), 0)
		}
	}
	return -1, false
}

func (m *modelLists) choose(be *modelBackend) int32 {
	be.replaced = nil
	if len(m.free) > 0 {
		b := m.free[0]
		m.free = m.free[1:]
		m.refs[b]++
		return b
	}
	full := m.target
	if !m.twoQ {
		full = max(1, full)
	}
	order := [2]int{t2, t1}
	if len(m.list[t1]) >= full {
		order = [2]int{t1, t2}
	}
	for _, l := range order {
		for _, e := range m.list[l] {
			if m.refs[e.buf] == 0 {
				be.replaced = e
				m.refs[e.buf]++
				return e.buf
			}
		}
	}
	return -1
}

// replace files the replaced page as a ghost or forgets it.
func (m *modelLists) replace(e *modelEntry, ghostPath bool) {
	if e == nil {
		return
	}
	l, _ := m.where(e.page)
	m.take(l, e)
	e.buf = -1
	switch {
	case ghostPath && e.vacuum, m.twoQ && l == t2:
		m.unused++
	case l == t1:
		m.append(b1, e)
	default:
		m.append(b2, e)
	}
}

func (m *modelLists) install(be *modelBackend, b, pg int32) {
	m.page[b] = pg
	if e := be.ghost; e != nil {
		m.replace(be.replaced, true)
		l, _ := m.where(pg)
		m.take(l, e)
		e.buf = b
		m.append(t2, e)
		return
	}
	if be.vacuum && be.vacuumXid != be.xid {
		be.vacuum = false
	}
	switch {
	case !m.twoQ && len(m.list[b1]) > 0 && len(m.list[t1])+len(m.list[b1]) >= len(m.page):
		m.list[b1] = m.list[b1][1:]
	case m.unused > 0:
		m.unused--
	case len(m.list[b2]) > 0:
		m.list[b2] = m.list[b2][1:]
	default:
		m.list[b1] = m.list[b1][1:]
	}
	m.replace(be.replaced, false)
	e := &modelEntry{pg, b, be.xid, be.vacuum}
	if be.vacuum {
		m.list[t1] = slices.Insert(m.list[t1], 0, e)
	} else {
		m.append(t1, e)
	}
}

func (m *modelLists) release(_ *modelBackend, b int32) { m.refs[b]-- }

func (m *modelLists) drop(b int32) {
	l, e := m.where(m.page[b])
	m.take(l, e)
	m.unused++
	m.empty(b)
	m.free = slices.Insert(m.free, 0, b)
}

func (m *modelLists) freelist() []int32 { return m.free }

func (m *modelLists) rest() string {
	s := fmt.Sprintln(m.target)
	for l := range m.list {
		for _, e := range m.list[l] {
			s += fmt.Sprint(*e)
		}
		s += "\n"
	}
	return s
}
