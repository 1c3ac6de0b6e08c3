package replay

import "strconv"

// AppendAccesses appends the page accesses of a recording as a trace in the CSV
// of package trace, a line for each pin that a process took: an extend if the page
// was new, a write if the page was dirtied under the pin, hint bits included, else
// a read. A read of a page that the process had pinned anyway has no line, for it
// is no use of the page. Relations have the numbers of the recording, with the
// fork's name behind it if it is not the main one; processes are numbered from 1.
func (s *Set) AppendAccesses(b []byte) []byte {
	type pin struct {
		proc int16
		buf  int32
	}
	type line struct {
		page int32
		proc int16
		op   string
	}
	var lines []line
	under := map[pin]int{} // the line of each pin
	for i := range s.Events {
		e := &s.Events[i]
		at := pin{e.Proc, e.Buf}
		switch e.Kind {
		case Access:
			if e.NewPin == 0 {
				continue
			}
			op := "read"
			if e.Out == 'x' {
				op = "extend"
			}
			under[at] = len(lines)
			lines = append(lines, line{e.Page, e.Proc, op})
		case Dirty:
			if k, ok := under[at]; ok && lines[k].op == "read" {
				lines[k].op = "write"
			}
		}
	}
	b = append(b, "relation,block,access,process\n"...)
	for _, l := range lines {
		pg := s.Pages[l.page]
		b = strconv.AppendInt(append(b, "relation "...), int64(pg.Rel), 10)
		b = append(b, [...]string{"", " fsm", " vm"}[min(max(pg.Fork, 0), 2)]...)
		b = strconv.AppendInt(append(b, ','), int64(pg.Block), 10)
		b = append(append(append(b, ','), l.op...), ',')
		b = append(strconv.AppendInt(b, int64(l.proc)+1, 10), '\n')
	}
	return b
}
