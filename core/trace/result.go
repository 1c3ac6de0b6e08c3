package trace

import (
	"errors"

	"clocksweep/core/bufmgr"
)

// Result is what playing a trace has shown.
type Result struct {
	Format    Format
	Stopped   bool            // before the end of the trace
	Accesses  [len(ops)]int64 // by Op
	Pages     int             // different ones
	Relations int
	Processes int
	Buffers   []int // sizes of the pools
	Played    []Played
}

// Played is what happened under one policy.
type Played struct {
	Policy string  // its name
	About  string  // in a few words
	As     string  // the policy that was played for both; its own name if it was played itself
	Counts []Count // by size
}

// Result returns what there is so far. stopped says that there would have been
// more.
func (p *Player) Result(stopped bool) *Result {
	r := &Result{
		Format: p.reader.Format, Stopped: stopped, Accesses: p.reader.Accesses,
		Pages: p.reader.Pages(), Relations: p.reader.Relations(), Processes: p.reader.Processes(),
		Buffers: append([]int(nil), p.config.Buffers...),
	}
	for i, policy := range p.config.Policies {
		as := p.config.Policies[firstAlike(p.config.Policies, policy)].Name
		one := Played{Policy: policy.Name, About: policy.About, As: as}
		for j := range p.config.Buffers {
			one.Counts = append(one.Counts, p.Count(i, j))
		}
		r.Played = append(r.Played, one)
	}
	return r
}

// Total returns the number of accesses played.
func (r *Result) Total() int64 {
	n := int64(0)
	for _, of := range r.Accesses {
		n += of
	}
	return n
}

// SizeOf writes the size of a pool as SHOW shared_buffers does.
func SizeOf(buffers int) string { return inUnits(int64(buffers) * pageSize) }

// ErrResult is returned by [DecodeResult] when the bytes are not a result in this
// engine's binary form.
var ErrResult = errors.New("not the result of a trace, or one of another engine version")

// resultFormat begins the binary form of this version.
const resultFormat = 0x7472_6331

// AppendResult appends the binary form of r, in which a worker sends it to a page.
func AppendResult(b []byte, r *Result) []byte {
	c := resultCodec{buf: b}
	c.result(r)
	return c.buf
}

// DecodeResult reads what AppendResult has written, and nothing else.
func DecodeResult(b []byte) (*Result, error) {
	c, r := resultCodec{buf: b, read: true}, &Result{}
	if c.result(r); c.failed || len(c.buf) > 0 {
		return nil, ErrResult
	}
	return r, nil
}

// resultCodec walks a Result once and either writes or reads each field, so that
// the two directions cannot differ. A number takes 8 bytes, little-endian; a
// string or a list is its length and its elements.
type resultCodec struct {
	buf    []byte
	read   bool
	failed bool
}

func (c *resultCodec) result(r *Result) {
	mark := int64(resultFormat)
	c.int64(&mark)
	c.failed = c.failed || mark != resultFormat
	format, stopped := int(r.Format), 0
	if r.Stopped {
		stopped = 1
	}
	c.int(&format)
	c.int(&stopped)
	c.failed = c.failed || format < 0 || format > int(Zstd) || stopped < 0 || stopped > 1
	if c.failed {
		return
	}
	r.Format, r.Stopped = Format(format), stopped == 1
	for i := range r.Accesses {
		c.int64(&r.Accesses[i])
	}
	c.int(&r.Pages)
	c.int(&r.Relations)
	c.int(&r.Processes)
	sizes := c.length(len(r.Buffers), 8)
	for i := range sizes {
		if c.read {
			r.Buffers = append(r.Buffers, 0)
		}
		c.int(&r.Buffers[i])
		c.failed = c.failed || r.Buffers[i] < MinBuffers || r.Buffers[i] > MaxBuffers
	}
	for i := range c.length(len(r.Played), 24) {
		if c.read {
			r.Played = append(r.Played, Played{Counts: make([]Count, sizes)})
		}
		c.played(&r.Played[i])
	}
}

func (c *resultCodec) played(p *Played) {
	for _, text := range [...]*string{&p.Policy, &p.About, &p.As} {
		c.string(text)
	}
	for i := range p.Counts {
		n := &p.Counts[i]
		for _, v := range [...]*int64{&n.Accesses, &n.Hits, &n.Misses, &n.Extends, &n.Writes, &n.Dirty} {
			c.int64(v)
		}
	}
}

func (c *resultCodec) int64(v *int64) {
	if !c.read {
		for shift := 0; shift < 64; shift += 8 {
			c.buf = append(c.buf, byte(*v>>shift))
		}
		return
	}
	if c.failed || len(c.buf) < 8 {
		c.failed = true
		return
	}
	*v = int64(little(c.buf[:8]))
	c.buf = c.buf[8:]
	c.failed = *v < 0 // there are only counts
}

func (c *resultCodec) int(v *int) {
	wide := int64(*v)
	c.int64(&wide)
	*v = int(wide)
	c.failed = c.failed || int64(*v) != wide
}

// length passes the length of a list, and refuses one that the rest of the
// input, with that many bytes an element, cannot hold.
func (c *resultCodec) length(n, size int) int {
	c.int(&n)
	if c.read && (c.failed || n > len(c.buf)/size) {
		c.failed = true
		return 0
	}
	return n
}

func (c *resultCodec) string(s *string) {
	n := c.length(len(*s), 1)
	if c.read {
		*s, c.buf = string(c.buf[:n]), c.buf[n:]
		return
	}
	c.buf = append(c.buf, *s...)
}

// Distinct returns the policies that were played themselves, in their order.
func (r *Result) Distinct() []Played {
	var list []Played
	for _, p := range r.Played {
		if p.As == p.Policy {
			list = append(list, p)
		}
	}
	return list
}

// What a page lets a reader play: a tab of a browser has 4 GB at most and a phone
// less, and a table has as many columns as there are sizes.
const (
	PageMemory = 1 << 30 // bytes that pools and tables may take
	PageSizes  = 16
)

// Everything returns all policies with the given sizes, in one configuration.
func Everything(buffers []int, memory int64) Config {
	return Config{Policies: bufmgr.Policies(), Buffers: buffers, Memory: memory}
}
