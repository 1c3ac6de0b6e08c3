package bufmgr_test

import (
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

// uniform and skewed make a sequence of page accesses. Skewed is close to
// Zipf's law with exponent 1: a random power of two bounds each page.
func uniform(pages int64) []bufmgr.Page {
	r := sim.NewRand(1, "uniform")
	seq := make([]bufmgr.Page, 1<<20)
	for i := range seq {
		seq[i] = bufmgr.Page(r.Intn(pages))
	}
	return seq
}

func skewed(pages int64) []bufmgr.Page {
	r := sim.NewRand(1, "skewed")
	octaves := int64(0)
	for pages>>octaves > 1 {
		octaves++
	}
	seq := make([]bufmgr.Page, 1<<20)
	for i := range seq {
		low := int64(1) << r.Intn(octaves)
		seq[i] = bufmgr.Page(low + r.Intn(low) - 1)
	}
	return seq
}

// access is what a backend does with a page, without any I/O.
func access(p *bufmgr.Pool, pg bufmgr.Page) {
	b := p.Lookup(pg)
	if b < 0 {
		b, _, _ = p.Victim()
		p.Assign(b, pg)
	} else {
		p.Pin(b)
	}
	p.Unpin(b)
}

func benchmarkAccess(b *testing.B, buffers int, seq []bufmgr.Page) {
	p := bufmgr.New(buffers, bufmgr.MaxUsageCount)
	for _, pg := range seq {
		access(p, pg)
	}
	p.StrategySync()
	b.ResetTimer()
	for i := range b.N {
		access(p, seq[i&(len(seq)-1)])
	}
	_, _, misses := p.StrategySync()
	b.ReportMetric(float64(misses)/float64(b.N), "misses/op")
}

func BenchmarkAccessAllHits(b *testing.B)      { benchmarkAccess(b, 65536, uniform(65536)) }
func BenchmarkAccessUniform(b *testing.B)      { benchmarkAccess(b, 65536, uniform(2*65536)) }
func BenchmarkAccessSkewed(b *testing.B)       { benchmarkAccess(b, 4096, skewed(65536)) }
func BenchmarkAccessMostlyMisses(b *testing.B) { benchmarkAccess(b, 4096, uniform(65536)) }

// BenchmarkVictim searches victims in a pool whose usage counts are as a random
// read-only load leaves them.
func BenchmarkVictim(b *testing.B) {
	const buffers = 65536
	p := bufmgr.New(buffers, bufmgr.MaxUsageCount)
	for _, pg := range uniform(2 * buffers) {
		access(p, pg)
	}
	next := bufmgr.Page(2 * buffers)
	b.ResetTimer()
	for range b.N {
		v, _, _ := p.Victim()
		p.Assign(v, next)
		p.Unpin(v)
		next++
		if next == 4*buffers {
			next = 2 * buffers
			b.StopTimer()
			for pg := range bufmgr.Page(2 * buffers) {
				if v := p.Lookup(pg); v >= 0 {
					p.Pin(v)
					p.Unpin(v)
				}
			}
			b.StartTimer()
		}
	}
}

// BenchmarkSweep is the clock hand over buffers that are all in use: five turns
// over the whole pool for one victim.
func BenchmarkSweep(b *testing.B) {
	const buffers = 65536
	p := bufmgr.New(buffers, bufmgr.MaxUsageCount)
	for pg := range bufmgr.Page(buffers) {
		access(p, pg)
	}
	b.ResetTimer()
	for range b.N {
		b.StopTimer()
		for v := range int32(buffers) {
			for p.Usage(v) < bufmgr.MaxUsageCount {
				p.Pin(v)
				p.Unpin(v)
			}
		}
		b.StartTimer()
		v, _, _ := p.Victim()
		p.Unpin(v)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(5*buffers), "ns/buffer")
}
