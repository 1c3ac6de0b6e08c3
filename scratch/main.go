package main

import (
	"flag"
	"fmt"
	"time"

	"clocksweep/core/bufmgr"
	"clocksweep/core/cpu"
	"clocksweep/core/lock"
	"clocksweep/core/result"
	"clocksweep/core/sim"
	"clocksweep/core/workload"
)

var (
	scale    = flag.Int64("scale", 3000, "")
	clients  = flag.Int("clients", 64, "")
	parts    = flag.Int("parts", 16, "")
	freel    = flag.String("free", "lwlock", "lwlock spin none")
	cpuUs    = flag.Float64("cpu", 95, "")
	gain     = flag.Float64("gain", 1.7, "")
	wakeUs   = flag.Float64("wake", 160, "")
	sweepNs  = flag.Int64("sweep", 600, "")
	baseNs   = flag.Int64("base", 400, "")
	lookupNs = flag.Int64("lookup", 300, "")
	exclNs   = flag.Int64("excl", 1000, "")
	preadNs  = flag.Int64("pread", 5000, "")
	switchNs = flag.Int64("switch", 4000, "")
	rtUs     = flag.Float64("rt", 0, "round trip pause per tx, us")
	seconds  = flag.Float64("s", 1, "")
	warm     = flag.Int("warm", 4000000, "")
)

func hash(pg int32) int {
	z := uint64(pg) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	return int(z % uint64(*parts))
}

func main() {
	flag.Parse()
	s := sim.New()
	c := cpu.New(s, 16, 64, *gain, *switchNs)
	l := workload.LayoutOf(64)
	x := l.IndexOf(*scale * 100000)
	pool := bufmgr.New(1<<20, 5)
	ix := x.Pages()
	for i := int64(0); i < ix+(*scale*100000)/l.AccountsPerPage+2; i++ {
		_ = i
	}
	read := func(pg int32) bool {
		if b := pool.Lookup(pg); b >= 0 {
			pool.Pin(b)
			pool.Unpin(b)
			return true
		}
		b, _, _ := pool.Victim()
		pool.Assign(b, pg)
		pool.Unpin(b)
		return false
	}
	pages := func(row int64, out *[8]int32) []int32 {
		o := out[:0]
		for lv := x.Height() - 1; lv >= 0; lv-- {
			o = append(o, int32(x.Block(lv, row)))
		}
		return append(o, int32(ix+row/l.AccountsPerPage))
	}
	w := sim.NewRand(7, "warm")
	var buf [8]int32
	misses := 0
	t0 := time.Now()
	for i := 0; i < *warm; i++ {
		if i == *warm-*warm/8 {
			misses = 0
		}
		for _, pg := range pages(w.Intn(*scale*100000), &buf) {
			if !read(pg) {
				misses++
			}
		}
	}
	fmt.Printf("warm %v: misses/tx %.3f height %d\n", time.Since(t0), float64(misses)/float64(*warm/8), x.Height())

	free := lock.NewLWLock(s, int64(*wakeUs*1000))
	var mapping []*lock.LWLock
	for range *parts {
		mapping = append(mapping, lock.NewLWLock(s, int64(*wakeUs*1000)))
	}
	rules := &lock.SpinRules{SpinNs: 30, HandoverNs: 200, Adaptive: true}
	var strategy lock.Spinlock
	done := int64(0)
	var allocs, inspected, giveups, delays int64
	inIO := map[int32]bool{}
	var tasks []*cpu.Task
	for i := range *clients {
		s.Go("b", func(p *sim.Proc) {
			t := c.Task(p)
			tasks = append(tasks, &t)
			rnd := sim.NewRand(uint64(i), "c")
			sp := lock.NewSpinner(rules, &t, sim.NewRand(uint64(i), "sp"))
			var buf [8]int32
			owed := int64(0)
			hold := func(m *lock.LWLock, ns int64) {
				if t.Cut(ns) {
					t.Spend(ns)
					m.Release()
					return
				}
				m.ReleaseAfter(t.Wall(ns))
				owed += ns
			}
			access := func(pg int32) {
				m := mapping[hash(pg)]
				m.AcquireOn(&t, lock.Shared, result.WaitBufferLock)
				b := pool.Lookup(pg)
				hold(m, *lookupNs)
				if b >= 0 {
					pool.Pin(b)
					pool.Unpin(b)
					return
				}
				for {
					t.Spend(owed)
					owed = 0
					allocs++
					var v int32
					victim := func() int64 {
						h := pool.Hand()
						v, _, _ = pool.Victim()
						n := int64(pool.Hand() - h)
						if n < 0 {
							n += 1 << 20
						}
						inspected += n
						return n
					}
					switch *freel {
					case "lwlock":
						free.AcquireOn(&t, lock.Exclusive, result.WaitBufferLock)
						hold(free, *baseNs+*sweepNs*victim())
					case "spin":
						n := victim()
						for range n {
							owed = sp.Take(&strategy, owed, 60) + *sweepNs
						}
					default:
						owed += *sweepNs * victim()
					}
					t.Spend(owed)
					owed = 0
					old := pool.PageOf(v)
					a, z := hash(pg), -1
					if old >= 0 {
						z = hash(old)
					}
					if z > a {
						a, z = z, a
					}
					if z == a {
						z = -1
					}
					if z >= 0 {
						mapping[z].AcquireOn(&t, lock.Exclusive, result.WaitBufferLock)
					}
					mapping[a].AcquireOn(&t, lock.Exclusive, result.WaitBufferLock)
					ns := *exclNs
					if t.Cut(ns) {
						t.Spend(ns)
						ns = 0
					}
					ok := false
					if have := pool.Lookup(pg); have >= 0 {
						pool.Unpin(v)
						ok = true
						giveups++
					} else if pool.Refs(v) != 1 {
						pool.Unpin(v)
						giveups++
					} else {
						pool.Assign(v, pg)
						pool.Unpin(v)
						ok = true
					}
					mapping[a].ReleaseAfter(t.Wall(ns))
					if z >= 0 {
						mapping[z].ReleaseAfter(t.Wall(ns))
					}
					owed += ns
					if ok {
						owed += *preadNs
						return
					}
				}
			}
			for {
				ns := int64(*cpuUs * 1000)
				ns = ns*3/4 + rnd.Intn(ns/2)
				piece := ns / 6
				for _, pg := range pages(rnd.Intn(*scale*100000), &buf) {
					t.Spend(piece + owed)
					owed = 0
					access(pg)
				}
				t.Spend(piece + owed)
				owed = 0
				t.Leave()
				if *rtUs > 0 {
					p.Sleep(int64(rnd.Exp() * *rtUs * 1000))
				}
				done++
				delays = sp.Delays
			}
		})
	}
	_ = inIO
	run := func(until int64) {
		for s.Now() < until && s.Step(2000) {
		}
	}
	run(300 * sim.Millisecond)
	d0, a0, i0, e0, st0, n0 := done, allocs, inspected, s.Events(), free.Stats, s.Now()
	var m0 lock.Stats
	for _, m := range mapping {
		m0.Shared += m.Stats.Shared
		m0.Exclusive += m.Stats.Exclusive
		m0.Blocked += m.Stats.Blocked
	}
	b0 := c.BusyNs()
	pr0 := c.Preempted()
	t0 = time.Now()
	run(n0 + int64(*seconds*1e9))
	wall := time.Since(t0).Seconds()
	v := float64(s.Now()-n0) / 1e9
	var m1 lock.Stats
	worst := 0.0
	for _, m := range mapping {
		m1.Shared += m.Stats.Shared
		m1.Exclusive += m.Stats.Exclusive
		m1.Blocked += m.Stats.Blocked
		worst = max(worst, float64(m.Stats.Blocked)/float64(m.Stats.Acquired()))
	}
	n := float64(done - d0)
	fa := float64(free.Stats.Acquired() - st0.Acquired())
	fmt.Printf("tps %.0f  allocs/tx %.2f insp/alloc %.2f  freelist blocked %.1f%%  mapping/tx sh %.2f ex %.2f blocked %.1f%% (worst %.0f%%) giveups %d busy %.1f preempt %d  delays %d | ev/s %.2fM virt/wall %.2f\n", n/v, float64(allocs-a0)/n, float64(inspected-i0)/float64(allocs-a0),
		100*float64(free.Stats.Blocked-st0.Blocked)/max(fa, 1), float64(m1.Shared-m0.Shared)/n, float64(m1.Exclusive-m0.Exclusive)/n,
		100*float64(m1.Blocked-m0.Blocked)/float64(m1.Acquired()-m0.Acquired()), 100*worst, giveups, float64(c.BusyNs()-b0)/v/1e9, c.Preempted()-pr0, delays,
		float64(s.Events()-e0)/wall/1e6, v/wall)
}
