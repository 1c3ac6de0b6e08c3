package result

import (
	"errors"
	"math"
	"strconv"
)

// format is the version of the binary form; a reader refuses any other.
const format = 6

// ErrFormat is returned by [Decode] when the bytes are not a result of this
// engine's binary form.
var ErrFormat = errors.New("not a Clocksweep result, or one of another engine version")

// codec walks a Result once and either writes or reads each field, so that the
// two directions can't drift apart. Every number takes 8 bytes, little endian; a
// string or a list is its length and its elements.
type codec struct {
	buf    []byte
	read   bool
	failed bool
}

func (c *codec) int(v *int64) {
	if !c.read {
		u := uint64(*v)
		c.buf = append(c.buf, byte(u), byte(u>>8), byte(u>>16), byte(u>>24),
			byte(u>>32), byte(u>>40), byte(u>>48), byte(u>>56))
		return
	}
	if len(c.buf) < 8 {
		c.failed = true
		return
	}
	b := c.buf
	*v = int64(uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56)
	c.buf = b[8:]
}

func (c *codec) bool(v *bool) {
	n := int64(0)
	if *v {
		n = 1
	}
	c.int(&n)
	if n != 0 && n != 1 {
		c.failed = true
	}
	*v = n == 1
}

// length passes a count and refuses one that the rest of the input, at size
// bytes an element, can't hold.
func (c *codec) length(n, size int) int {
	v := int64(n)
	c.int(&v)
	if c.read && (v < 0 || v > int64(len(c.buf)/size)) {
		c.failed = true
		return 0
	}
	return int(v)
}

func (c *codec) string(v *string) {
	n := c.length(len(*v), 1)
	if !c.read {
		c.buf = append(c.buf, *v...)
		return
	}
	if c.failed {
		return
	}
	*v = string(c.buf[:n])
	c.buf = c.buf[n:]
}

func (c *codec) float(v *float64) {
	bits := int64(math.Float64bits(*v))
	c.int(&bits)
	*v = math.Float64frombits(uint64(bits))
}

func (c *codec) traffic(t *Traffic) {
	for _, v := range t.Values() {
		c.float(v)
	}
}

func (c *codec) floats(v *[]float64) {
	n := c.length(len(*v), 8)
	if c.read {
		*v = make([]float64, n)
	}
	for i := range *v {
		c.float(&(*v)[i])
	}
}

func (c *codec) uint32s(v *[]uint32) {
	n := c.length(len(*v), 8)
	if c.read {
		*v = make([]uint32, n)
	}
	for i := range *v {
		x := int64((*v)[i])
		c.int(&x)
		if x < 0 || x > math.MaxUint32 {
			c.failed = true
		}
		(*v)[i] = uint32(x)
	}
}

func slice[T any](c *codec, v *[]T, each func(*T)) {
	n := c.length(len(*v), 8)
	if c.read {
		*v = make([]T, n)
	}
	for i := range *v {
		each(&(*v)[i])
	}
}

func (c *codec) ints(vs ...*int64) {
	for _, v := range vs {
		c.int(v)
	}
}

func (c *codec) result(r *Result) {
	version := int64(format)
	c.int(&version)
	if version != format {
		c.failed = true
		return
	}
	for _, s := range []*string{&r.Engine, &r.Experiment, &r.Run, &r.Release} {
		c.string(s)
	}
	seed := int64(r.Seed)
	c.int(&seed)
	r.Seed = uint64(seed)
	slice(c, &r.Settings, func(s *Setting) {
		c.string(&s.Name)
		c.string(&s.Value)
		c.bool(&s.Changed)
	})
	c.ints(&r.PlannedNs, &r.VirtualNs, &r.ConnectNs)
	c.bool(&r.Stopped)
	c.ints(&r.Clients, &r.Scale, &r.Buffers, &r.Transactions)
	p := &r.Latency
	c.ints(&p.Avg, &p.P50, &p.P90, &p.P95, &p.P99, &p.Max)
	for i := range r.Waits {
		c.int(&r.Waits[i])
	}
	c.int(&r.LatencyNs)
	c.ints(r.Counters.all()...)
	slice(c, &r.IO, func(v *IO) {
		c.string(&v.Backend)
		c.string(&v.Object)
		c.string(&v.Context)
		c.ints(&v.Reads, &v.ReadBytes, &v.Writes, &v.WriteBytes, &v.Writebacks, &v.Extends, &v.ExtendBytes,
			&v.Hits, &v.Evictions, &v.Reuses, &v.Fsyncs)
	})
	slice(c, &r.Relations, func(v *Relation) {
		c.string(&v.Name)
		c.ints(&v.BlksRead, &v.BlksHit, &v.Pages, &v.PagesInit)
	})
	slice(c, &r.Checkpoints, func(v *Checkpoint) {
		c.ints(&v.StartNs, &v.WriteEndNs, &v.SyncEndNs, &v.EndNs)
		c.bool(&v.Timed)
		c.bool(&v.Immediate)
		c.ints(&v.Flags, &v.Written, &v.SLRU, &v.SegAdded, &v.SegRemoved, &v.SegRecycle,
			&v.SyncFiles, &v.LongestNs, &v.SumSyncNs, &v.TooOften,
			&v.LSN, &v.RedoLSN, &v.Distance, &v.Estimate)
	})
	slice(c, &r.Stalls, func(v *Stall) { c.ints(&v.StartNs, &v.LengthNs) })
	slice(c, &r.Locks, func(v *Lock) {
		c.string(&v.Name)
		c.ints(&v.Locks, &v.Shared, &v.Exclusive, &v.Blocked, &v.Busiest, &v.Delays)
	})
	for _, col := range r.Series.Columns() {
		c.floats(col.Values)
		if len(*col.Values) != len(r.Series.TPS) {
			c.failed = true // readers go through all columns in step
		}
	}
	slice(c, &r.Devices, func(v *Device) {
		c.string(&v.Name)
		c.traffic(&v.Total)
		slice(c, &v.Seconds, c.traffic)
		if len(v.Seconds) != len(r.Series.TPS) {
			c.failed = true
		}
	})
	for w := range r.Backends {
		c.floats(&r.Backends[w])
		if n := len(r.Backends[w]); n == 0 {
			r.Backends[w] = nil
		} else if n != len(r.Series.TPS) {
			c.failed = true
		}
	}
	c.int(&r.StddevNs)
	c.ints(&r.Schedule.LagNs, &r.Schedule.LagMaxNs, &r.Schedule.Skipped, &r.Schedule.Late)
	slice(c, &r.Types, func(v *TransactionType) {
		c.string(&v.Name)
		p := &v.Latency
		c.ints(&v.Count, &v.Rollbacks, &p.Avg, &p.P50, &p.P90, &p.P95, &p.P99, &p.Max)
	})
	slice(c, &r.Jobs, func(v *Job) {
		c.string(&v.Name)
		c.ints(&v.StartNs, &v.EndNs, &v.Pages)
	})
	for i := range r.UsageCount {
		c.int(&r.UsageCount[i])
	}
	c.uint32s(&r.Histogram)
}

// Append appends the binary form of r to buf and returns the longer slice.
func Append(buf []byte, r *Result) []byte {
	c := codec{buf: buf}
	c.result(r)
	c.snapshots(&r.Pool)
	return c.buf
}

// Decode reads the binary form. It returns [ErrFormat] for anything else: what
// it accepts is what [Append] writes, byte for byte.
func Decode(b []byte) (*Result, error) {
	c := codec{buf: b, read: true}
	r := &Result{}
	c.result(r)
	c.snapshots(&r.Pool)
	if c.failed || len(c.buf) != 0 {
		return nil, ErrFormat
	}
	return r, nil
}

// Hash returns 16 hexadecimal digits: the 64-bit FNV-1a hash of r's binary
// form without the pictures of the pool, which a run has or has not. Equal scenario,
// seed and engine version give an equal hash on every platform.
func (r *Result) Hash() string {
	c := codec{}
	c.result(r)
	h := uint64(14695981039346656037)
	for _, b := range c.buf {
		h = (h ^ uint64(b)) * 1099511628211
	}
	s := strconv.FormatUint(h, 16)
	const zeros = "0000000000000000"
	return zeros[len(s):] + s
}
