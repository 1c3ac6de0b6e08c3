package storage

import (
	"math"
	"testing"
)

// TestSeekCurve checks that the curve runs through the three seek times it was
// solved from, smoothly at the knee and never downwards.
func TestSeekCurve(t *testing.T) {
	for _, d := range allDisks {
		s := solveSeek(d)
		const steps = 20000
		var mean float64
		last := int64(0)
		for i := range steps {
			x := (float64(i) + 0.5) / steps
			ns := s.ns(x)
			if ns < last {
				t.Errorf("%s: the seek time falls at a distance of %.4f", d.ID, x)
			}
			last = ns
			mean += float64(ns) * 2 * (1 - x) / steps
		}
		within(t, name(d, "mean seek, ms"), mean/1e6, d.AvgMs, 0.002)
		// No curve of this form has a full stroke shorter than 15/8 of the mean
		// (both less the shortest seek); then the mean counts.
		full := max(d.FullMs, d.TrackMs+15.0/8*(d.AvgMs-d.TrackMs))
		within(t, name(d, "full-stroke seek, ms"), float64(s.ns(1))/1e6, full, 0.002)
		within(t, name(d, "shortest seek, ms"), float64(s.ns(1e-9))/1e6, d.TrackMs, 0.002)
		within(t, name(d, "knee from below and above"), float64(s.ns(s.knee)), float64(s.ns(s.knee+1e-9)), 1e-6)
	}
}

// TestKneeLimits checks that seek times no curve fits still give one.
func TestKneeLimits(t *testing.T) {
	d := disk7200y2011
	d.FullMs = 40 // would ask for a knee below the range
	if s := solveSeek(d); math.Abs(s.knee-minKnee) > 1e-9 {
		t.Errorf("a long full stroke gives a knee at %f, want %f", s.knee, minKnee)
	}
	d.FullMs = 10 // above it
	if s := solveSeek(d); math.Abs(s.knee-maxKnee) > 1e-9 {
		t.Errorf("a short full stroke gives a knee at %f, want %d", s.knee, maxKnee)
	}
}

// TestGeometry checks capacity, rates and the mapping of bytes to tracks.
func TestGeometry(t *testing.T) {
	for _, d := range allDisks {
		m := NewMechanics(d)
		within(t, name(d, "capacity"), float64(m.Capacity()), d.CapacityGB*1e9, 0.001)
		for z := range zones {
			first := m.locate(m.zoneStart[z])
			last := m.locate(m.zoneStart[z+1] - 1)
			if first.within != 0 || first.track != int64(z)*m.perZone || first.track%m.heads != 0 {
				t.Errorf("%s: zone %d begins at byte %d of track %d", d.ID, z, first.within, first.track)
			}
			if last.within != last.bytes-1 || last.track != int64(z+1)*m.perZone-1 {
				t.Errorf("%s: zone %d ends at byte %d of track %d", d.ID, z, last.within, last.track)
			}
		}
		outer, inner := float64(m.trackBytes[0]), float64(m.trackBytes[zones-1])
		rev := float64(m.rev) / 1000
		within(t, name(d, "outer zone, MB/s"), outer/rev, d.OuterMBs, 0.04)
		within(t, name(d, "inner zone, MB/s"), inner/rev, d.InnerMBs, 0.04)
	}
}

// TestOneWriteARevolution checks the law behind single-client commit rates:
// a sector that is written again at once comes around after one revolution,
// and so does the sector behind the one just written.
func TestOneWriteARevolution(t *testing.T) {
	for _, d := range allDisks {
		m := NewMechanics(d)
		now := m.Service(0, 1<<30, pageSize, true)
		for range 10 {
			took := m.Service(now, 1<<30, pageSize, true)
			if diff := took - m.rev; diff < -1 || diff > 1 { // rounding of the angle
				t.Errorf("%s: the same page again took %d ns, a revolution is %d", d.ID, took, m.rev)
			}
			now += took
		}
		first := now
		for i := range int64(5) {
			now += m.Service(now, 1<<30+(i+1)*pageSize, pageSize, true)
		}
		if per := (now - first) / 5; per < m.rev || per > m.rev+m.rev/10 {
			t.Errorf("%s: the next page took %d ns, a revolution is %d", d.ID, per, m.rev)
		}
	}
}

// TestSequential checks that one long transfer runs at the zone's rate less
// the head switches.
func TestSequential(t *testing.T) {
	for _, d := range allDisks {
		m := NewMechanics(d)
		const length = 64 << 20
		took := m.Service(0, 0, length, false)
		tracks := length / m.trackBytes[0]
		want := length*m.rev/m.trackBytes[0] + tracks*(m.hs+crossNs)
		within(t, name(d, "64 MB in one transfer, ms"), float64(took)/1e6, float64(want)/1e6, 0.02)
	}
}

// TestPosition checks that looking does not move the head, and that Position
// is the part of Service before the transfer.
func TestPosition(t *testing.T) {
	m := NewMechanics(disk10k2003)
	m.Service(0, 5e9, pageSize, false)
	for _, off := range []int64{0, 5e9 / pageSize * pageSize, 90e9 / pageSize * pageSize} {
		for _, write := range []bool{false, true} {
			before := m.track
			p := m.Position(123456789, off, write)
			if m.track != before {
				t.Fatal("Position moved the head")
			}
			transfer, _ := m.transfer(m.locate(off), pageSize)
			if s := m.Service(123456789, off, pageSize, write); s != p+transfer {
				t.Errorf("at %d: service %d ns, want %d + %d", off, s, p, transfer)
			}
			m.track = before
		}
	}
}
