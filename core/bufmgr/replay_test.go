package bufmgr_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/bgwriter"
	"clocksweep/core/bufmgr"
	"clocksweep/core/checkpointer"
)

// rules are what a replay can be told to do wrong. The zero value does as the
// server does.
type rules struct {
	maxUsage     uint8 // 0: MaxUsageCount
	bumpRepins   bool  // an access under a pin the process has counts as use
	ringPinsBump bool  // an access through a ring counts as use
	noRings      bool  // rings take normal victims
	ignorePins   bool
	multiplier   float64 // bgwriter_lru_multiplier; 0: 2

	victimsOnly bool // not a rule: compare hits, misses and victims, not what leads to them
}

// counts of compared things.
type counts struct {
	accesses, misses, victims, swept, listed, ringed int
	unpins, dirtied, writes, rejected, dropped       int
	rounds, looks, marks, checkpointed, snapshots    int
	values                                           int
}

// mismatch is where a replay and a recording differ first.
type mismatch struct {
	event, miss int
	what        string
	got, want   int64
}

// replay drives a pool with what a recording's processes did, and compares
// everything that the pool, the rings, the cleaning round and the checkpoint's
// order decide with what the server decided.
type replay struct {
	r     *reader
	rules rules
	pool  *bufmgr.Pool
	rings map[int32]*bufmgr.Ring
	jit   bgwriter.JustInTime
	order checkpointer.Order
	n     counts
	bad   *mismatch
}

func (x *replay) same(what string, got, want int64) {
	x.n.values++
	if got != want && x.bad == nil {
		x.bad = &mismatch{what: what, got: got, want: want, miss: x.n.misses}
	}
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// run replays the whole recording, or up to the first difference.
func (x *replay) run() *mismatch {
	if x.rules.maxUsage == 0 {
		x.rules.maxUsage = bufmgr.MaxUsageCount
	}
	if x.rules.multiplier == 0 {
		x.rules.multiplier = 2
	}
	x.pool = bufmgr.New(x.r.settings.buffers, x.rules.maxUsage)
	x.rings = map[int32]*bufmgr.Ring{}
	events := 0
	for e := (event{}); x.r.next(&e); events++ {
		x.step(&e)
		if x.bad != nil {
			x.bad.event = events
			return x.bad
		}
	}
	if err := x.pool.Check(); err != nil {
		return &mismatch{event: events, what: err.Error()}
	}
	x.same("bytes of the recording left over", int64(x.r.rest()), 0)
	return x.bad
}

func (x *replay) step(e *event) {
	p := x.pool
	switch e.op {
	case opHit, opHitRing, opRepin:
		x.hit(e)
	case opVictim, opVictimRing:
		x.victim(e)
	case opMiss:
		x.miss(e)
	case opUnpin:
		x.n.unpins++
		if !x.rules.ignorePins {
			p.Unpin(e.buf)
			x.same("pins after an unpin", int64(p.Refs(e.buf)), int64(e.refs))
		}
	case opDirty:
		x.n.dirtied++
		x.same("dirty before", number(p.MarkDirty(e.buf)), number(e.dirty))
	case opPinQuiet:
		p.PinQuiet(e.buf)
		x.same("pins of a writer", int64(p.Refs(e.buf)), int64(e.refs))
		if x.rules.ignorePins {
			p.Unpin(e.buf)
		}
	case opWriteBegin:
		x.n.writes++
		x.same("dirty flag of a page that is written", number(p.IsDirty(e.buf)), 1)
		p.BeginWrite(e.buf)
	case opWriteEnd:
		x.same("dirty after a write", number(!p.EndWrite(e.buf)), number(e.dirty))
	case opInvalidate:
		x.n.dropped++
		p.Invalidate(e.buf)
	case opNewRing:
		kind := bufmgr.RingKind(e.kind)
		x.same("size of a ring", int64(bufmgr.RingSize(kind, p.Len())), e.n[0])
		x.rings[e.ring] = bufmgr.NewRing(kind, int(e.n[0]))
	case opReject:
		x.n.rejected += int(number(e.dirty))
		x.same("victim given up", number(p.RejectRing(x.rings[e.ring], e.buf)), number(e.dirty))
	case opMark:
		x.n.marks += int(e.n[0])
		n := p.MarkCheckpoint()
		x.same("pages marked by a checkpoint", int64(n), e.n[0])
		x.order.Begin(p.Len(), p.Hand(), n)
	case opSweepStart:
		x.same("where a checkpoint starts", int64(p.Hand()), e.n[0])
	case opCheckpointLook:
		x.checkpointLook(e)
	case opSnapshot:
		x.n.snapshots++
		x.same("snapshot of the whole pool", int64(hashOf(p)), e.n[0])
	default:
		x.roundStep(e)
	}
}

func (x *replay) hit(e *event) {
	p := x.pool
	x.n.accesses++
	b := p.Lookup(e.page)
	x.same("buffer of a hit (-1 a miss)", int64(b), int64(e.buf))
	if x.bad != nil {
		return
	}
	switch {
	case e.op == opRepin && x.rules.bumpRepins:
		p.Pin(b)
		p.Unpin(b)
	case e.op == opRepin:
	case e.op == opHitRing && !x.rules.ringPinsBump:
		p.PinRing(b)
	default:
		p.Pin(b)
	}
	x.state(e, "a hit")
	if x.rules.ignorePins && e.op != opRepin {
		p.Unpin(b)
	}
}

func (x *replay) state(e *event, what string) {
	if x.rules.victimsOnly {
		return
	}
	p := x.pool
	x.same("usage count of "+what, int64(p.Usage(e.buf)), int64(e.usage))
	x.same("dirty flag of "+what, number(p.IsDirty(e.buf)), number(e.dirty))
	if !x.rules.ignorePins {
		x.same("pins of "+what, int64(p.Refs(e.buf)), int64(e.refs))
	}
}

func (x *replay) victim(e *event) {
	p := x.pool
	var b int32
	var src bufmgr.Source
	var ok bool
	if e.op == opVictimRing && !x.rules.noRings {
		r := x.rings[e.ring]
		b, src, ok = p.VictimRing(r)
		x.same("slot of a ring", int64(r.Slot()), int64(e.slot))
	} else {
		b, src, ok = p.Victim()
	}
	x.same("a victim found", number(ok), 1)
	x.same("victim", int64(b), int64(e.buf))
	x.same("source of a victim", int64(src), int64(e.src))
	if x.bad != nil {
		return
	}
	x.n.victims++
	switch src {
	case bufmgr.FromFreelist:
		x.n.listed++
	case bufmgr.FromSweep:
		x.n.swept++
	case bufmgr.FromRing:
		x.n.ringed++
	}
	x.same("pins of a victim besides the new one", int64(p.Refs(b)-1), int64(e.refs))
	x.same("usage count of a victim", int64(p.Usage(b)), int64(e.usage))
	x.same("dirty flag of a victim", number(p.IsDirty(b)), number(e.dirty))
	x.same("old page of a victim", int64(p.PageOf(b)), int64(e.page))
	if e.hand >= 0 {
		x.same("clock hand", int64(p.Hand()), int64(e.hand))
	}
}

func (x *replay) miss(e *event) {
	p := x.pool
	x.n.accesses++
	x.n.misses++
	x.same("a page that was not there", int64(p.Lookup(e.page)), -1)
	if x.bad != nil {
		return
	}
	p.Assign(e.buf, e.page)
	x.state(e, "a new page")
	if x.rules.ignorePins {
		p.Unpin(e.buf)
	}
}

func (x *replay) checkpointLook(e *event) {
	for b, ok := x.order.Next(); ok; b, ok = x.order.Next() {
		if x.pool.NeedsCheckpoint(b) {
			x.n.checkpointed++
			x.same("page that a checkpoint writes next", int64(b), int64(e.buf))
			x.order.Wrote()
			return
		}
	}
	x.same("page that a checkpoint writes next (-1 none)", -1, int64(e.buf))
}

// roundStep is the background writer's part.
func (x *replay) roundStep(e *event) {
	switch e.op {
	case opSync:
		hand, passes, allocs := x.pool.StrategySync()
		x.same("clock hand at a round", int64(hand), e.n[0])
		x.same("turns of the hand", int64(passes), e.n[1])
		x.same("allocations", int64(allocs), e.n[2])
		s := x.r.settings
		x.jit.Begin(s.buffers, hand, passes, allocs, bgwriter.Settings{
			DelayMs: s.delayMs, MaxPages: s.maxPages, Multiplier: x.rules.multiplier, ForgetIdle: s.forgetIdle,
		})
	case opEstimates:
		x.n.rounds++
		at := x.jit.Position()
		r := x.jit.Estimates()
		x.same("first buffer of a round", int64(at), e.n[0])
		x.same("allocations expected", int64(r.Upcoming), e.n[1])
		x.same("reusable buffers expected", int64(r.ReusableEst), e.n[2])
		x.same("buffers to lap the hand", int64(r.ToLap), e.n[3])
		x.float("smoothed allocations", r.Smoothed, e.n[4])
		x.float("smoothed density", r.DensityWas, e.n[5])
	case opLook:
		x.n.looks++
		b, ok := x.jit.Next()
		x.same("a buffer to look at", number(ok), 1)
		x.same("buffer that a round looks at", int64(b), int64(e.buf))
		reusable := e.n[0]&2 != 0
		x.same("reusable", number(x.pool.Reusable(e.buf)), number(reusable))
		written := e.n[0]&1 != 0
		// Its write, if any, is over: a reusable page is clean either way,
		// and only a reusable one is written.
		x.same("reusable and dirty after the look", number(reusable && x.pool.IsDirty(e.buf)), 0)
		x.same("written although not reusable", number(written && !reusable), 0)
		x.jit.Note(written, reusable)
	case opRoundEnd:
		_, more := x.jit.Next()
		x.same("a round goes on", number(more), 0)
		r := x.jit.End()
		x.same("where the next round begins", int64(x.jit.Position()), e.n[0])
		x.float("density after a round", r.Density, e.n[1])
	}
}

// float compares an estimate as far as it was recorded.
func (x *replay) float(what string, got float32, want int64) {
	if x.r.settings.exactFloats {
		x.same(what+" (bits)", int64(math.Float32bits(got)), want)
		return
	}
	digits := strings.Replace(strconv.FormatFloat(float64(got), 'f', 6, 64), ".", "", 1)
	micro, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		micro = -1
	}
	x.same(what+" (millionths)", micro, want)
}

// poolHash adds a buffer to a hash of the whole pool (FNV-1a over its fields).
func poolHash(h uint64, b int32, page bufmgr.Page, usage uint8, dirty bool) uint64 {
	if h == 0 {
		return 14695981039346656037
	}
	for _, v := range [...]uint64{uint64(b), uint64(page), uint64(usage), uint64(number(dirty))} {
		h = (h ^ v) * 1099511628211
	}
	return h
}

func hashOf(p *bufmgr.Pool) uint64 {
	h := poolHash(0, 0, bufmgr.NoPage, 0, false)
	for b := range int32(p.Len()) {
		h = poolHash(h, b, p.PageOf(b), p.Usage(b), p.IsDirty(b))
	}
	return h
}

func TestReplayOfRealServers(t *testing.T) {
	for _, set := range condensed {
		t.Run(set.name, func(t *testing.T) {
			x := &replay{r: openRecording(t, set.name)}
			if bad := x.run(); bad != nil {
				t.Fatalf("event %d, miss %d: %s is %d, the server had %d", bad.event, bad.miss, bad.what, bad.got, bad.want)
			}
			n := &x.n
			if n.accesses == 0 || n.victims != n.misses+n.rejected {
				t.Errorf("%d accesses, %d victims for %d misses and %d rejections", n.accesses, n.victims, n.misses, n.rejected)
			}
			t.Logf("%d buffers: %d accesses, %d misses, %d victims (%d freelist, %d sweep, %d ring; %d given up), %d unpins, %d dirty marks, %d writes, %d drops",
				x.r.settings.buffers, n.accesses, n.misses, n.victims, n.listed, n.swept, n.ringed, n.rejected, n.unpins, n.dirtied, n.writes, n.dropped)
			t.Logf("%d rounds with %d buffers looked at; checkpoints: %d pages marked, %d written in the expected order; %d snapshots",
				n.rounds, n.looks, n.marks, n.checkpointed, n.snapshots)
			t.Logf("%d values compared, no difference", n.values)
		})
	}
}
