package server

import (
	"math"

	"clocksweep/core/scenario"
)

// How many events a run takes in the end depends on what its machine makes of it:
// the device, the kernel and the releases differ by a factor of a hundred in
// transactions a second. So a run is its own estimate: from what its beginning took the
// whole is reckoned in proportion.
const (
	// rehearsal is how many events a beginning has, 0.1 s of processor time or so;
	// with many clients more, because each takes some hundred to connect.
	rehearsal          = 400_000
	rehearsalPerClient = 3_000
)

// ForecastFactor is how far a forecast may lie above what a run takes. Over all
// experiments and the scenarios of core/golden, at any time from the rehearsal on, it
// is at most 3.8 times too high: where a kernel stalls all clients, but not before it has
// used up its memory. It may be lower than the truth by any factor: of a
// transaction that has begun in time and goes on for ever nothing is known.
const ForecastFactor = 5

// Forecast returns how many events the whole run takes, reckoned from its beginning,
// what it took so far included. ok is false before there is enough of one.
//
// An earlier run counts as the first part of one of so many transactions; before one
// of a length in time it is forecast alone, and the rest comes on top.
func (r *Run) Forecast() (events int64, ok bool) {
	n := r.Events()
	if n < rehearsal || n < rehearsalPerClient*uint64(len(r.s.backends)) {
		return 0, false
	}
	part := r.part()
	if r.over || part <= 0 {
		return 0, false
	}
	return int64(min(float64(n)/part, math.MaxInt64/2)), true
}

// part is how much of the run is over, 0 to 1.
func (r *Run) part() float64 {
	s := r.s
	if e := &s.earlier; e.left > 0 && s.transactions == 0 {
		return float64(s.samples.total.Count) / float64(e.transactions*int64(len(s.backends)))
	}
	now, planned := r.Progress()
	return min(float64(now)/float64(planned), 1)
}

// Exceeds reports whether a run is certain to take more events than a budget has, and
// how many it would take about. Ask again while it goes on: what it takes is seen
// better and better.
func (r *Run) Exceeds(events int64) (forecast int64, exceeds bool) {
	forecast, ok := r.Forecast()
	return forecast, ok && forecast/ForecastFactor > events
}

// TooLong is what is wrong with a run that [Run.Exceeds] its events: the setting that
// makes it long, and up to where it would be possible. virtualNs is the progress when
// that was seen; none means that an earlier run was under way.
func TooLong(sc *scenario.Scenario, events, forecast, virtualNs int64) *scenario.Error {
	// Fewer events than there are, because the beginning of a run can be cheaper than the
	// rest, by a third in the experiments.
	const caution = 0.6
	id := lengthOf(sc, virtualNs)
	e := &scenario.Error{
		Setting: id.String(), Value: sc.Show(id),
		Problem: "makes the run too long: it would take about " + millions(forecast) + " events, of which it may have " + millions(events) + " here",
	}
	if most := int64(caution * float64(events) / float64(forecast) * float64(sc.Int(id))); most > 0 {
		e.Legal = showValue(id, 1) + " to " + showValue(id, most)
	}
	return e
}

// lengthOf is the setting that makes the part of a run that is under way as long as
// it is.
func lengthOf(sc *scenario.Scenario, virtualNs int64) scenario.ID {
	switch each, earlier := sc.Int(scenario.Transactions), sc.Int(scenario.EarlierTransactions); {
	case sc.InForce(scenario.EarlierTransactions) && (each == 0 && virtualNs == 0 || each > 0 && earlier > each):
		return scenario.EarlierTransactions
	case each > 0:
		return scenario.Transactions
	}
	return scenario.Duration
}
