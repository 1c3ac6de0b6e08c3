package report

import "clocksweep/core/result"

// View is one statistics view of the server at the end of the run.
type View struct {
	Name string // pg_stat_bgwriter
	Text string // all of it as psql -x prints it
}

// Views returns the statistics views of the release that tell who wrote how many
// buffers. Until 8.2 there is none; 16 and 17 moved part of pg_stat_bgwriter to
// new views.
func Views(r *result.Result) []View {
	var views []View
	for _, v := range []struct {
		name, since string
		text        func(*result.Result) string
	}{
		{"pg_stat_bgwriter", bgwriterSince, StatBgwriter},
		{"pg_stat_checkpointer", checkpointerSince, StatCheckpointer},
		{"pg_stat_io", ioSince, StatIO},
	} {
		if atLeast(r.Release, v.since) {
			views = append(views, View{v.name, v.text(r)})
		}
	}
	return views
}

// The releases whose views [OtherDialect] borrows: the last with all counters in
// pg_stat_bgwriter, and the first in which checkpoints have a view of their own.
const (
	oneView    = "16"
	threeViews = "17"
)

// OtherDialect returns the same counters in the other of the two dialects: those of a
// release up to 16 as 17 shows them, and those of a later one as 16 does, for a reader
// who has the other kind of server. Counters of the time before 8.3, which had no such
// view, are shown in both.
func OtherDialect(r *result.Result) string {
	as := func(release string, text func(*result.Result) string) string {
		other := *r
		other.Release = release
		return text(&other)
	}
	old := "SELECT * FROM pg_stat_bgwriter\n" + as(oneView, StatBgwriter)
	if atLeast(r.Release, checkpointerSince) {
		return "As 16 shows it\n\n" + old
	}
	text := "As 17 shows it\n\nSELECT * FROM pg_stat_bgwriter\n" + as(threeViews, StatBgwriter) +
		"\nSELECT * FROM pg_stat_checkpointer\n" + as(threeViews, StatCheckpointer)
	if !atLeast(r.Release, bgwriterSince) {
		text += "\nAs 16 shows it\n\n" + old
	}
	return text
}
