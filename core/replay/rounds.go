package replay

import (
	"math"
	"strconv"

	"clocksweep/core/bgwriter"
	"clocksweep/core/bufmgr"
)

// look is a writer's look at one buffer: what the policy says about it at the
// moment when the writer pins it.
type look struct {
	buf      int32 // the recording's, -1: none since the last one
	should   bool  // write it
	reusable bool
}

// round is the background writer's round under way.
type round struct {
	proc     int16 // whose, valid if on
	on       bool
	scan     int // scanAll, scanLRU (8.1, 8.2)
	jit      bgwriter.JustInTime
	settings bgwriter.Settings
	scans    bgwriter.Scans
	scanning bgwriter.ScanSettings
	percent  bgwriter.Percent
	list     []int32 // 8.0: the dirty buffers
	pages    []int32 // and what they held
	looked   look
	idle     bool // the last one would hibernate (9.2 and later)
}

func (r *round) begin(set *Set) {
	s := &set.Settings
	r.looked.buf = -1
	r.settings = bgwriter.Settings{DelayMs: s.DelayMs, MaxPages: s.LRUMaxPages, Multiplier: s.Multiplier, ForgetIdle: set.Release >= Release92}
	r.scanning = bgwriter.ScanSettings{
		LRUPercent: s.LRUPercent, LRUMaxPages: s.LRUMaxPages, AllPercent: s.AllPercent, AllMaxPages: s.AllMaxPages,
	}
}

// predictsWriters reports that the policy has what the release's background
// writer and checkpoint go by. If not, their recorded writes are only carried
// out.
func (p *Player) predictsWriters() bool {
	switch r := p.set.Release; {
	case r < Release80:
		return true
	case r < Release81:
		return p.lists != nil
	}
	return p.clock != nil
}

// looks is called when a writer is about to pin buffer b, recorded as e.Buf.
func (p *Player) looks(e *Event, b int32) {
	if !p.predictsWriters() {
		return
	}
	switch {
	case p.round.on && p.round.proc == e.Proc:
		p.round.looked = look{e.Buf, p.roundWrites(b), p.reusable(b)}
	case p.checkpoint.on && p.checkpoint.proc == e.Proc:
		p.checkpoint.looks(p, e, b)
	}
}

func (p *Player) reusable(b int32) bool { return p.clock != nil && p.clock.Reusable(b) }

// roundWrites reports whether the round under way writes buffer b.
func (p *Player) roundWrites(b int32) bool {
	switch r := &p.round; {
	case !p.pool.IsDirty(b):
		return false
	case p.set.Release < Release81:
		return listedStill(p.pool, b, r.list, r.pages)
	case r.scan == scanAll:
		return true
	}
	return p.reusable(b)
}

// listedStill reports whether b holds the page that the list of 8.0 found there.
func listedStill(pool bufmgr.Policy, b int32, list, pages []int32) bool {
	for i, l := range list {
		if l == b {
			return pages[i] == pool.PageOf(b)
		}
	}
	return false
}

func (p *Player) roundStep(e *Event) {
	if e.Kind == RoundLook && p.checkpoint.on && p.checkpoint.proc == e.Proc && !p.round.on {
		p.checkpoint.look(p, e)
		return
	}
	if !p.predictsWriters() {
		return
	}
	switch {
	case p.set.Release < Release81:
		p.listRound(e)
	case p.set.Release < Release83:
		p.scanRound(e)
	default:
		p.justInTime(e)
	}
}

// dirtyList returns 8.0's list of dirty buffers and what they hold.
func (p *Player) dirtyList(e *Event, into, pages []int32, q quantity, n, t1, t2 int) (list, held []int32) {
	lists := [2][]int32{}
	for i, l := range [...]bufmgr.List{bufmgr.ListT1, bufmgr.ListT2} {
		p.lists.Entries(l, func(e bufmgr.Entry) { lists[i] = append(lists[i], e.Buf) })
	}
	list, held = bgwriter.Alternate(into[:0], lists[0], lists[1], p.pool.IsDirty), pages[:0]
	for _, b := range list {
		held = append(held, p.pool.PageOf(b))
	}
	p.check(q, e, "dirty buffers listed", len(list), n)
	p.check(q, e, "head of T1", int(at(lists[0], 0)), t1)
	p.check(q, e, "head of T2", int(at(lists[1], 0)), t2)
	return list, held
}

// listRound is a round of 8.0.
func (p *Player) listRound(e *Event) {
	r := &p.round
	switch e.Kind {
	case RoundBegin:
		r.list, r.pages = p.dirtyList(e, r.list, r.pages, qRounds, p.set.extra(e, xN), p.set.extra(e, xT1Head), p.set.extra(e, xT2Head))
		s := bgwriter.PercentSettings{Percent: p.set.Settings.Percent, MaxPages: p.set.Settings.MaxPages}
		p.check(qRounds, e, "cleaning on", int(truth(r.percent.Begin(r.list, s))), 1)
		r.on, r.proc, r.looked.buf = true, e.Proc, -1
	case RoundLook:
		b, _ := r.percent.Next()
		p.examined(qRoundBuffers, e, &r.looked, b, p.roundWrites)
	case RoundEnd:
		_, more := r.percent.Next()
		p.check(qRounds, e, "a round goes on", int(truth(more)), 0)
		p.check(qRounds, e, "buffers examined", r.percent.Examined(), p.set.extra(e, xEndN))
		r.on = false
	}
}

// examined compares a look at a buffer: which one, and whether it was written.
func (p *Player) examined(q quantity, e *Event, l *look, b int32, writes func(int32) bool) (written bool) {
	p.check(q, e, "buffer examined", int(b), int(e.Buf))
	should := l.should
	if l.buf != e.Buf {
		should = b >= 0 && writes(b)
	}
	written = e.Out == '1'
	p.check(q, e, "written", int(truth(should)), int(truth(written)))
	l.buf = -1
	return written
}

// scanRound is a round of 8.1 or 8.2: two scans, each with a begin and an end. An
// end without a begin says that the scan is off.
func (p *Player) scanRound(e *Event) {
	r := &p.round
	switch e.Kind {
	case RoundBegin:
		r.scan = p.set.extra(e, xScan)
		on := false
		if r.scan == scanAll {
			p.check(qRounds, e, "position of the scan over all buffers", int(r.scans.Position()), int(e.Buf))
			on = r.scans.BeginAll(p.set.Buffers, r.scanning)
		} else {
			p.check(qRounds, e, "clock hand", int(p.clock.Hand()), int(e.Buf))
			on = r.scans.BeginLRU(p.set.Buffers, p.clock.Hand(), r.scanning)
		}
		p.check(qRounds, e, "scan on", int(truth(on)), 1)
		r.on, r.proc, r.looked.buf = true, e.Proc, -1
	case RoundLook:
		b, _ := r.scans.Next()
		r.scans.Note(p.examined(qRoundBuffers, e, &r.looked, b, p.roundWrites))
	case RoundEnd:
		if !r.on {
			off := r.scanning
			if p.set.extra(e, xEndScan) == scanAll {
				off.LRUPercent = 0
			} else {
				off.AllPercent = 0
			}
			p.check(qRounds, e, "scan off", int(truth(off.Off())), 1)
			return
		}
		_, more := r.scans.Next()
		p.check(qRounds, e, "a scan goes on", int(truth(more)), 0)
		if r.scan == scanAll {
			p.check(qRounds, e, "position of the scan over all buffers", int(r.scans.Position()), int(e.Buf))
		}
		r.on = false
	}
}

// justInTime is a round of 8.3 and later.
func (p *Player) justInTime(e *Event) {
	r := &p.round
	switch e.Kind {
	case RoundBegin:
		p.checkpoint.napped(p, e)
		hand, passes, allocs := p.clock.StrategySync()
		p.check(qHands, e, "clock hand", int(hand), int(e.Buf)%p.set.Buffers)
		p.check(qRounds, e, "turns of the hand", int(passes), p.set.extra(e, xPasses))
		p.check(qRounds, e, "allocations", int(allocs), p.set.extra(e, xAlloc))
		r.on = r.jit.Begin(p.set.Buffers, hand, passes, allocs, r.settings)
		r.proc, r.looked.buf = e.Proc, -1
	case RoundEstimate:
		est := r.jit.Estimates()
		p.check(qEstimates, e, "where a round begins", int(r.jit.Position()), int(e.Buf))
		p.check(qEstimates, e, "allocations expected", est.Upcoming, p.set.extra(e, xUpcoming))
		p.check(qEstimates, e, "reusable buffers expected", est.ReusableEst, p.set.extra(e, xReusable))
		p.check(qEstimates, e, "buffers to a lap", est.ToLap, p.set.extra(e, xLap))
		p.float(e, "smoothed allocations", est.Smoothed, p.set.extra(e, xSmoothed))
		p.float(e, "density", est.DensityWas, p.set.extra(e, xDensity))
	case RoundLook:
		b, _ := r.jit.Next()
		p.check(qRoundBuffers, e, "buffer examined", int(b), int(e.Buf))
		l := r.looked
		if l.buf != e.Buf && b >= 0 {
			l = look{e.Buf, p.roundWrites(b), p.reusable(b)}
		}
		r.looked.buf = -1
		p.check(qRoundBuffers, e, "written (1) and reusable (2)", int(truth(l.should)+2*truth(l.reusable)), int(e.Out-'0'))
		r.jit.Note(e.Out&1 != 0, e.Out&2 != 0)
	case RoundEnd:
		_, more := r.jit.Next()
		p.check(qRounds, e, "a round goes on", int(truth(more)), 0)
		end := r.jit.End()
		r.idle = end.Hibernate
		p.check(qRounds, e, "where the next round begins", int(r.jit.Position()), int(e.Buf)%p.set.Buffers)
		p.float(e, "density after a round", end.Density, p.set.extra(e, xEndDen))
		if x := p.set.extra(e, xHibernate); x != None {
			p.check(qRounds, e, "hibernation", int(truth(end.Hibernate)), x)
		}
		r.on = false
	}
}

// float compares an estimate bit by bit, or as far as it was recorded: with six
// decimals where the server was watched from outside.
func (p *Player) float(e *Event, what string, got float32, want int) {
	if p.sampled() {
		rounded, err := strconv.ParseFloat(strconv.FormatFloat(float64(got), 'f', 6, 64), 64)
		if err == nil {
			got = float32(rounded)
		}
	}
	p.check(qEstimates, e, what+" (bits of a float)", int(int32(math.Float32bits(got))), want)
}
