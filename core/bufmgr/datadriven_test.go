package bufmgr_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"

	"github.com/cockroachdb/datadriven"
)

var sources = map[bufmgr.Source]string{
	bufmgr.FromFreelist: "the freelist", bufmgr.FromSweep: "the sweep", bufmgr.FromRing: "the ring",
}

var ringKinds = map[string]bufmgr.RingKind{
	"bulkread": bufmgr.BulkRead, "bulkwrite": bufmgr.BulkWrite, "vacuum": bufmgr.Vacuum,
}

// lab runs the commands of testdata/datadriven/*, one process at a time:
//
//	new buffers=N [max-usage=U]    a new pool
//	ring kind=K                    a new ring for the accesses that follow (kind=none: no ring)
//	access [keep] [outside]        one page a line; with keep they stay pinned; outside the ring
//	victim [no-wal-flush]          only chooses a victim and unpins it again
//	unpin, dirty, drop, write      one page a line
//	write-with-change              a page is changed while it is being written
//	checkpoint                     marks the dirty pages
//	sync                           the background writer asks for the hand
//	pool                           prints everything
type lab struct {
	pool *bufmgr.Pool
	ring *bufmgr.Ring
}

func TestDatadriven(t *testing.T) {
	datadriven.Walk(t, "testdata/datadriven", func(t *testing.T, path string) {
		var l lab
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			out := l.run(t, d)
			if l.pool != nil {
				if err := l.pool.Check(); err != nil {
					t.Fatalf("%s: %v", d.Pos, err)
				}
			}
			return out
		})
	})
}

func (l *lab) run(t *testing.T, d *datadriven.TestData) string {
	switch d.Cmd {
	case "new":
		buffers, maxUsage := 0, bufmgr.MaxUsageCount
		d.ScanArgs(t, "buffers", &buffers)
		if d.HasArg("max-usage") {
			d.ScanArgs(t, "max-usage", &maxUsage)
		}
		l.pool, l.ring = bufmgr.New(buffers, uint8(maxUsage)), nil
		return ""
	case "ring":
		return l.newRing(t, d)
	case "victim":
		return l.victim(d.HasArg("no-wal-flush"))
	case "checkpoint":
		return fmt.Sprintf("%d pages marked", l.pool.MarkCheckpoint())
	case "sync":
		hand, passes, allocs := l.pool.StrategySync()
		return fmt.Sprintf("hand %d, turns %d, allocations %d", hand, passes, allocs)
	case "pool":
		return l.print()
	}
	var out []string
	for _, text := range strings.Fields(d.Input) {
		n, err := strconv.Atoi(text)
		if err != nil {
			d.Fatalf(t, "%v", err)
		}
		out = append(out, "page "+text+": "+l.page(t, d, bufmgr.Page(n)))
	}
	return strings.Join(out, "\n")
}

func (l *lab) newRing(t *testing.T, d *datadriven.TestData) string {
	var name string
	d.ScanArgs(t, "kind", &name)
	kind, ok := ringKinds[name]
	if !ok {
		l.ring = nil
		return "no ring"
	}
	l.ring = bufmgr.NewRing(kind, bufmgr.RingSize(kind, l.pool.Len()))
	return fmt.Sprintf("%d buffers", l.ring.Len())
}

func (l *lab) choose() (b int32, src bufmgr.Source, ok bool) {
	if l.ring != nil {
		return l.pool.VictimRing(l.ring)
	}
	return l.pool.Victim()
}

func (l *lab) victim(noFlush bool) string {
	b, src, ok := l.choose()
	if !ok {
		return "none: all buffers are pinned"
	}
	out := fmt.Sprintf("buffer %d from %s", b, sources[src])
	if noFlush && l.pool.IsDirty(b) {
		out += fmt.Sprintf(", given up: %v", l.pool.RejectRing(l.ring, b))
	}
	l.pool.Unpin(b)
	return out
}

// page runs a command that takes pages.
func (l *lab) page(t *testing.T, d *datadriven.TestData, pg bufmgr.Page) string {
	p := l.pool
	b := p.Lookup(pg)
	if d.Cmd == "access" {
		if d.HasArg("outside") {
			return (&lab{pool: p}).access(pg, d.HasArg("keep"))
		}
		return l.access(pg, d.HasArg("keep"))
	}
	if b < 0 {
		return "not in the pool"
	}
	switch d.Cmd {
	case "unpin":
		p.Unpin(b)
		return fmt.Sprintf("%d pins left", p.Refs(b))
	case "dirty":
		return fmt.Sprintf("was dirty: %v", p.MarkDirty(b))
	case "drop":
		p.Invalidate(b)
		return fmt.Sprintf("buffer %d freed", b)
	case "write", "write-with-change":
		p.PinQuiet(b)
		defer p.Unpin(b)
		p.BeginWrite(b)
		if d.Cmd == "write-with-change" {
			p.MarkDirty(b)
		}
		return fmt.Sprintf("clean: %v, in the checkpoint still: %v", p.EndWrite(b), p.NeedsCheckpoint(b))
	}
	d.Fatalf(t, "unknown command %s", d.Cmd)
	return ""
}

func (l *lab) access(pg bufmgr.Page, keep bool) string {
	p := l.pool
	out := ""
	b := p.Lookup(pg)
	if b >= 0 {
		if l.ring != nil {
			p.PinRing(b)
		} else {
			p.Pin(b)
		}
		out = fmt.Sprintf("hit in buffer %d, usage %d", b, p.Usage(b))
	} else {
		v, src, ok := l.choose()
		if !ok {
			return "no unpinned buffers available"
		}
		b = v
		out = fmt.Sprintf("miss, buffer %d from %s", b, sources[src])
		if old := p.PageOf(b); old != bufmgr.NoPage {
			out += fmt.Sprintf(" instead of page %d", old)
		}
		if p.IsDirty(b) {
			p.BeginWrite(b)
			p.EndWrite(b)
			out += ", written first"
		}
		p.Assign(b, pg)
	}
	if !keep {
		p.Unpin(b)
	}
	return out
}

func (l *lab) print() string {
	p := l.pool
	var out strings.Builder
	fmt.Fprintf(&out, "hand %d, %d dirty\n", p.Hand(), p.DirtyCount())
	for b := range int32(p.Len()) {
		if p.PageOf(b) == bufmgr.NoPage {
			fmt.Fprintf(&out, "%d: -\n", b)
			continue
		}
		fmt.Fprintf(&out, "%d: page %d, usage %d", b, p.PageOf(b), p.Usage(b))
		if n := p.Refs(b); n > 0 {
			fmt.Fprintf(&out, ", pins %d", n)
		}
		if p.IsDirty(b) {
			out.WriteString(", dirty")
		}
		if p.NeedsCheckpoint(b) {
			out.WriteString(", in the checkpoint")
		}
		out.WriteString("\n")
	}
	return out.String()
}
