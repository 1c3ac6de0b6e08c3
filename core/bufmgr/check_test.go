package bufmgr

import (
	"strings"
	"testing"
)

// TestCheckNoticesDamage breaks one thing of a sound pool at a time.
func TestCheckNoticesDamage(t *testing.T) {
	tests := []struct {
		damage string
		do     func(p *Pool)
		want   string
	}{
		{"usage above the cap", func(p *Pool) { p.state[0] += 5 * usageOne }, "above the cap"},
		{"usage without a page", func(p *Pool) { p.state[3] |= usageOne }, "holds no page"},
		{"page table points elsewhere", func(p *Pool) { p.table[10] = ^int32(1) }, "does not find there"},
		{"stray page table entry", func(p *Pool) { p.table[5] = ^int32(1) }, "page table has 4 entries"},
		{"mark on a clean page", func(p *Pool) { p.state[0] |= flagCheckpoint }, "is clean"},
		{"dirty pages miscounted", func(p *Pool) { p.dirty = 0 }, "are counted"},
		{"freed buffer lost", func(p *Pool) { p.freed = nil }, "freelist, which has 0"},
		{"freed buffer listed twice", func(p *Pool) {
			p.freed = append(p.freed, p.freed[0])
			p.state[1] |= flagListed
		}, "twice"},
		{"a buffer of the first freelist in use", func(p *Pool) { p.state[6] = refOne }, "still on the freelist"},
		{"hand outside", func(p *Pool) { p.hand = 8 }, "clock hand"},
	}
	for _, test := range tests {
		t.Run(test.damage, func(t *testing.T) {
			p := New(8, MaxUsageCount)
			for pg := range Page(4) {
				b, _, _ := p.Victim()
				p.Assign(b, 10+pg)
				p.Unpin(b)
			}
			p.MarkDirty(p.Lookup(11))
			p.Invalidate(p.Lookup(13))
			if err := p.Check(); err != nil {
				t.Fatalf("before the damage: %v", err)
			}
			test.do(p)
			err := p.Check()
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Check says %v, not something with %q", err, test.want)
			}
		})
	}
}

// TestBufferCost keeps the promise of doc.go: 8 bytes a buffer, 4 bytes a page.
func TestBufferCost(t *testing.T) {
	const buffers, pages = 1 << 20, 1 << 21
	p := New(buffers, MaxUsageCount)
	b, _, _ := p.Victim()
	p.Assign(b, pages-1)
	if got := 4*cap(p.page) + 4*cap(p.state) + 4*cap(p.freed); got != 8*buffers {
		t.Errorf("%d buffers cost %d bytes", buffers, got)
	}
	if got := 4 * cap(p.table); got > 4*pages*9/8 {
		t.Errorf("a page table for %d pages costs %d bytes", pages, got)
	}
}

// TestDirectoryCost keeps the promise of directory: 32 bytes a buffer for ARC, which
// remembers as many pages as it holds, and 26 for 2Q.
func TestDirectoryCost(t *testing.T) {
	const buffers = 1 << 20
	for _, test := range []struct {
		d    *directory
		want int
	}{{&NewARC(buffers).(*arc).directory, 32}, {&NewTwoQ(buffers).(*twoq).directory, 26}} {
		words := cap(test.d.page) + cap(test.d.state) + cap(test.d.prev) + cap(test.d.next) + cap(test.d.xid) +
			cap(test.d.ghosts.key) + cap(test.d.ghosts.xid)
		if got := 4 * words; got > test.want*buffers+64 {
			t.Errorf("%d buffers cost %d bytes, %d each are promised", buffers, got, test.want)
		}
	}
}
