package trace

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

const testMemory = 1 << 30

// play plays a trace in CSV and returns the player at its end.
func play(t testing.TB, text string, c Config) *Player {
	t.Helper()
	r, err := NewReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlayer(r, c)
	if err != nil {
		t.Fatal(err)
	}
	for {
		more, err := p.Step()
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			return p
		}
	}
}

func policy(t testing.TB, name string) bufmgr.Named {
	t.Helper()
	p, ok := bufmgr.PolicyByName(name)
	if !ok {
		t.Fatalf("there is no policy %s", name)
	}
	return p
}

// workload is a random trace in CSV: three processes, skewed reads and writes of
// a relation, now and then a scan of another, and extends of a third.
func workload(seed uint64, accesses int) string {
	var b strings.Builder
	r := sim.NewRand(seed, "workload")
	z := newZipf(seed, 300)
	end, scan := 0, 0
	line := func(relation string, block int, op Op) {
		b.WriteString(relation + "," + strconv.Itoa(block) + "," + op.String() + "," + strconv.Itoa(int(r.Intn(3))) + "\n")
	}
	for n := 0; n < accesses; n++ {
		switch k := r.Intn(100); {
		case k < 60:
			line("zipf", int(z.next()), Read)
		case k < 85:
			line("zipf", int(z.next()), Write)
		case k < 90 || scan > 0:
			line("scan", scan, Read)
			scan = (scan + 1) % 120
		case k < 97 && end > 0:
			line("end", end-1, Write)
		default:
			line("end", end, Extend)
			end++
		}
	}
	return b.String()
}

// slow is a pool without any structure: the obvious model of a policy. The
// victim is what pick says of the frames.
type slow struct {
	frames []frame
	clock  int
	pick   func(s *slow) int
	used   func(f *frame, found bool, now int)
	count  Count
}

type frame struct {
	page  bufmgr.Page
	dirty bool
	usage int
	last  int // time of the last access; of an empty frame a negative rank
}

func (s *slow) access(a Access, now int) {
	s.count.Accesses++
	at := -1
	for i, f := range s.frames {
		if f.page == a.Page {
			at = i
		}
	}
	found := at >= 0
	if found {
		s.count.Hits++
	} else {
		at = s.pick(s)
		s.count.Misses++
		if a.Op == Extend {
			s.count.Extends++
		}
		if s.frames[at].dirty {
			s.count.Writes++
		}
		s.frames[at] = frame{page: a.Page}
	}
	f := &s.frames[at]
	f.last = now
	f.dirty = f.dirty || a.Op != Read
	s.used(f, found, now)
}

func (s *slow) now() Count {
	c := s.count
	for _, f := range s.frames {
		if f.dirty {
			c.Dirty++
		}
	}
	return c
}

// slowModels are the policies that have an obvious model.
var slowModels = map[string]func(buffers int) *slow{
	"lru":     func(n int) *slow { return newSlow(n, oldest, func(*frame, bool, int) {}) },
	"clock83": func(n int) *slow { return newSlow(n, sweep, countTo(5)) },
	"clock81": func(n int) *slow { return newSlow(n, sweep, countTo(5)) },
	"bit2005": func(n int) *slow { return newSlow(n, sweep, countTo(1)) },
}

func newSlow(n int, pick func(*slow) int, used func(*frame, bool, int)) *slow {
	s := &slow{frames: make([]frame, n), pick: pick, used: used}
	for i := range s.frames {
		s.frames[i] = frame{page: bufmgr.NoPage, last: i - n}
	}
	return s
}

func oldest(s *slow) int {
	best := 0
	for i, f := range s.frames {
		if f.last < s.frames[best].last {
			best = i
		}
	}
	return best
}

func sweep(s *slow) int {
	for {
		i := s.clock
		s.clock = (s.clock + 1) % len(s.frames)
		if s.frames[i].usage == 0 {
			return i
		}
		s.frames[i].usage--
	}
}

func countTo(most int) func(*frame, bool, int) {
	return func(f *frame, _ bool, _ int) { f.usage = min(f.usage+1, most) }
}

// TestAgainstSlowModels plays the same trace to both.
func TestAgainstSlowModels(t *testing.T) {
	sizes := []int{16, 17, 50, 200}
	for seed := range uint64(3) {
		text := workload(seed, 6000)
		for name, model := range slowModels {
			p := play(t, text, Config{[]bufmgr.Named{policy(t, name)}, sizes, testMemory})
			r, _ := NewReader(strings.NewReader(text))
			all, err := readAll(t, r)
			if err != nil {
				t.Fatal(err)
			}
			for i, n := range sizes {
				s := model(n)
				for now, a := range all {
					s.access(a, now)
				}
				if got, want := p.Count(0, i), s.now(); got != want {
					t.Errorf("seed %d, %s with %d buffers: got %+v, want %+v", seed, name, n, got, want)
				}
			}
		}
	}
}

// TestEveryPolicy checks what holds of each: hits and misses are all accesses,
// all misses of the same new pages, no page is written more often than it was
// dirtied, and the pool is whole.
func TestEveryPolicy(t *testing.T) {
	sizes := []int{16, 17, 100, 1000}
	for seed := range uint64(4) {
		p := play(t, workload(seed, 10_000), Config{bufmgr.Policies(), sizes, testMemory})
		r := p.reader
		for i, named := range bufmgr.Policies() {
			for j, n := range sizes {
				c := p.Count(i, j)
				bad := ""
				switch changes := r.Accesses[Write] + r.Accesses[Extend]; {
				case c.Hits+c.Misses != c.Accesses || c.Accesses != p.Accesses() || c.Accesses != 10_000:
					bad = "hits and misses are not all accesses"
				case c.Misses < int64(r.Pages()):
					bad = "there are fewer misses than pages"
				case c.Extends != r.Accesses[Extend]:
					bad = "an extend of a new page is not a miss"
				case c.Writes+c.Dirty > changes || c.Writes == 0 && n < 100:
					bad = "there are too many or no writes"
				case n >= r.Pages() && (c.Misses != int64(r.Pages()) || c.Writes != 0):
					bad = "a pool that holds all pages lost one"
				case c.HitRatio() <= 0 || c.HitRatio() >= 1:
					bad = "the hit ratio is impossible"
				}
				if bad != "" {
					t.Errorf("seed %d, %s with %d buffers: %s: %+v of %v", seed, named.Name, n, bad, c, r.Accesses)
				}
				if err := p.at[i][j].Check(); err != nil {
					t.Errorf("seed %d, %s with %d buffers: %v", seed, named.Name, n, err)
				}
			}
		}
	}
}

// TestStackProperty: under LRU a larger pool holds all that a smaller one holds.
func TestStackProperty(t *testing.T) {
	var sizes []int
	for n := MinBuffers; n <= 400; n += 3 {
		sizes = append(sizes, n)
	}
	p := play(t, workload(9, 10_000), Config{[]bufmgr.Named{policy(t, "lru")}, sizes, testMemory})
	for i := 1; i < len(sizes); i++ {
		if smaller, larger := p.Count(0, i-1), p.Count(0, i); larger.Hits < smaller.Hits || larger.Writes > smaller.Writes {
			t.Errorf("%d buffers have %+v, %d have %+v", sizes[i-1], smaller, sizes[i], larger)
		}
	}
}

// TestAlike proves that the policies that share a sweepPool may do so, and that
// no two others could share a pool.
func TestAlike(t *testing.T) {
	const buffers = 40
	var names []string
	var pools []*policyPool
	for _, named := range bufmgr.Policies() {
		names, pools = append(names, named.Name), append(pools, newPolicyPool(named.New(buffers)))
	}
	direct := newSweepPool(buffers)
	r, _ := NewReader(strings.NewReader(workload(2, 20_000)))
	all, err := readAll(t, r)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		for _, p := range pools {
			p.play(all[i:i+1], []uint32{uint32(i)})
		}
		direct.play(all[i:i+1], nil)
	}
	equal := func(p *policyPool, c Count, pageOf func(int32) bufmgr.Page) bool {
		for b := range int32(buffers) {
			if p.PageOf(b) != pageOf(b) {
				return false
			}
		}
		return p.now() == c
	}
	for i, p := range pools {
		if got := equal(p, direct.now(), direct.PageOf); got != (alike(names[i]) == clockSweep) {
			t.Errorf("%s and the clock sweep end equal: %v", names[i], got)
		}
		for j, q := range pools[:i] {
			if got := equal(p, q.now(), q.PageOf); got != (alike(names[i]) == alike(names[j])) {
				t.Errorf("%s and %s end equal: %v", names[i], names[j], got)
			}
		}
	}
}

// TestUses: under ARC a page is used twice if another process accesses it, or the
// same one with another page in between, not if it does so twice running.
func TestUses(t *testing.T) {
	tests := []struct {
		name, text string
		frequent   int // pages in T2
	}{
		{"once", "a,1,read,p\n", 0},
		{"twice running", "a,1,read,p\na,1,write,p\na,1,read,p\n", 0},
		{"two processes", "a,1,read,p\na,1,read,q\n", 1},
		{"another page in between", "a,1,read,p\na,2,read,p\na,1,read,p\n", 1},
		{"another process in between", "a,1,read,p\na,2,read,q\na,1,read,p\n", 0},
		{"no process named", "a,1,read\na,1,read\na,2,read\na,1,read\n", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := play(t, test.text, Config{[]bufmgr.Named{policy(t, "arc")}, []int{16}, testMemory})
			if got := p.at[0][0].(*policyPool).Policy.(bufmgr.Directory).Length(bufmgr.ListT2); got != test.frequent {
				t.Errorf("%d pages are in T2, want %d", got, test.frequent)
			}
		})
	}
}

func TestHitRatio(t *testing.T) {
	p := play(t, "a,1,extend\na,1,read\na,1,write\na,2,read\na,3,extend\n", Config{[]bufmgr.Named{policy(t, "clock83")}, []int{16}, testMemory})
	c := p.Count(0, 0)
	if want := (Count{Accesses: 5, Hits: 2, Misses: 3, Extends: 2, Dirty: 2}); c != want {
		t.Errorf("got %+v, want %+v", c, want)
	}
	if c.Reads() != 1 || c.HitRatio() != 2.0/3 {
		t.Errorf("got %d reads and a hit ratio of %v, want 1 and 2/3", c.Reads(), c.HitRatio())
	}
	if r := (Count{Accesses: 2, Misses: 2, Extends: 2}).HitRatio(); r != 0 {
		t.Errorf("extends alone have a hit ratio of %v", r)
	}
}

// TestReaderFails wants the counts of the accesses before the broken line.
func TestReaderFails(t *testing.T) {
	text := strings.Repeat("a,1,read\n", batchSize+5) + "a,1,delete\n"
	r, _ := NewReader(strings.NewReader(text))
	p, err := NewPlayer(r, Config{bufmgr.Policies(), []int{16}, testMemory})
	if err != nil {
		t.Fatal(err)
	}
	if more, err := p.Step(); !more || err != nil {
		t.Fatalf("first step: %v, %v", more, err)
	}
	more, err := p.Step()
	var at *Error
	if more || !errors.As(err, &at) || at.Unit != "line" || at.Number != batchSize+6 {
		t.Errorf("second step: %v, %v", more, err)
	}
	if c := p.Count(0, 0); p.Accesses() != batchSize+5 || c.Hits != batchSize+4 || c.Misses != 1 {
		t.Errorf("%d accesses, %+v", p.Accesses(), c)
	}
	r, _ = NewReader(strings.NewReader("relation,block,access\n"))
	p, _ = NewPlayer(r, Config{bufmgr.Policies(), []int{16}, testMemory})
	if _, err := p.Step(); err == nil || err.Error() != "the trace has no accesses; expected at least one" {
		t.Errorf("a trace without accesses: %v", err)
	}
}

func FuzzPlayer(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x41\x82\x03"), uint8(16))
	f.Add([]byte(workload(1, 20)), uint8(20))
	f.Fuzz(func(t *testing.T, data []byte, buffers uint8) {
		// A byte is an access: six bits of page, and the operation.
		batch, use := make([]Access, len(data)), make([]uint32, len(data))
		for i, c := range data {
			batch[i] = Access{Page: bufmgr.Page(c & 63), Op: Op(c>>6) % 3}
			use[i] = uint32(i)
		}
		n := MinBuffers + int(buffers)%32
		for _, named := range bufmgr.Policies() {
			p := newPool(named, n)
			p.play(batch, use)
			c := p.now()
			if err := p.Check(); err != nil || c.Hits+c.Misses != int64(len(data)) {
				t.Errorf("%s with %d buffers: %+v, %v", named.Name, n, c, err)
			}
			model, ok := slowModels[alike(named.Name)]
			if !ok {
				continue
			}
			s := model(n)
			for now, a := range batch {
				s.access(a, now)
			}
			if want := s.now(); c != want {
				t.Errorf("%s with %d buffers: got %+v, want %+v", named.Name, n, c, want)
			}
		}
	})
}
