package stage

import (
	"errors"
	"io"

	"clocksweep/core/bufmgr"
	"clocksweep/core/trace"
)

// MaxRecorded is how many accesses of a trace are played; what comes after them is
// left out.
const MaxRecorded = 4 << 20

// recorded is a source that plays a trace. A process keeps a page pinned until its
// next access, because a trace does not tell how long it did.
type recorded struct {
	accesses []trace.Access
	next     int
	xid      *uint32
	last     [Processes]bufmgr.Page // by process: the page it has pinned
	pinned   [Processes]bool
}

// readTrace reads a trace in one of the formats of package trace.
func readTrace(in io.Reader, pages *Pages, xid *uint32) (*recorded, error) {
	reader, err := trace.NewReader(in)
	if err != nil {
		return nil, err
	}
	r := &recorded{xid: xid}
	var batch [4096]trace.Access
	for err == nil && len(r.accesses) < MaxRecorded {
		var n int
		n, err = reader.Next(batch[:])
		r.accesses = append(r.accesses, batch[:n]...)
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	if len(r.accesses) == 0 {
		return nil, errors.New("the trace has no accesses; expected at least one")
	}
	pages.traced = true
	for n := range max(reader.Relations(), 1) {
		name := "objects"
		if reader.Relations() > 0 {
			name = reader.Relation(n)
		}
		pages.Relation(name, 0)
	}
	for pg := range reader.Pages() {
		rel, block := reader.Place(bufmgr.Page(pg))
		pages.add(min(rel, Relations-1), block)
	}
	return r, nil
}

func (r *recorded) more(queue []Step) []Step {
	if r.next == len(r.accesses) {
		return queue
	}
	a := r.accesses[r.next]
	r.next++
	// The trace's processes share those there are; 0 is the reader's.
	proc := uint8(1 + uint32(max(a.Process-1, 0))%(Processes-1))
	s := Step{Page: a.Page, Proc: proc}
	if !r.pinned[proc] || r.last[proc] != a.Page {
		*r.xid++
	}
	s.Xid = *r.xid
	if r.pinned[proc] {
		queue = append(queue, Step{Page: r.last[proc], Xid: s.Xid, Proc: proc, Op: Unpin})
	}
	r.last[proc], r.pinned[proc] = a.Page, true
	if a.Op == trace.Extend {
		s.Op = Extend
	}
	queue = append(queue, s)
	if a.Op != trace.Read {
		s.Op = Dirty
		queue = append(queue, s)
	}
	return queue
}
