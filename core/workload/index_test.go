package workload

import (
	"testing"

	"clocksweep/core/sim"
)

// TestBlocksAreABijection walks all pages of indexes of many sizes: every block
// but the meta page belongs to exactly one page, and pages of a level lie in the
// order of their keys.
func TestBlocksAreABijection(t *testing.T) {
	small := Layout{LeafRows: 3, InnerRows: 4} // four levels in few pages
	rnd := sim.NewRand(1, "rows")
	heights := make(map[int]int)
	check := func(l *Layout, rows int64) {
		x := l.IndexOf(rows)
		heights[x.Height()]++
		pages := x.Pages()
		if x.Rows() != rows {
			t.Fatalf("an index on %d rows says %d", rows, x.Rows())
		}
		owner := make([]bool, pages)
		owner[0] = true // meta page
		for level := range x.Height() {
			before := int64(0)
			for row := int64(0); row < rows; row++ {
				block := x.Block(level, row)
				if block < 1 || block >= pages {
					t.Fatalf("%d rows: row %d on level %d is on block %d of %d", rows, row, level, block, pages)
				}
				if block == before {
					continue
				}
				if block < before || owner[block] {
					t.Fatalf("%d rows: level %d comes to block %d after %d, or a second time", rows, level, block, before)
				}
				owner[block] = true
				before = block
			}
		}
		for block, has := range owner {
			if !has {
				t.Fatalf("%d rows: no row leads to block %d of %d", rows, block, pages)
			}
		}
	}
	for rows := int64(1); rows < 1200; rows++ {
		check(&small, rows)
	}
	for _, bits := range []int64{32, 64} {
		l := LayoutOf(bits)
		for _, rows := range []int64{1, 2, l.LeafRows, l.LeafRows + 1, l.LeafRows + 2, 100_000, 300_000} {
			check(&l, rows)
		}
		for range 8 {
			check(&l, 1+rnd.Intn(400_000))
		}
	}
	for height := 1; height <= 4; height++ {
		if heights[height] < 4 {
			t.Errorf("only %d indexes of height %d were tried", heights[height], height)
		}
	}
}

// TestBuildOrder builds indexes page by page as nbtsort.c does, and compares the
// blocks.
func TestBuildOrder(t *testing.T) {
	for _, size := range []Layout{{LeafRows: 3, InnerRows: 4}, {LeafRows: 2, InnerRows: 3}, {LeafRows: 7, InnerRows: 3}} {
		for rows := int64(1); rows < 700; rows++ {
			b := builder{perLeaf: size.LeafRows, perInner: size.InnerRows, next: 1}
			for range rows {
				b.add(0)
			}
			b.finish()
			x := size.IndexOf(rows)
			if b.next != x.Pages() || len(b.levels) != x.Height() {
				t.Fatalf("%+v, %d rows: %d pages in %d levels, built %d in %d", size, rows, x.Pages(), x.Height(), b.next, len(b.levels))
			}
			for level, v := range b.levels {
				for i, block := range v.blocks {
					row := b.firstRow(level, i)
					if got := x.Block(level, row); got != block {
						t.Fatalf("%+v, %d rows: page %d of level %d is block %d, built as %d", size, rows, i, level, got, block)
					}
				}
			}
		}
	}
}

// builder is an index build that keeps nothing but the number of entries.
type builder struct {
	perLeaf, perInner int64
	next              int64 // next block
	levels            []*builtLevel
}

type builtLevel struct {
	blocks []int64
	items  int64 // on the last page
}

func (b *builder) allocate(level int) {
	b.levels[level].blocks = append(b.levels[level].blocks, b.next)
	b.next++
}

// add adds an entry to the last page of a level. A page that has one more than
// it keeps is full: the new page begins with its last entry.
func (b *builder) add(level int) {
	if level == len(b.levels) {
		b.levels = append(b.levels, &builtLevel{})
		b.allocate(level)
	}
	keep := b.perInner
	if level == 0 {
		keep = b.perLeaf
	}
	v := b.levels[level]
	if v.items == keep+1 {
		b.allocate(level)
		b.add(level + 1)
		v.items = 1
	}
	v.items++
}

// finish links the last page of each level to the one above; the level that has
// none above it holds the root.
func (b *builder) finish() {
	for level := 0; level < len(b.levels)-1; level++ {
		b.add(level + 1)
	}
}

// firstRow returns the first row below page i of a level.
func (b *builder) firstRow(level, i int) int64 {
	row := int64(i) * b.perLeaf
	for range level {
		row *= b.perInner
	}
	return row
}

// TestFirst: the first row of each page of a level leads to another block, and there
// are as many as the level is wide.
func TestFirst(t *testing.T) {
	l := Layout{LeafRows: 3, InnerRows: 4}
	for rows := int64(1); rows < 400; rows += 7 {
		x := l.IndexOf(rows)
		for level := range x.Height() {
			blocks := map[int64]bool{}
			for page := range x.Width(level) {
				blocks[x.Block(level, x.First(level, page))] = true
			}
			if int64(len(blocks)) != x.Width(level) {
				t.Errorf("%d rows: level %d has %d pages, but the first rows of its pages lead to %d", rows, level, x.Width(level), len(blocks))
			}
		}
	}
}
