package bufmgr_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A recording is what a real PostgreSQL server did with its buffer pool, one
// event after the other. testdata/README.md says where the recordings come
// from and how they are kept.
type recording struct {
	settings recordedSettings
	events   []event
}

// recordedSettings describe the recorded server.
type recordedSettings struct {
	buffers    int
	delayMs    int
	maxPages   int
	forgetIdle bool // 9.2 and later
	// exactFloats: estimates are recorded with all their bits; otherwise
	// they are decimals with six places, in millionths.
	exactFloats bool
}

type op uint8

// The events. The comment names the fields of event that are set besides proc.
const (
	opProc           op = iota // only in the file: the process of the events that follow
	opHit                      // buf page usage refs dirty: access to a page of the pool, the process's first pin
	opHitRing                  // the same through a ring
	opRepin                    // buf page usage refs dirty: access to a page that the process has pinned
	opMiss                     // buf page usage refs dirty: the page has come into the process's victim
	opVictim                   // buf src usage refs dirty hand
	opVictimRing               // the same, ring slot
	opUnpin                    // buf refs
	opDirty                    // buf dirty (before)
	opPinQuiet                 // buf refs: pin by a writer
	opWriteBegin               // buf
	opWriteEnd                 // buf dirty (after)
	opInvalidate               // buf
	opNewRing                  // ring kind n[0]: its size
	opReject                   // buf ring dirty: true if the victim was given up
	opSync                     // n: hand, passes, allocs
	opEstimates                // n: next, upcoming, reusable, lap, smoothed, density
	opLook                     // buf n[0]: bit 0 written, bit 1 reusable
	opRoundEnd                 // n: next, density
	opMark                     // n[0]: pages marked by the checkpoint
	opSweepStart               // n[0]: where the checkpoint's writing starts
	opCheckpointLook           // buf: the next page that the checkpoint writes
	opSnapshot                 // n[0]: hash of the whole pool
	opCount
)

type event struct {
	op    op
	proc  uint8
	src   uint8
	kind  uint8
	usage uint8
	dirty bool
	refs  int32
	buf   int32
	page  int32
	ring  int32
	slot  int32
	hand  int32
	n     [6]int64
}

// fieldsOf is how many entries of n each kind of event has.
var fieldsOf = [opCount]int{
	opNewRing: 1, opSync: 3, opEstimates: 6, opLook: 1, opRoundEnd: 2, opMark: 1, opSweepStart: 1, opSnapshot: 1,
}

// The file is a gzip of these columns, each with its length in front: values
// of one kind side by side compress several times better than events do.
const (
	colHead   = iota
	colOp     // bytes
	colProc   // bytes
	colBuf    // varints: buffers that nothing before gives away
	colHeld   // varints: buffers as their place among those the process has pinned, last pinned first
	colVictim // varints: how far a victim lies from the one before
	colPage   // varints: 0 a page never seen, else its age
	colState  // bytes: usage, dirty, refs
	colRing   // varints
	colNumber // varints
	columns
)

// follower knows from the events so far what the file need not say. Both the
// writer and the reader have one, fed by recorded events only.
type follower struct {
	buffers    int32
	content    []int32 // by buffer: page
	held       [256][]int32
	victim     [256]int32 // by process: the victim that waits for its page
	lastVictim int32
	lastLook   int32
	pages      int32 // seen so far
}

func newFollower(buffers int) *follower {
	f := &follower{buffers: int32(buffers), content: make([]int32, buffers)}
	for b := range f.content {
		f.content[b] = -1
	}
	return f
}

func (f *follower) follow(e *event) {
	switch e.op {
	case opHit, opHitRing, opPinQuiet:
		f.held[e.proc] = append(f.held[e.proc], e.buf)
	case opVictim, opVictimRing:
		f.held[e.proc] = append(f.held[e.proc], e.buf)
		f.victim[e.proc] = e.buf
		f.lastVictim = e.buf
	case opMiss:
		f.content[e.buf] = e.page
		f.pages = max(f.pages, e.page+1)
	case opInvalidate:
		f.content[e.buf] = -1
	case opUnpin:
		h := f.held[e.proc]
		i := f.place(e.proc, e.buf)
		f.held[e.proc] = append(h[:len(h)-1-i], h[len(h)-i:]...)
	case opLook, opCheckpointLook:
		f.lastLook = e.buf
	}
}

// place returns where buf stands among the buffers that proc holds, 0 the last
// pinned, or -1.
func (f *follower) place(proc uint8, buf int32) int {
	h := f.held[proc]
	for i := range h {
		if h[len(h)-1-i] == buf {
			return i
		}
	}
	return -1
}

// column is one column of the file. gzip's checksum vouches for its content.
type column struct{ data []byte }

func (c *column) putByte(b byte) { c.data = append(c.data, b) }

func (c *column) put(v int64) {
	u := uint64(v)<<1 ^ uint64(v>>63)
	for u >= 0x80 {
		c.data = append(c.data, byte(u)|0x80)
		u >>= 7
	}
	c.data = append(c.data, byte(u))
}

func (c *column) byte() byte {
	b := c.data[0]
	c.data = c.data[1:]
	return b
}

func (c *column) get() int64 {
	var u uint64
	for shift := 0; ; shift += 7 {
		b := c.byte()
		u |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return int64(u>>1) ^ -int64(u&1)
		}
	}
}

// codec writes or reads the events: one description of the format for both
// directions, so that they cannot differ.
type codec struct {
	col     [columns]column
	f       *follower
	reading bool
	proc    uint8
}

func (c *codec) number(col int, v *int64) {
	if c.reading {
		*v = c.col[col].get()
	} else {
		c.col[col].put(*v)
	}
}

// offset codes v as its distance from base.
func (c *codec) offset(col int, v *int32, base int32) {
	d := int64(*v - base)
	c.number(col, &d)
	*v = base + int32(d)
}

// heldBuf codes a buffer that the process has pinned.
func (c *codec) heldBuf(e *event) {
	i := int64(c.f.place(e.proc, e.buf))
	c.number(colHeld, &i)
	h := c.f.held[e.proc]
	e.buf = h[len(h)-1-int(i)]
}

func (c *codec) pageSeen(e *event) {
	age := int64(0)
	if e.page < c.f.pages {
		age = int64(c.f.pages - e.page)
	}
	c.number(colPage, &age)
	e.page = c.f.pages - int32(age)
}

func (c *codec) state(e *event) {
	if c.reading {
		s := c.col[colState].byte()
		e.usage, e.dirty, e.refs = s&7, s&8 != 0, int32(s>>4)
		return
	}
	s := e.usage&7 | uint8(e.refs)<<4
	if e.dirty {
		s |= 8
	}
	c.col[colState].putByte(s)
}

// code writes e, or reads into e whose op and proc are set.
func (c *codec) code(e *event) {
	switch e.op {
	case opHit, opHitRing:
		c.offset(colBuf, &e.buf, 0)
		e.page = c.f.content[e.buf]
		c.state(e)
	case opRepin:
		c.heldBuf(e)
		e.page = c.f.content[e.buf]
		c.state(e)
	case opMiss:
		e.buf = c.f.victim[e.proc]
		c.pageSeen(e)
		c.state(e)
	case opVictim, opVictimRing:
		src := e.src
		if c.reading {
			src = c.col[colRing].byte()
		} else {
			c.col[colRing].putByte(src)
		}
		e.src = src
		c.offset(colVictim, &e.buf, c.f.lastVictim)
		c.offset(colNumber, &e.hand, e.buf)
		c.state(e)
		e.page = c.f.content[e.buf]
		if e.op == opVictimRing {
			c.offset(colRing, &e.ring, 0)
			c.offset(colRing, &e.slot, 0)
		}
	case opUnpin, opDirty, opWriteBegin, opWriteEnd:
		c.heldBuf(e)
		c.state(e)
	case opPinQuiet, opInvalidate:
		c.offset(colVictim, &e.buf, c.f.lastLook)
		c.state(e)
	case opNewRing:
		kind := int32(e.kind)
		c.offset(colRing, &e.ring, 0)
		c.offset(colRing, &kind, 0)
		e.kind = uint8(kind)
	case opReject:
		c.heldBuf(e)
		c.offset(colRing, &e.ring, 0)
		c.state(e)
	case opLook, opCheckpointLook:
		c.offset(colVictim, &e.buf, c.f.lastLook+1)
	}
	for i := range fieldsOf[e.op] {
		c.number(colNumber, &e.n[i])
	}
	c.f.follow(e)
}

func (s *recordedSettings) code(c *codec) {
	flags := int64(0)
	if s.forgetIdle {
		flags |= 1
	}
	if s.exactFloats {
		flags |= 2
	}
	for _, v := range []*int{&s.buffers, &s.delayMs, &s.maxPages} {
		n := int64(*v)
		c.number(colHead, &n)
		*v = int(n)
	}
	c.number(colHead, &flags)
	s.forgetIdle, s.exactFloats = flags&1 != 0, flags&2 != 0
}

func (r *recording) encode() ([]byte, error) {
	c := &codec{f: newFollower(r.settings.buffers)}
	r.settings.code(c)
	for _, e := range r.events {
		if e.proc != c.proc {
			c.proc = e.proc
			c.col[colOp].putByte(byte(opProc))
			c.col[colProc].putByte(e.proc)
		}
		c.col[colOp].putByte(byte(e.op))
		c.code(&e)
	}
	var file column
	for _, col := range c.col {
		file.put(int64(len(col.data)))
		file.data = append(file.data, col.data...)
	}
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(file.data); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// reader reads a recording event by event: whole, the longest would take
// 100 MB.
type reader struct {
	settings recordedSettings
	c        *codec
}

func newReader(data []byte) (*reader, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	all, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	file := column{all}
	r := &reader{c: &codec{reading: true}}
	for i := range r.c.col {
		n := file.get()
		r.c.col[i].data, file.data = file.data[:n], file.data[n:]
	}
	r.settings.code(r.c)
	r.c.f = newFollower(r.settings.buffers)
	return r, nil
}

// next reads one event; ok is false at the end.
func (r *reader) next(e *event) (ok bool) {
	for len(r.c.col[colOp].data) > 0 {
		o := op(r.c.col[colOp].byte())
		if o == opProc {
			r.c.proc = r.c.col[colProc].byte()
			continue
		}
		*e = event{op: o, proc: r.c.proc}
		r.c.code(e)
		return true
	}
	return false
}

// rest returns how many bytes are left over; none at the end.
func (r *reader) rest() int {
	n := 0
	for i := range r.c.col {
		n += len(r.c.col[i].data)
	}
	return n
}

const recordedDir = "testdata/recorded"

func openRecording(t testing.TB, name string) *reader {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(recordedDir, name+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := newReader(data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
