package storage

import "clocksweep/core/hardware"

// zones is the number of bands of equal track length a surface is modeled
// with; the real number (10 to 30) is rarely published.
const zones = 16

// trackGrain is what a track's length is rounded to, in bytes.
const trackGrain = 4096

// crossNs is what a transfer loses at each track boundary beside the head
// switch: the servo settles on the new track.
const crossNs = 200_000

// Mechanics is the moving part of a disk: where the head stands, and how long
// it takes to get elsewhere. Create it with [NewMechanics].
type Mechanics struct {
	seek      seekCurve
	rev       int64 // one revolution, ns
	overhead  int64 // command overhead, ns
	settle    int64 // extra settling before a write, ns
	hs        int64 // head switch, ns
	skew      int64 // angle between the starts of two consecutive tracks, ns of rotation
	heads     int64
	perStroke float64 // 1/(cylinders-1)
	perZone   int64   // tracks of a zone
	capacity  int64   // bytes

	trackBytes [zones]int64
	zoneStart  [zones + 1]int64 // byte address of a zone's first byte

	track int64 // where the head stands
}

// NewMechanics builds the mechanism of a disk from its datasheet, with the
// head at the outer edge.
func NewMechanics(d hardware.Disk) *Mechanics {
	const ms = 1e6
	m := &Mechanics{
		seek:     solveSeek(d),
		rev:      60_000_000_000 / d.RPM,
		overhead: int64(d.OverheadMs * ms),
		settle:   int64(d.WriteSettleMs * ms),
		hs:       int64(d.HeadSwitchMs * ms),
		heads:    d.Heads,
	}
	// A sequential transfer that goes on in the next track finds its first
	// sector under the head after the switch, with a small reserve.
	m.skew = (m.hs + int64(float64(d.TrackMs*0.15)*ms) + crossNs) % m.rev

	var surface int64 // bytes of one track in each zone
	for z := range m.trackBytes {
		rate := d.OuterMBs - float64((d.OuterMBs-d.InnerMBs)*(float64(z)+0.5)/zones)
		b := int64(float64(rate*float64(m.rev)/1000)+trackGrain/2) / trackGrain * trackGrain
		m.trackBytes[z] = max(b, trackGrain)
		surface += m.trackBytes[z]
	}
	// Zones begin at a cylinder's first head.
	want := int64(d.CapacityGB * 1e9)
	perZone := (want + surface - 1) / surface
	m.perZone = (perZone + d.Heads - 1) / d.Heads * d.Heads
	for z := range m.trackBytes {
		m.zoneStart[z+1] = m.zoneStart[z] + m.trackBytes[z]*m.perZone
	}
	m.capacity = m.zoneStart[zones]
	m.perStroke = 1 / float64(max(m.perZone/m.heads*zones-1, 1))
	return m
}

// Capacity returns the number of bytes the disk holds.
func (m *Mechanics) Capacity() int64 { return m.capacity }

// place is where a byte lies: its track, the length of a track there, and how
// far into the track it is.
type place struct {
	track, bytes, within int64
}

func (m *Mechanics) locate(off int64) place {
	z := 0
	for z < zones-1 && off >= m.zoneStart[z+1] {
		z++
	}
	b := m.trackBytes[z]
	t := (off - m.zoneStart[z]) / b
	return place{
		track:  int64(z)*m.perZone + t,
		bytes:  b,
		within: off - m.zoneStart[z] - t*b,
	}
}

// approach returns the nanoseconds from now until the head stands at the
// place: command overhead, seek, and the wait for the sector to come around.
func (m *Mechanics) approach(now int64, p place, write bool) int64 {
	t := m.overhead
	if p.track != m.track {
		from, to := m.track/m.heads, p.track/m.heads
		switch {
		case from == to:
			t += m.hs
		case from < to:
			t += m.seek.ns(float64(to-from) * m.perStroke)
		default:
			t += m.seek.ns(float64(from-to) * m.perStroke)
		}
		if write {
			t += m.settle
		}
	}
	angle := p.within*m.rev/p.bytes + p.track*m.skew%m.rev
	rot := (angle - (now+t)%m.rev) % m.rev
	if rot < 0 {
		rot += m.rev
	}
	return t + rot
}

// transfer returns the nanoseconds that length bytes from p take to pass under
// the head, and the track in which they end.
func (m *Mechanics) transfer(p place, length int64) (ns, last int64) {
	crossings := (p.within + length - 1) / p.bytes
	return length*m.rev/p.bytes + crossings*(m.hs+crossNs), p.track + crossings
}

// Position returns the nanoseconds from now until the head would stand at the
// byte off, the command overhead included. It moves nothing.
func (m *Mechanics) Position(now, off int64, write bool) int64 {
	return m.approach(now, m.locate(off), write)
}

// Service returns the nanoseconds that a transfer of length bytes at off takes
// when it starts now, and leaves the head where the transfer ends. Offset and
// length are bytes and must lie within [Mechanics.Capacity].
func (m *Mechanics) Service(now, off, length int64, write bool) int64 {
	p := m.locate(off)
	t := m.approach(now, p, write)
	ns, last := m.transfer(p, length)
	m.track = last
	return t + ns
}
