package report

import (
	"fmt"
	"strings"

	"clocksweep/core/result"
)

// Kind is one kind of report of the page of an experiment.
type Kind struct {
	Name        string // stable
	Title, Note string
	Text        func(*result.Result) string
}

// Lines of a report over time on a page: a line every second would bury the rest.
const (
	pageLines   = 30
	pageReports = 12 // of three lines each
)

// Kinds returns the reports of a page in their order. Those of programs come
// before those that only a simulation can give.
func Kinds() []Kind {
	return []Kind{
		{"pgbench", "pgbench", "", Client},
		{"latency", "Latency", "What pgbench leaves out.", Latency},
		{"pg_stat_bgwriter", "Statistics views", "", statistics},
		{"other_dialect", "Views, other dialect", "The same counters under their names in a server of the other kind: 17 gave checkpoints a view of their own.", OtherDialect},
		{"log", "Server log", "What log_checkpoints writes.", Log},
		{"wait_events", "Wait events", "What a look into pg_stat_activity once a second finds the clients’ sessions waiting for, in the names of the release, and below it how many are in which state over time.", func(r *result.Result) string {
			return WaitEvents(r) + "\n" + Activity(r, Every(r, pageLines))
		}},
		{"vmstat", "vmstat", "", func(r *result.Result) string {
			every := Every(r, pageLines)
			return fmt.Sprintf("$ vmstat %d\n", every) + Vmstat(r, every)
		}},
		{"iostat", "iostat", "The first report is about the whole run.", func(r *result.Result) string {
			every := Every(r, pageReports)
			return fmt.Sprintf("$ iostat -dxk %d\n", every) + IostatX(r, every)
		}},
		{"waits", "Time of a transaction", "Every nanosecond of a transaction is booked under one reason; the parts add up to the average latency.", Waits},
	}
}

// statistics returns all views of [Views], or that there is none.
func statistics(r *result.Result) string {
	views := Views(r)
	if len(views) == 0 {
		return StatBgwriter(r)
	}
	var texts []string
	for _, v := range views {
		texts = append(texts, "SELECT * FROM "+v.Name+"\n"+v.Text)
	}
	return strings.Join(texts, "\n")
}
