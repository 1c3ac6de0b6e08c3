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
