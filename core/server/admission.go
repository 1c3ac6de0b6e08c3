package server

import "clocksweep/core/scenario"

// Whether a run fits a budget is decided before it counts as begun, in two steps:
//
// What a scenario tells by itself comes first ([Fits]): the memory of its pool and
// its tables, the events of so many transactions or pages. That takes no time, and
// nothing has been set up.
//
// How many events a run of a length in time takes nobody can tell without its machine:
// devices, kernels and releases differ by a factor of a hundred in transactions a
// second. So it is rehearsed ([Run.Rehearse]): its beginning is played, 0.1 s of
// processor time or so, and the whole reckoned from it. Until then a front end shows,
// keeps and hands out nothing of it. A run that is admitted goes on from there, and
// its result is the same as without a budget.

// Admit sets up the run of a scenario that may take no more than a budget. The error
// is one of Check or [Fits]. What is to be refused for its length shows in
// [Run.Rehearse], which has to be called until it has decided.
func Admit(sc *scenario.Scenario, b Budget) (*Run, error) {
	if errs := sc.Check(); len(errs) > 0 {
		return nil, errs[0]
	}
	if err := Fits(sc, b); err != nil {
		return nil, err
	}
	return &Run{sc: *sc, s: boot(sc), budget: b}, nil
}

// Rehearse plays up to so many events of a run's beginning and reports whether it is
// decided whether the run fits its budget. If it does not, the error names the setting
// that makes it long and up to where it would fit, and the run is over.
//
// A run that ends earlier has fitted. Without a limit of events there is nothing to
// decide.
func (r *Run) Rehearse(events int) (decided bool, refused *scenario.Error) {
	if r.budget.Events == 0 {
		return true, nil
	}
	if !r.Step(events) {
		return true, nil
	}
	if forecast, exceeds := r.Exceeds(r.budget.Events); exceeds {
		now, _ := r.Progress()
		r.Stop()
		return true, TooLong(&r.sc, r.budget.Events, forecast, now)
	}
	_, decided = r.Forecast()
	return decided, nil
}
