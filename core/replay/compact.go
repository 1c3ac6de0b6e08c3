package replay

import (
	"errors"
	"math"
)

// A compact recording is a few percent of the text and holds the same events, all
// but three things: snapshots are hashes, times are kept for the processes that
// run checkpoints and rounds, and where an allocation may have woken one of them, and
// names of relations are gone. It is a sequence of
// columns, each with its length in front, because values of one kind side by side
// compress better; the caller compresses it.
//
// What earlier recorded events give away is left out, never what a policy would
// predict: a hit's page is the one recorded last for its buffer, an unpinned
// buffer is given by its place among those the process holds.

const compactMagic = 0x43534332

// CompactHead is how many bytes IsCompact looks at.
const CompactHead = 5

// IsCompact reports whether what begins with head is a compact recording.
func IsCompact(head []byte) bool {
	c := column{data: head[:min(len(head), CompactHead)]}
	return c.get() == compactMagic
}

// The columns: one for everything that is no event, then one for each field of
// each kind of event.
const (
	fKind = iota // of kind 0: the kind, 32 added if the process differs from the one before
	fProc        // of kind 0
	fLine        // of kind 0: lines since the event before
	fTime
	fBuf
	fPage
	fOut
	fUsage
	fRefs
	fDirty
	fNewPin
	fRing
	fThere       // whether the event has extras
	fExtra       // and as many more as the kind with most extras needs
	fieldsOfKind = fExtra + 12

	otherProcess = 32
)

// compactor writes or reads a set: one description of the format for both
// directions, so that they cannot differ.
type compactor struct {
	reading bool
	head    column
	cols    [int(kinds) * fieldsOfKind]column

	proc, line int32
	content    []int32   // by buffer: page
	held       [][]int32 // by process: buffers it holds
	lastBuf    [kinds]int32
	pages      int32 // seen so far
	extra      [int(kinds) * 12]int32
}

// column is one column. Reading past its end yields zeros and sets short.
type column struct {
	data  []byte
	short bool
}

func (c *column) put(u uint64) {
	for u >= 0x80 {
		c.data = append(c.data, byte(u)|0x80)
		u >>= 7
	}
	c.data = append(c.data, byte(u))
}

func (c *column) get() uint64 {
	var u uint64
	for shift := 0; shift < 64; shift += 7 {
		if len(c.data) == 0 {
			c.short = true
			return 0
		}
		b := c.data[0]
		c.data = c.data[1:]
		u |= uint64(b&0x7f) << shift
		if b < 0x80 {
			break
		}
	}
	return u
}

func zigzag(v int64) uint64   { return uint64(v)<<1 ^ uint64(v>>63) }
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// number codes a value of a column; None is 0.
func (c *compactor) number(col *column, v *int32) { c.offset(col, v, 0) }

// offset codes the distance of a value from base; None is 0.
func (c *compactor) offset(col *column, v *int32, base int32) {
	if !c.reading {
		if *v == None {
			col.put(0)
		} else {
			col.put(1 + zigzag(int64(*v)-int64(base)))
		}
		return
	}
	if u := col.get(); u == 0 {
		*v = None
	} else {
		*v = int32(int64(base) + unzigzag(u-1))
	}
}

func (c *compactor) bits(v *uint64) {
	if c.reading {
		*v = c.head.get()
	} else {
		c.head.put(*v)
	}
}

func (c *compactor) whole(v *int) {
	u := zigzag(int64(*v))
	c.bits(&u)
	*v = int(unzigzag(u))
}

func (c *compactor) real(v *float64) {
	u := math.Float64bits(*v)
	c.bits(&u)
	*v = math.Float64frombits(u)
}

func (c *compactor) text(v *string) {
	n := len(*v)
	c.whole(&n)
	if !c.reading {
		c.head.data = append(c.head.data, *v...)
		return
	}
	if n < 0 || n > len(c.head.data) {
		c.head.short = true
		return
	}
	*v = string(c.head.data[:n])
	c.head.data = c.head.data[n:]
}

// listed codes the length of a list; there are at least so many bytes left as it
// has elements.
func listed[T any](c *compactor, list *[]T) {
	n := len(*list)
	c.whole(&n)
	if !c.reading {
		return
	}
	if n < 0 || n > len(c.head.data) {
		c.head.short = true
		n = 0
	}
	*list = make([]T, n)
}

func (c *compactor) column(k Kind, field int) *column { return &c.cols[int(k)*fieldsOfKind+field] }

// set codes everything that is no event. events is their number.
func (c *compactor) set(s *Set, events *int) {
	release, end := int(s.Release), int(s.EndLine)
	for _, v := range [...]*int{&release, &s.Buffers, &end, &s.Settings.DelayMs, &s.Settings.LRUMaxPages,
		&s.Settings.AllMaxPages, &s.Settings.Percent, &s.Settings.MaxPages, &s.Settings.TimeoutS, events} {
		c.whole(v)
	}
	s.Release, s.EndLine = Release(release), int32(end)
	for _, v := range [...]*float64{&s.Settings.Multiplier, &s.Settings.LRUPercent, &s.Settings.AllPercent, &s.Settings.CompletionTarget} {
		c.real(v)
	}
	listed(c, &s.Procs)
	for i := range s.Procs {
		c.text(&s.Procs[i])
	}
	listed(c, &s.Relations)
	for i := range s.Relations {
		r := &s.Relations[i]
		for _, v := range [...]*int32{&r.Rel, &r.Space, &r.Database, &r.File} {
			c.number(&c.head, v)
		}
	}
	listed(c, &s.Pages)
	last := PageName{}
	for i := range s.Pages {
		pg := &s.Pages[i]
		c.offset(&c.head, &pg.Rel, last.Rel)
		c.number(&c.head, &pg.Fork)
		c.offset(&c.head, &pg.Block, last.Block)
		last = *pg
	}
	listed(c, &s.Snaps)
	for i := range s.Snaps {
		if c.reading {
			s.Snaps[i] = &Snapshot{}
		}
		c.snapshot(s.Snaps[i])
	}
}

func (c *compactor) snapshot(s *Snapshot) {
	c.text(&s.Label)
	for _, v := range s.header() {
		c.number(&c.head, v)
	}
	hash := s.Hash
	if !c.reading && s.Buffers != nil {
		hash = s.hash()
	}
	c.bits(&hash)
	s.Hash = hash
}

// event codes one event.
func (c *compactor) event(s *Set, e *Event) {
	kind := uint64(e.Kind)
	if int32(e.Proc) != c.proc {
		kind |= otherProcess
	}
	if col := c.column(0, fKind); c.reading {
		kind = col.get()
		e.Kind = min(Kind(kind%otherProcess), kinds-1)
	} else {
		col.put(kind)
	}
	if kind&otherProcess != 0 {
		proc := int32(e.Proc)
		c.number(c.column(0, fProc), &proc)
		c.proc = max(0, min(proc, int32(len(s.Procs)-1)))
	}
	e.Proc = int16(c.proc)
	c.offset(c.column(0, fLine), &e.Line, c.line+1)
	c.line = e.Line
	k := e.Kind
	c.number(c.column(k, fTime), &e.Dt)
	out, usage, dirty, newPin := int32(e.Out), int32(e.Usage), int32(e.Dirty), int32(e.NewPin)
	for _, f := range [...]struct {
		field int
		v     *int32
	}{{fOut, &out}, {fUsage, &usage}, {fRefs, &e.Refs}, {fDirty, &dirty}, {fNewPin, &newPin}, {fRing, &e.Ring}} {
		c.number(c.column(k, f.field), f.v)
	}
	e.Out, e.Usage, e.Dirty, e.NewPin = byte(out), int16(usage), int8(dirty), int8(newPin)
	c.buffer(e)
	c.page(e, len(s.Pages))
	c.extras(s, e)
	c.follow(e)
}

// buffer codes e.Buf: by its place among the buffers that the process holds if
// the kind is one of those a process does to a buffer it holds, else by its
// distance from the last one of the kind.
func (c *compactor) buffer(e *Event) {
	col := c.column(e.Kind, fBuf)
	switch {
	case e.Kind == Access && e.NewPin == 1 && e.Out == 'h':
	case e.Kind == Access, e.Kind == Unpin, e.Kind == Dirty, e.Kind == Write, e.Kind == Reject:
		held := c.held[e.Proc]
		place := int32(None)
		for i := range held {
			if held[len(held)-1-i] == e.Buf {
				place = int32(i)
				break
			}
		}
		c.number(col, &place)
		if place != None {
			if place < 0 || int(place) >= len(held) {
				col.short = true
				e.Buf = 0
				return
			}
			e.Buf = held[len(held)-1-int(place)]
			return
		}
	}
	c.offset(col, &e.Buf, c.lastBuf[e.Kind])
	if e.Buf != None {
		c.lastBuf[e.Kind] = e.Buf
	}
}

// page codes e.Page: 1 is the page that the buffer holds, 0 none, 2 one never
// seen, and so on backwards.
func (c *compactor) page(e *Event, pages int) {
	col := c.column(e.Kind, fPage)
	known := int32(-1)
	if e.Buf >= 0 && int(e.Buf) < len(c.content) {
		known = c.content[e.Buf]
	}
	switch {
	case c.reading:
		switch u := col.get(); u {
		case 0:
			e.Page = None
		case 1:
			e.Page = known
		default:
			e.Page = c.pages - int32(u-2)
			if e.Page < 0 || int(e.Page) >= pages {
				col.short = true
				e.Page = 0
			}
		}
	case e.Page == None:
		col.put(0)
	case e.Page == known:
		col.put(1)
	default:
		col.put(2 + uint64(c.pages-e.Page))
	}
	if e.Page != None {
		c.pages = max(c.pages, e.Page+1)
	}
}

func (c *compactor) extras(s *Set, e *Event) {
	n := len(extrasOf[e.Kind])
	there := int32(0)
	if e.X != None {
		there = 1
	}
	if n == 0 {
		e.X = None
		return
	}
	c.number(c.column(e.Kind, fThere), &there)
	if there != 1 {
		e.X = None
		return
	}
	if c.reading {
		e.X = int32(len(s.Extras))
		for range n {
			s.Extras = append(s.Extras, 0)
		}
	}
	for i := range n {
		last := &c.extra[int(e.Kind)*12+i]
		v := &s.Extras[int(e.X)+i]
		c.offset(c.column(e.Kind, fExtra+i), v, *last)
		if *v != None {
			*last = *v
		}
	}
}

// follow notes what later events need not say.
func (c *compactor) follow(e *Event) {
	if e.Buf < 0 || int(e.Buf) >= len(c.content) {
		return
	}
	held := &c.held[e.Proc]
	switch e.Kind {
	case Access:
		if e.Out != 'h' {
			c.content[e.Buf] = e.Page
		} else if e.NewPin == 1 {
			*held = append(*held, e.Buf)
		}
	case Victim, Pin:
		*held = append(*held, e.Buf)
	case Unpin:
		for i := len(*held) - 1; i >= 0; i-- {
			if (*held)[i] == e.Buf {
				*held = append((*held)[:i], (*held)[i+1:]...)
				break
			}
		}
	case Drop:
		c.content[e.Buf] = -1
	}
}

func newCompactor(reading bool) *compactor { return &compactor{reading: reading} }

func (c *compactor) prepare(s *Set) {
	c.content = make([]int32, s.Buffers)
	for b := range c.content {
		c.content[b] = -1
	}
	c.held = make([][]int32, len(s.Procs))
}

// AppendCompact appends the compact form of a set to data.
func (s *Set) AppendCompact(data []byte) []byte {
	c := newCompactor(false)
	n := len(s.Events)
	c.set(s, &n)
	c.prepare(s)
	since := int32(0)
	timed := s.timekeepers()
	for i := range s.Events {
		e := s.Events[i]
		since += e.Dt
		e.Dt = 0
		if timed[i] {
			e.Dt, since = since, 0
		}
		c.event(s, &e)
	}
	var sizes column
	sizes.put(compactMagic)
	sizes.put(uint64(len(c.head.data)))
	for i := range c.cols {
		sizes.put(uint64(len(c.cols[i].data)))
	}
	data = append(data, sizes.data...)
	data = append(data, c.head.data...)
	for i := range c.cols {
		data = append(data, c.cols[i].data...)
	}
	return data
}

// timekeepers returns, by event, whether its time decides something: those of the
// processes that run rounds or checkpoints, and the first allocation after each of
// their naps of bgwriter_delay.
func (s *Set) timekeepers() []bool {
	timed, keeps := make([]bool, len(s.Events)), make([]bool, len(s.Procs))
	if !s.timed() {
		return timed
	}
	for i := range s.Events {
		switch e := &s.Events[i]; e.Kind {
		case CheckStart, RoundBegin:
			keeps[e.Proc] = true
		}
	}
	now, at := int64(0), int64(-1)
	for i := range s.Events {
		e := &s.Events[i]
		now += int64(e.Dt)
		switch {
		case keeps[e.Proc]:
			timed[i] = true
			if s.Procs[e.Proc] == "W" {
				at = now
			}
		case e.Kind == Victim && e.Out != 'r' && at >= 0 && now >= at+int64(s.Settings.DelayMs)*1000:
			timed[i], at = true, -1
		}
	}
	return timed
}

var errNotCompact = errors.New("the data is no compact recording of this version")

// ReadCompact reads the compact form of a set.
func ReadCompact(data []byte) (*Set, error) {
	sizes := column{data: data}
	if sizes.get() != compactMagic {
		return nil, errNotCompact
	}
	c := newCompactor(true)
	lengths := make([]uint64, 1+len(c.cols))
	for i := range lengths {
		lengths[i] = sizes.get()
	}
	rest := sizes.data
	for i, n := range lengths {
		if n > uint64(len(rest)) {
			return nil, errNotCompact
		}
		col := &c.head
		if i > 0 {
			col = &c.cols[i-1]
		}
		col.data, rest = rest[:n:n], rest[n:]
	}
	s, n := &Set{}, 0
	c.set(s, &n)
	if c.head.short || s.Buffers < 1 || s.Buffers > 1<<24 || len(s.Procs) == 0 || n < 0 || n > len(data) {
		return nil, errNotCompact
	}
	c.prepare(s)
	s.Events = make([]Event, n)
	for i := range s.Events {
		c.event(s, &s.Events[i])
		if c.column(0, fKind).short {
			return nil, errNotCompact
		}
	}
	for i := range c.cols {
		if c.cols[i].short || len(c.cols[i].data) > 0 {
			return nil, errNotCompact
		}
	}
	return s, nil
}
