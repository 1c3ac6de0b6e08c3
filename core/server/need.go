package server

import (
	"strconv"

	"clocksweep/core/scenario"
)

// Need is what a run takes at the least, known without playing it. Both are lower
// bounds, so that no run is refused for them that would have fitted; what it takes in
// the end is reckoned from its beginning ([Run.Forecast]), and shows while it runs
// ([Run.Events]).
type Need struct {
	Bytes  int64 // of memory, from the start on
	Events int64
}

// Budget is what a run may take; 0 is without a limit.
type Budget = Need

// What is allocated for each buffer and page at the least, in bytes: the arrays of
// core/bufmgr (page, state) and of this package (inIO) for a buffer, and for a page
// those of core/linux (flags, inRun, next and prev of its list), the table of
// core/bufmgr and pageLSN.
const (
	bytesPerBuffer = 4 + 4 + 1
	bytesPerPage   = 2 + 4 + 4 + 4 + 4 + 8
)

// The least pages that a unit of scale has, tables with their indexes, of the
// layouts of all releases: 1,805 and 12,900 are the fewest there are.
const (
	pagesPerScale     = 1800
	pagesPerWarehouse = 12_500
)

// NeedOf returns what the run of a scenario takes at the least.
func NeedOf(sc *scenario.Scenario) Need {
	pages := sc.Int(scenario.Scale) * pagesPerScale
	if sc.Enum(scenario.Workload) == "dbt-2" {
		pages = sc.Int(scenario.Scale) * pagesPerWarehouse
	}
	if sc.InForce(scenario.TableSize) {
		pages += sc.Int(scenario.TableSize)
	}
	n := Need{Bytes: sc.Int(scenario.SharedBuffers)*bytesPerBuffer + pages*bytesPerPage}
	// A client computes at least once for each of its transactions, and the
	// samples are taken once a second.
	each := sc.Int(scenario.Transactions)
	if each == 0 {
		n.Events = sc.Int(scenario.Duration)
	}
	if sc.InForce(scenario.EarlierTransactions) {
		each += sc.Int(scenario.EarlierTransactions)
	}
	n.Events += each * sc.Int(scenario.Clients) * eventsOfTransaction(sc)
	return n
}

// eventsOfTransaction is how often a transaction computes at the least: once, and one
// that goes through a table of so many pages once in each stretch of them. VACUUM may
// pass pages by. With a limit of latency transactions that are late take none.
func eventsOfTransaction(sc *scenario.Scenario) int64 {
	switch name := sc.Enum(scenario.Workload); {
	case sc.InForce(scenario.LatencyLimit) && sc.Int(scenario.LatencyLimit) > 0:
		return 0
	case name == "scan", name == "copy":
		return max(sc.Int(scenario.TableSize)/stretch, 1)
	}
	return 1
}

// over tells which part of a budget a need exceeds.
func (n Need) over(b Budget) (bytes, events bool) {
	return b.Bytes > 0 && n.Bytes > b.Bytes, b.Events > 0 && n.Events > b.Events
}

// Fits returns nil if the least that a run takes is within the budget. Otherwise the
// error names the setting that takes most of it, and the nearest value of this
// setting with which the run may be begun, where there is one.
func Fits(sc *scenario.Scenario, b Budget) *scenario.Error {
	n := NeedOf(sc)
	bytes, events := n.over(b)
	switch {
	case bytes:
		return tooMuch(sc, b, "takes "+megabytes(n.Bytes)+" of memory at the least, of which a run may have "+megabytes(b.Bytes)+" here",
			scenario.SharedBuffers, scenario.Scale, scenario.TableSize)
	case events:
		return tooMuch(sc, b, "takes "+strconv.FormatInt(n.Events, 10)+" events at the least, of which a run may have "+strconv.FormatInt(b.Events, 10)+" here",
			scenario.Transactions, scenario.Duration, scenario.EarlierTransactions, scenario.Clients, scenario.TableSize)
	}
	return nil
}

// tooMuch blames the setting whose smallest value would save most, rather one with
// which the run then fits.
func tooMuch(sc *scenario.Scenario, b Budget, problem string, ids ...scenario.ID) *scenario.Error {
	blamed, least, enough := ids[0], int64(-1), false
	for _, id := range ids {
		trial, ok := with(sc, id, floorOf(sc, id))
		if !ok || !sc.InForce(id) {
			continue
		}
		n := NeedOf(trial)
		bytes, events := n.over(b)
		fits := !bytes && !events
		if least < 0 || fits && !enough || fits == enough && n.Bytes+n.Events < least {
			blamed, least, enough = id, n.Bytes+n.Events, fits
		}
	}
	e := &scenario.Error{Setting: blamed.String(), Value: sc.Show(blamed), Problem: problem}
	if most, ok := nearest(sc, b, blamed); ok {
		e.Legal = showValue(blamed, floorOf(sc, blamed)) + " to " + showValue(blamed, most)
	}
	return e
}

// floorOf is the smallest value that keeps the kind of a run: 0 transactions would
// be a run of a length in time.
func floorOf(sc *scenario.Scenario, id scenario.ID) int64 {
	set, _ := scenario.Lookup(id.String())
	if id == scenario.Transactions && sc.Int(id) > 0 {
		return 1
	}
	return int64(set.Min)
}

// nearest returns the largest value below the present one with which the run fits,
// found by halving.
func nearest(sc *scenario.Scenario, b Budget, id scenario.ID) (int64, bool) {
	fits := func(v int64) bool {
		trial, ok := with(sc, id, v)
		if !ok {
			return false
		}
		bytes, events := NeedOf(trial).over(b)
		return !bytes && !events
	}
	low, high := floorOf(sc, id), sc.Int(id)
	if !fits(low) {
		return 0, false
	}
	for high-low > 1 {
		if middle := low + (high-low)/2; fits(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	const mb = 1 << 20 / 8192
	if set, _ := scenario.Lookup(id.String()); set.Unit == scenario.UnitPages && low > mb {
		low -= low % mb // 731MB rather than 748632kB
	}
	return low, true
}

func showValue(id scenario.ID, v int64) string {
	set, _ := scenario.Lookup(id.String())
	return set.Show(v)
}

func with(sc *scenario.Scenario, id scenario.ID, v int64) (*scenario.Scenario, bool) {
	trial := *sc
	return &trial, trial.Set(id.String(), showValue(id, v)) == nil
}

func megabytes(n int64) string { return strconv.FormatInt((n+999_999)/1_000_000, 10) + " MB" }

// millions writes a large number of events in words.
func millions(n int64) string {
	switch {
	case n >= 10_000_000:
		return strconv.FormatInt((n+500_000)/1_000_000, 10) + " million"
	case n >= 1_000_000:
		return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + " million"
	}
	return strconv.FormatInt(n, 10)
}
