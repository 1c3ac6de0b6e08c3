package diagnose

import (
	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// Finding is one thing that a result shows.
type Finding struct {
	ID       string // stable name, for instance "bgwriter-ceiling"
	Title    string // the finding in a sentence without a full stop
	Because  string // how one sees it and why it is so, in whole sentences
	Harmless bool   // costs no time
	Try      []scenario.Change
	Evidence []Number // the figures that it rests on
}

// Number is one figure. Unit is "" for a count, "%" for a share, else one of "s",
// "ms", "MB", "1/s", "MB/s".
type Number struct {
	Name  string
	Value float64
	Unit  string
}

// rules in the order in which their findings are told: what costs time first, from
// PostgreSQL down to the machine.
var rules = []func(*facts) *Finding{
	bgwriterCeiling,
	allScan,
	poolTooSmall,
	allPinned,
	backendFsync,
	checkpointsByWAL,
	fullPageImages,
	checkpointBurst,
	syncStorm,
	orderedJournal,
	walFlush,
	rowLock,
	bufferLock,
	insertLock,
	processors,
	dirtyLimit,
	diskReads,
	paced,
	hibernating,
	fits,
}

// Diagnose returns what the result shows, what costs time first. There is always
// at least one finding.
func Diagnose(r *result.Result) []Finding {
	f := newFacts(r)
	var found []Finding
	harmless := true
	for _, rule := range rules {
		if finding := rule(f); finding != nil {
			f.legal(finding)
			found = append(found, *finding)
			harmless = harmless && finding.Harmless
		}
	}
	if harmless {
		found = append(found, nothingWrong(f))
	}
	return found
}

// nothingWrong is what is left if no rule found anything that costs time.
func nothingWrong(f *facts) Finding {
	because := "No limit was hit, and no kind of waiting takes most of a transaction’s time."
	if f.r.Transactions == 0 {
		because = "No transaction ended, so that there is nothing to judge."
	}
	return Finding{
		ID: "nothing-wrong", Title: "Nothing is wrong", Because: because, Harmless: true,
		Evidence: []Number{{"transactions", float64(f.r.Transactions), ""}, {"latency_avg", float64(f.r.Latency.Avg) / 1e6, "ms"}},
	}
}
