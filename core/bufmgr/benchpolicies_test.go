package bufmgr_test

import (
	"runtime"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

// zipf makes accesses after Zipf's law with exponent close to 1 (0.99 in the
// usual benchmarks) over a number of pages, spread over the address space.
func zipf(pages int64) []bufmgr.Page {
	r := sim.NewRand(1, "zipf")
	seq := make([]bufmgr.Page, 1<<20)
	octaves := int64(0)
	for pages>>octaves > 1 {
		octaves++
	}
	for i := range seq {
		low := int64(1) << r.Intn(octaves)
		rank := low + r.Intn(low) - 1
		seq[i] = bufmgr.Page(rank * 7_368_787 % pages)
	}
	return seq
}

// BenchmarkPolicies is one backend's accesses to 1,048,576 pages in a pool of
// 65,536 buffers through the interface, one transaction each.
func BenchmarkPolicies(b *testing.B) {
	const buffers, pages = 65536, 1 << 20
	for _, load := range []struct {
		name string
		seq  []bufmgr.Page
	}{{"uniform", uniform(pages)}, {"zipf", zipf(pages)}} {
		for _, named := range bufmgr.Policies() {
			b.Run(load.name+"/"+named.Name, func(b *testing.B) {
				p := named.New(buffers)
				r, _ := p.(bufmgr.Reclaimer)
				var be bufmgr.Backend
				misses := 0
				read := func(pg bufmgr.Page) {
					be.Xid++
					v, hit := p.Read(&be, pg, false)
					if !hit {
						misses++
						if r != nil && r.Wanted() {
							for more := true; more; _, _, more = r.Reclaim() {
							}
						}
						v, _, _ = p.Choose(&be)
						p.Install(&be, v, pg)
					}
					p.Release(&be, v)
				}
				for _, pg := range load.seq {
					read(pg)
				}
				misses = 0
				b.ReportAllocs()
				b.ResetTimer()
				for i := range b.N {
					read(load.seq[i&(len(load.seq)-1)])
				}
				b.ReportMetric(float64(misses)/float64(b.N), "misses/op")
			})
		}
	}
}

// BenchmarkMemory reports the bytes that a pool takes for each of its 1,048,576
// buffers, without the tables by page.
func BenchmarkMemory(b *testing.B) {
	const buffers = 1 << 20
	for _, named := range bufmgr.Policies() {
		b.Run(named.Name, func(b *testing.B) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range b.N {
				kept = named.New(buffers)
			}
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N)/buffers, "B/buffer")
		})
	}
}

var kept bufmgr.Policy
