package bufmgr_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

// pairs are all policies, each with its model.
func pairs() []pair {
	clock83 := modelClock{cap: 5, rings: true}
	ringBug, noFreelist := clock83, clock83
	ringBug.ringBug, noFreelist.noFreelist = true, true
	reclaimer := func(v bufmgr.ReclaimerVersion) func(int) model {
		return func(n int) model {
			m := clock83
			m.version = v
			m.low, m.high = bufmgr.ReclaimerMarks(n)
			return newModelClock(n, m)
		}
	}
	clock := func(m modelClock) func(int) model { return func(n int) model { return newModelClock(n, m) } }
	return []pair{
		{"lru", newModelLRU},
		{"arc", func(n int) model { return newModelLists(n, false) }},
		{"2q", func(n int) model { return newModelLists(n, true) }},
		{"bit2005", clock(modelClock{cap: 1, usedAtUnpin: true, takesFromPinned: true})},
		{"clock81", clock(modelClock{cap: 5, usedAtUnpin: true, takesFromPinned: true})},
		{"clock83", clock(clock83)},
		{"reclaimer3", reclaimer(bufmgr.ReclaimerV3)},
		{"reclaimer4", reclaimer(bufmgr.ReclaimerV4)},
		{"reclaimer9", reclaimer(bufmgr.ReclaimerV9)},
		{"clock95", clock(clock83)},
		{"clock960", clock(ringBug)},
		{"clock19", clock(noFreelist)},
	}
}

type pair struct {
	name  string
	model func(buffers int) model
}

// source gives the steps of a test: random or from a fuzzer. More than it has are
// zeros.
type source interface{ next(n int) int }

type randomSource struct{ sim.Rand }

func (s *randomSource) next(n int) int { return int(s.Intn(int64(n))) }

type byteSource struct{ data []byte }

func (s *byteSource) next(n int) int {
	if len(s.data) == 0 {
		return 0
	}
	v := s.data[0]
	s.data = s.data[1:]
	return int(v) % n
}

// testBackend is a backend of the policy and of the model at once.
type testBackend struct {
	policy bufmgr.Backend
	model  modelBackend
	held   []int32 // pages
}

// comparison drives a policy and its model with the same steps of several
// backends and a writer.
type comparison struct {
	t        testing.TB
	name     string
	src      source
	p        bufmgr.Policy
	m        model
	backends []testBackend
	writer   []int32 // pages pinned quietly
	xid      uint32
	pages    int

	hits, misses, rejected, full, dropped, rechecked, listed int
}

func newComparison(t testing.TB, pr pair, src source, buffers, backends int) *comparison {
	named, ok := bufmgr.PolicyByName(pr.name)
	if !ok {
		t.Fatalf("there is no policy %s", pr.name)
	}
	return &comparison{
		t: t, name: pr.name, src: src, p: named.New(buffers), m: pr.model(buffers),
		backends: make([]testBackend, backends), pages: 3 * buffers, xid: 1,
	}
}

// page returns a page, low ones more often.
func (c *comparison) page() int32 { return int32(min(c.src.next(c.pages), c.src.next(c.pages))) }

func (c *comparison) step() {
	be := &c.backends[c.src.next(len(c.backends))]
	switch k := c.src.next(100); {
	case k < 45:
		if len(be.held) < 3 {
			c.read(be, c.page(), true)
		}
	case k < 50:
		if len(be.held) > 0 { // under a held pin
			c.read(be, be.held[c.src.next(len(be.held))], true)
		}
	case k < 72:
		if len(be.held) > 0 {
			c.release(be, c.src.next(len(be.held)))
		}
	case k < 80:
		if len(be.held) > 0 {
			b := c.p.Lookup(be.held[c.src.next(len(be.held))])
			was := c.m.common().dirty[b]
			if got := c.p.MarkDirty(b); got != was {
				c.t.Fatalf("buffer %d was dirty: %v, the model says %v", b, got, was)
			}
			c.m.common().dirty[b] = true
		}
	case k < 84:
		c.write()
	case k < 88:
		c.drop(c.page())
	default:
		c.context(be, k)
	}
}

// context changes what an access depends on besides its page.
func (c *comparison) context(be *testBackend, k int) {
	switch {
	case k < 92:
		c.xid++
		be.policy.Xid, be.model.xid = c.xid, c.xid
	case k < 94:
		on := c.src.next(2) == 1
		be.policy.SetVacuum(on)
		be.model.vacuum, be.model.vacuumXid = on, be.model.xid
	case k < 96:
		be.policy.Ring, be.model.ring = nil, nil
		if n := c.src.next(4); n > 0 {
			kind := bufmgr.RingKind(c.src.next(3))
			be.policy.Ring = bufmgr.NewRing(kind, n)
			be.model.ring = &modelRing{kind: kind, slots: slices.Repeat([]int32{-1}, n)}
		}
	case k < 97:
		if clock, ok := c.p.(bufmgr.Clock); ok {
			hand, passes, allocs := clock.StrategySync()
			m := c.m.(*modelClock)
			if int(hand) != m.hand || int(passes) != m.passes || int(allocs) != m.allocs {
				c.t.Fatalf("hand, turns, allocations are %d, %d, %d; the model has %s", hand, passes, allocs, m.rest())
			}
			m.allocs = 0
		}
	default:
		c.reclaim()
	}
}

// read is a whole access. nested allows another backend to read the page while
// the victim is written.
func (c *comparison) read(be *testBackend, pg int32, nested bool) {
	held := slices.Contains(be.held, pg)
	b, hit := c.p.Read(&be.policy, pg, held)
	if mb, mhit := c.m.read(&be.model, pg, held); b != mb || hit != mhit {
		c.t.Fatalf("%s: page %d is in buffer %d, the model says %d", c.name, pg, b, mb)
	}
	if hit {
		c.hits++
		if !held {
			be.held = append(be.held, pg)
		}
		return
	}
	for {
		v, _, ok := c.p.Choose(&be.policy)
		if mv := c.m.choose(&be.model); ok != (mv >= 0) || ok && v != mv {
			c.t.Fatalf("%s: the victim for page %d is %d, the model says %d", c.name, pg, v, mv)
		}
		if !ok {
			c.full++
			return
		}
		dirty := c.p.IsDirty(v)
		given := dirty && c.src.next(2) == 1 && c.p.Reject(&be.policy, v)
		if given != (given && c.m.reject(&be.model, v)) {
			c.t.Fatalf("%s: victim %d is given up, the model keeps it", c.name, v)
		}
		if given {
			c.rejected++
			c.p.Unpin(v)
			c.m.unpin(v)
			continue
		}
		if dirty {
			c.writeOut(v)
			if other := &c.backends[c.src.next(len(c.backends))]; nested && other != be && c.src.next(2) == 0 {
				c.read(other, pg, false)
			}
			b, hit := c.p.Recheck(&be.policy, pg)
			if mb, mhit := c.m.recheck(&be.model, pg); b != mb || hit != mhit {
				c.t.Fatalf("%s: after a write page %d is in buffer %d, the model says %d", c.name, pg, b, mb)
			}
			if hit {
				c.rechecked++
				c.p.Unpin(v)
				c.m.unpin(v)
				be.held = append(be.held, pg)
				return
			}
		}
		c.misses++
		c.p.Install(&be.policy, v, pg)
		c.m.install(&be.model, v, pg)
		be.held = append(be.held, pg)
		return
	}
}

func (c *comparison) writeOut(b int32) {
	c.p.BeginWrite(b)
	if !c.p.EndWrite(b) {
		c.t.Fatalf("%s: buffer %d is dirty after a write that nobody disturbed", c.name, b)
	}
	c.m.common().dirty[b] = false
}

func (c *comparison) release(be *testBackend, i int) {
	b := c.p.Lookup(be.held[i])
	before := len(c.m.freelist())
	listed := c.p.Release(&be.policy, b)
	c.m.release(&be.model, b)
	if listed != (len(c.m.freelist()) > before) {
		c.t.Fatalf("%s: buffer %d sent to the freelist: %v", c.name, b, listed)
	}
	if listed {
		c.listed++
	}
	be.held = slices.Delete(be.held, i, i+1)
}

// write is a writer that pins a page, or writes and lets go of the one it has.
func (c *comparison) write() {
	if len(c.writer) > 0 {
		b := c.p.Lookup(c.writer[0])
		c.writer = nil
		if c.p.IsDirty(b) {
			c.writeOut(b)
		}
		c.p.Unpin(b)
		c.m.unpin(b)
		return
	}
	if pg := c.page(); c.p.Lookup(pg) >= 0 {
		b := c.p.Lookup(pg)
		c.p.PinQuiet(b)
		c.m.pin(b)
		c.writer = append(c.writer, pg)
	}
}

func (c *comparison) drop(pg int32) {
	if b := c.p.Lookup(pg); b >= 0 && c.p.Refs(b) == 0 {
		c.dropped++
		c.p.Invalidate(b)
		c.m.drop(b)
	}
}

func (c *comparison) reclaim() {
	r, ok := c.p.(bufmgr.Reclaimer)
	if !ok {
		return
	}
	m := c.m.(*modelClock)
	if r.Wanted() != (len(m.free) < m.low) || r.Listed() != len(m.free) {
		c.t.Fatalf("%s: wanted %v with %d listed; the model has %d and its mark is %d", c.name, r.Wanted(), r.Listed(), len(m.free), m.low)
	}
	for {
		b, write, more := r.Reclaim()
		if mb, mw, mmore := m.reclaim(); b != mb || write != mw || more != mmore {
			c.t.Fatalf("%s: reclaims %d (write %v, more %v); the model %d (%v, %v)", c.name, b, write, more, mb, mw, mmore)
		}
		if write {
			c.writeOut(b)
		}
		if !more || c.src.next(8) == 0 {
			return // sometimes in the middle: backends go on meanwhile
		}
	}
}

// check compares everything.
func (c *comparison) check() {
	if err := c.p.Check(); err != nil {
		c.t.Fatalf("%s: %v", c.name, err)
	}
	m := c.m.common()
	for b := range int32(c.p.Len()) {
		if c.p.PageOf(b) != m.page[b] || int(c.p.Refs(b)) != m.refs[b] || int(c.p.Usage(b)) != m.usage[b] || c.p.IsDirty(b) != m.dirty[b] {
			c.t.Fatalf("%s: buffer %d has page %d, %d pins, usage %d, dirty %v; the model has %d, %d, %d, %v", c.name, b,
				c.p.PageOf(b), c.p.Refs(b), c.p.Usage(b), c.p.IsDirty(b), m.page[b], m.refs[b], m.usage[b], m.dirty[b])
		}
	}
	var free []int32
	c.p.Freelist(func(b int32) { free = append(free, b) })
	if _, isLRU := c.p.(bufmgr.Unpinned); !isLRU && !slices.Equal(free, c.m.freelist()) {
		c.t.Fatalf("%s: the freelist is %v; the model has %v", c.name, free, c.m.freelist())
	}
	if got, want := restOf(c.p), c.m.rest(); got != want {
		c.t.Fatalf("%s: got\n%s\nthe model has\n%s", c.name, got, want)
	}
}

// restOf is model.rest for a policy.
func restOf(p bufmgr.Policy) string {
	switch p := p.(type) {
	case bufmgr.Unpinned:
		list := []int32{}
		p.Unpinned(func(b int32) { list = append(list, b) })
		return fmt.Sprint(list)
	case bufmgr.Directory:
		var s strings.Builder
		fmt.Fprintln(&s, p.Target())
		for l := range bufmgr.List(4) {
			n := 0
			p.Entries(l, func(e bufmgr.Entry) {
				n++
				fmt.Fprint(&s, modelEntry{e.Page, e.Buf, e.Xid, e.Vacuum})
			})
			if n != p.Length(l) {
				fmt.Fprintf(&s, "%d entries, but length %d", n, p.Length(l))
			}
			fmt.Fprintln(&s)
		}
		return s.String()
	case bufmgr.Clock:
		return fmt.Sprint(p.Hand(), p.Turns(), p.Allocs())
	}
	return ""
}

// TestPoliciesAgreeWithModels runs every policy beside its model, with enough
// backends to pin all of a small pool.
func TestPoliciesAgreeWithModels(t *testing.T) {
	if len(pairs()) != len(bufmgr.Policies()) {
		t.Errorf("%d of %d policies have a model", len(pairs()), len(bufmgr.Policies()))
	}
	for _, pr := range pairs() {
		t.Run(pr.name, func(t *testing.T) {
			var sum comparison
			for _, size := range []struct{ buffers, backends, steps int }{{6, 3, 4000}, {16, 2, 3000}, {50, 4, 1500}} {
				for seed := range uint64(3) {
					src := &randomSource{sim.NewRand(seed, "policies")}
					c := newComparison(t, pr, src, size.buffers, size.backends)
					for range size.steps {
						c.step()
						c.check()
					}
					sum.hits += c.hits
					sum.misses += c.misses
					sum.rejected += c.rejected
					sum.full += c.full
					sum.dropped += c.dropped
					sum.rechecked += c.rechecked
					sum.listed += c.listed
				}
			}
			if min(sum.hits, sum.misses, sum.full, sum.dropped, sum.rechecked) == 0 {
				t.Errorf("too little happened: %d hits, %d misses, %d without a victim, %d drops, %d pages that came meanwhile",
					sum.hits, sum.misses, sum.full, sum.dropped, sum.rechecked)
			}
		})
	}
}

// FuzzPolicies lets the fuzzer choose the steps; the first byte chooses the
// policy.
func FuzzPolicies(f *testing.F) {
	all := pairs()
	for i := range all {
		src := &randomSource{sim.NewRand(uint64(i), "fuzz")}
		data := []byte{byte(i)}
		for range 300 {
			data = append(data, byte(src.next(256)))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		src := &byteSource{data: data}
		c := newComparison(t, all[src.next(len(all))], src, 6, 3)
		for len(src.data) > 0 {
			c.step()
			c.check()
		}
	})
}
