package trace

import (
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

// BenchmarkAccess is the time of one access of a pool of 65,536 buffers to one of
// 1,000,000 pages.
func BenchmarkAccess(b *testing.B) {
	const pages, buffers = 1_000_000, 65_536
	r, z := sim.NewRand(1, "uniform"), newZipf(1, pages)
	laws := []struct {
		name string
		next func() bufmgr.Page
	}{
		{"uniform", func() bufmgr.Page { return bufmgr.Page(r.Intn(pages)) }},
		{"zipf0.99", z.next},
	}
	for _, law := range laws {
		all, use := make([]Access, 1<<22), make([]uint32, batchSize)
		for i := range all {
			all[i].Page = law.next()
		}
		for _, named := range bufmgr.Policies() {
			if alike(named.Name) != named.Name {
				continue
			}
			b.Run(law.name+"/"+named.Name, func(b *testing.B) {
				p := newPool(named, buffers)
				for n := 0; n < len(all); n += batchSize {
					p.play(all[n:n+batchSize], renumber(use))
				}
				before := p.now()
				b.ReportAllocs()
				b.ResetTimer()
				for n := 0; n < b.N; n += batchSize {
					at := n & (len(all) - 1)
					p.play(all[at:at+min(batchSize, b.N-n)], renumber(use))
				}
				b.ReportMetric(100*float64(p.now().Hits-before.Hits)/float64(b.N), "%hits")
			})
		}
	}
}

// renumber makes each access of the next batch a use of its own.
func renumber(use []uint32) []uint32 {
	last := use[len(use)-1]
	for i := range use {
		last++
		use[i] = last
	}
	return use
}

// BenchmarkReading is the time of one line or record, of 10,000 pages.
func BenchmarkReading(b *testing.B) {
	var csv, records strings.Builder
	r := sim.NewRand(1, "reading")
	for range 1 << 16 {
		pg := r.Intn(10_000)
		csv.WriteString("pgbench_accounts," + string(rune('0'+pg%10)) + string(rune('0'+pg/10%10)) + ",read,77\n")
		records.Write(record(1, uint64(pg)<<20, 4096, -1))
	}
	for _, text := range []string{csv.String(), records.String()} {
		format := Detect([]byte(text))
		b.Run(format.String(), func(b *testing.B) {
			batch := make([]Access, batchSize)
			for n := 0; n < b.N; {
				r, err := NewReader(strings.NewReader(text))
				for err == nil && n < b.N {
					var got int
					got, err = r.Next(batch)
					n += got
				}
			}
		})
	}
}
