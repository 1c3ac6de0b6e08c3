package bufmgr_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/bufmgr"
)

// TestPoliciesDatadriven runs the commands of testdata/policies, one file a
// policy:
//
//	policy NAME buffers=N
//	transaction XID [vacuum]        of the backend that reads from now on
//	ring KIND size=N | ring none
//	read PAGE ... [keep] [dirty]    read, change and unpin pages one after the other
//	unpin PAGE ...                  that were kept
//	drop PAGE ...
//	reclaim                         a whole pass
//	state
//
// Dirty victims are written.
func TestPoliciesDatadriven(t *testing.T) {
	datadriven.Walk(t, "testdata/policies", func(t *testing.T, path string) {
		l := &policyLab{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string { return l.run(t, d) })
	})
}

type policyLab struct {
	p    bufmgr.Policy
	be   bufmgr.Backend
	kept map[bufmgr.Page]bool
}

func (l *policyLab) run(t *testing.T, d *datadriven.TestData) string {
	var pages []bufmgr.Page
	for _, arg := range d.CmdArgs {
		if pg, err := strconv.Atoi(arg.Key); err == nil {
			pages = append(pages, bufmgr.Page(pg))
		}
	}
	var out strings.Builder
	switch d.Cmd {
	case "policy":
		n := 0
		d.ScanArgs(t, "buffers", &n)
		named, ok := bufmgr.PolicyByName(d.CmdArgs[0].Key)
		if !ok {
			d.Fatalf(t, "there is no policy %s", d.CmdArgs[0].Key)
		}
		l.p, l.be, l.kept = named.New(n), bufmgr.Backend{}, map[bufmgr.Page]bool{}
	case "transaction":
		l.be.Xid = uint32(pages[0])
		l.be.SetVacuum(d.HasArg("vacuum"))
	case "ring":
		l.be.Ring = nil
		kind := map[string]bufmgr.RingKind{"bulkread": bufmgr.BulkRead, "bulkwrite": bufmgr.BulkWrite, "vacuum": bufmgr.Vacuum}
		if k, ok := kind[d.CmdArgs[0].Key]; ok {
			n := 0
			d.ScanArgs(t, "size", &n)
			l.be.Ring = bufmgr.NewRing(k, n)
		}
	case "read":
		for _, pg := range pages {
			fmt.Fprintf(&out, "%d: %s\n", pg, l.read(pg, d.HasArg("keep"), d.HasArg("dirty")))
		}
	case "unpin":
		for _, pg := range pages {
			delete(l.kept, pg)
			l.p.Release(&l.be, l.p.Lookup(pg))
		}
	case "drop":
		for _, pg := range pages {
			l.p.Invalidate(l.p.Lookup(pg))
		}
	case "reclaim":
		r := l.p.(bufmgr.Reclaimer)
		fmt.Fprintf(&out, "%d listed, wanted %v", r.Listed(), r.Wanted())
		looked, written := 0, 0
		for b, write, more := r.Reclaim(); more; b, write, more = r.Reclaim() {
			looked++
			if write {
				written++
				r.BeginWrite(b)
				r.EndWrite(b)
			}
		}
		fmt.Fprintf(&out, "; looked at %d, wrote %d; %d listed\n", looked, written, r.Listed())
	case "state":
		l.state(&out)
	default:
		d.Fatalf(t, "unknown command %s", d.Cmd)
	}
	if err := l.p.Check(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var sourceNames = [...]string{"freelist", "sweep", "ring", "head of the list", "T1", "T2"}
var listNames = map[bufmgr.List]string{
	bufmgr.ListUnused: "nowhere", bufmgr.ListB1: "B1", bufmgr.ListT1: "T1", bufmgr.ListT2: "T2", bufmgr.ListB2: "B2",
}

func (l *policyLab) read(pg bufmgr.Page, keep, dirty bool) string {
	lists, _ := l.p.(bufmgr.Directory)
	b, hit := l.p.Read(&l.be, pg, l.kept[pg])
	said := fmt.Sprintf("hit, buffer %d", b)
	if hit && lists != nil {
		said += fmt.Sprintf(", %s to %s", listNames[lists.LastMove().From], listNames[lists.LastMove().To])
	}
	if !hit {
		v, src, ok := l.p.Choose(&l.be)
		if !ok {
			return "no victim"
		}
		said = fmt.Sprintf("miss, buffer %d from %s", v, sourceNames[src])
		if old := l.p.PageOf(v); old != bufmgr.NoPage {
			said += fmt.Sprintf(", was %d", old)
		}
		if l.p.IsDirty(v) {
			said += ", written"
			l.p.BeginWrite(v)
			l.p.EndWrite(v)
			l.p.Recheck(&l.be, pg)
		}
		l.p.Install(&l.be, v, pg)
		if lists != nil {
			m := lists.LastMove()
			said += "; into " + listNames[m.To]
			if m.Ghost != bufmgr.ListUnused {
				said += ", remembered in " + listNames[m.Ghost]
			}
			if m.Replaced != bufmgr.NoReplaced {
				said += ", replaced page to " + listNames[m.Replaced]
			}
		}
		b = v
	}
	if dirty {
		l.p.MarkDirty(b)
	}
	switch {
	case keep:
		l.kept[pg] = true
	case !l.kept[pg]:
		if l.p.Release(&l.be, b) {
			said += "; to the freelist"
		}
	}
	return said
}

func (l *policyLab) state(out *strings.Builder) {
	switch p := l.p.(type) {
	case bufmgr.Unpinned:
		fmt.Fprint(out, "unpinned:")
		p.Unpinned(func(b int32) { fmt.Fprintf(out, " %d(%d)", b, p.PageOf(b)) })
		fmt.Fprintln(out)
		return
	case bufmgr.Directory:
		fmt.Fprintf(out, "target %d\n", p.Target())
		for list := range bufmgr.List(4) {
			fmt.Fprintf(out, "%s:", listNames[list])
			p.Entries(list, func(e bufmgr.Entry) {
				fmt.Fprintf(out, " %d", e.Page)
				if e.Vacuum {
					fmt.Fprint(out, "v")
				}
			})
			fmt.Fprintln(out)
		}
	case bufmgr.Clock:
		fmt.Fprintf(out, "hand %d, turns %d; page/usage:", p.Hand(), p.Turns())
		for b := range int32(p.Len()) {
			fmt.Fprintf(out, " %d/%d", p.PageOf(b), p.Usage(b))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(out, "freelist:")
	l.p.Freelist(func(b int32) { fmt.Fprintf(out, " %d", b) })
	fmt.Fprintln(out)
}
