package trace

import (
	"runtime"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

func TestRefusals(t *testing.T) {
	clock, arc, twoq := policy(t, "clock83"), policy(t, "arc"), policy(t, "2q")
	tests := []struct {
		name   string
		config Config
		want   string
	}{
		{"nothing", Config{nil, []int{16}, testMemory}, "there is nothing to play to; expected at least one policy and one size"},
		{"small", Config{[]bufmgr.Named{clock}, []int{1024, 15}, testMemory}, "a pool of 120kB is out of range; legal is 128kB to 128GB"},
		{"large", Config{[]bufmgr.Named{clock}, []int{MaxBuffers + 1}, testMemory},
			"a pool of 134217736kB is out of range; legal is 128kB to 128GB"},
		{"pool", Config{[]bufmgr.Named{arc, twoq, clock}, []int{1024, MaxBuffers}, testMemory},
			"1511MB of memory are needed for 6 pools up to 128GB, and 1GB are allowed; allow that much, or take at most 85816MB in place of 128GB"},
		{"memory", Config{[]bufmgr.Named{clock}, []int{16}, 64 << 20},
			"100MB of memory are needed for 1 pool up to 128kB, and 64MB are allowed; allow 100MB, or ask for fewer policies or sizes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := NewPlayer(&Reader{}, test.config)
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestNearestWorks takes the two ways out of the refusal.
func TestNearestWorks(t *testing.T) {
	c := Config{[]bufmgr.Named{policy(t, "arc"), policy(t, "2q"), policy(t, "clock83")}, []int{1024, MaxBuffers}, testMemory}
	c.Buffers[1] = 85816 << 20 / pageSize
	if err := costOf(c).tooLarge(c); err != nil {
		t.Error(err)
	}
	c.Buffers[1] += 1 << 20 / pageSize
	if costOf(c).tooLarge(c) == nil {
		t.Error("a larger pool works too")
	}
	c.Buffers[1], c.Memory = MaxBuffers, 1511<<20
	if err := costOf(c).tooLarge(c); err != nil {
		t.Error(err)
	}
}

// TestTooManyPages ends the reading at the page that does not fit.
func TestTooManyPages(t *testing.T) {
	r, _ := NewReader(strings.NewReader("a,1,read\na,2,read\na,1,read\na,3,read\n"))
	p, err := NewPlayer(r, Config{bufmgr.Policies(), []int{16}, testMemory})
	if err != nil {
		t.Fatal(err)
	}
	if r.limit < 1<<22 || r.limit > 1<<24 {
		t.Errorf("%d pages are allowed", r.limit)
	}
	r.limit = 2
	_, err = p.Step()
	want := "line 4: the trace has more than 2 different pages, all that 8 pools can follow in 1GB of memory; " +
		"fewer policies or sizes can follow more, and 98MB are enough for twice as many"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if p.Accesses() != 3 {
		t.Errorf("%d accesses were played, want 3", p.Accesses())
	}
}

// TestCosts measures what each policy takes for a buffer and a page, and the
// table for a number: never more than is reckoned with, and not much less.
func TestCosts(t *testing.T) {
	const buffers, pages = 200_000, 1_000_000
	batch, use := make([]Access, 1), make([]uint32, 1)
	for _, named := range bufmgr.Policies() {
		var p pool
		taken := heap(func() {
			p = newPool(named, buffers)
			for pg := range bufmgr.Page(pages) {
				batch[0].Page = pg
				p.play(batch, use)
			}
		})
		c := costOf(Config{[]bufmgr.Named{named}, []int{buffers}, testMemory})
		reckoned := c.buffers + (c.page-bytesPerNumber)*pages
		if taken > reckoned || taken < reckoned/3 {
			t.Errorf("%s takes %d bytes, reckoned with are %d", named.Name, taken, reckoned)
		}
		runtime.KeepAlive(p)
	}
	var n pageNumbers
	taken := heap(func() {
		n = newPageNumbers()
		for key := range uint64(pages) {
			n.add(key)
		}
	})
	if taken > bytesPerNumber*pages || taken < bytesPerNumber*pages/3 {
		t.Errorf("the numbers take %d bytes, reckoned with are %d", taken, bytesPerNumber*pages)
	}
	runtime.KeepAlive(n)
}

// heap returns the bytes that f leaves in use.
func heap(f func()) int64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return int64(after.HeapAlloc) - int64(before.HeapAlloc)
}

// TestNoAllocation plays accesses that all miss, once the tables have grown.
func TestNoAllocation(t *testing.T) {
	batch, use := make([]Access, batchSize), make([]uint32, batchSize)
	r := sim.NewRand(1, "allocation")
	for _, named := range bufmgr.Policies() {
		p := newPool(named, 100)
		draw := func() {
			for i := range batch {
				batch[i] = Access{Page: bufmgr.Page(r.Intn(1000)), Op: Op(r.Intn(2))}
				use[i]++
			}
			p.play(batch, use)
		}
		draw()
		draw()
		if n := testing.AllocsPerRun(10, draw); n > 0 {
			t.Errorf("%s allocates %v times in %d accesses", named.Name, n, batchSize)
		}
	}
}

// TestNoAllocationOfReading reads lines and records of pages met before.
func TestNoAllocationOfReading(t *testing.T) {
	for _, once := range []string{"accounts,1,read,77\nother,2,write,78\n", string(record(1, 2, 3, 4)) + string(record(2, 9, 3, -1))} {
		r, err := NewReader(strings.NewReader(strings.Repeat(once, 20*batchSize)))
		if err != nil {
			t.Fatal(err)
		}
		batch := make([]Access, batchSize)
		if n := testing.AllocsPerRun(10, func() { r.Next(batch) }); n > 0 {
			t.Errorf("%v: %v allocations in %d accesses", r.Format, n, batchSize)
		}
	}
}
