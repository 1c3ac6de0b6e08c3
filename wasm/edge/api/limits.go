package api

import (
	_ "embed"
	"encoding/json"
	"errors"
	"strconv"

	"clocksweep/core/scenario"
	"clocksweep/core/server"
	"clocksweep/core/sweep"
)

// Limits are what one request may ask for.
type Limits struct {
	BodyBytes      int64 `json:"body_bytes"`
	VirtualSeconds int64 `json:"virtual_seconds"` // of one run
	Buffers        int64 `json:"buffers"`         // of one run, pages of 8 kB
	MemoryBytes    int64 `json:"memory_bytes"`    // of one run
	Events         int64 `json:"events"`          // of one run: its budget of processor time
	Runs           int   `json:"runs"`            // of one sweep
	Subrequests    int   `json:"subrequests"`     // that one request may make
	Parallel       int   `json:"parallel"`        // of them at the same time
}

// standard is also read by the site's generator, for the page about deployment.
//
//go:embed limits.json
var standard string

// Standard are the limits of a worker with 128 MB of memory and 30 s of processor
// time for a request, of which an event takes a few hundred nanoseconds.
// A worker may wait for six answers at the same time.
func Standard() Limits {
	var l Limits
	if err := strict(standard, &l); err != nil {
		panic("api: limits.json: " + err.Error()) // it is part of the program, and tests read it
	}
	return l
}

// ReadLimits reads those that differ from the standard, a JSON object; an empty text
// is none.
func ReadLimits(text string) (Limits, error) {
	l := Standard()
	if text == "" {
		return l, nil
	}
	if err := strict(text, &l); err != nil {
		return l, errors.New("the limits are not what they should be: " + err.Error())
	}
	for _, v := range []int64{l.BodyBytes, l.VirtualSeconds, l.Buffers, l.MemoryBytes, l.Events, int64(l.Runs), int64(l.Parallel)} {
		if v < 1 {
			return l, errors.New("a limit is below 1")
		}
	}
	if l.Subrequests < 2 {
		return l, errors.New("with fewer than 2 subrequests nothing can be spread")
	}
	return l, nil
}

// budget is what the engine is told.
func (l *Limits) budget() server.Budget {
	return server.Budget{Bytes: l.MemoryBytes, Events: l.Events}
}

// limit is a limit as a problem tells it.
type limit struct {
	Name  string `json:"name"`
	Most  int64  `json:"most"`
	Asked int64  `json:"asked,omitempty"`
	Unit  string `json:"unit,omitempty"`
}

// check refuses a scenario that is beyond a limit.
func (l *Limits) check(sc *scenario.Scenario) *Problem {
	if n := sc.Int(scenario.Duration); sc.InForce(scenario.Duration) && n > l.VirtualSeconds {
		return beyond(limit{"virtual_time", l.VirtualSeconds, n, "s"}, &scenario.Error{
			Setting: scenario.Duration.String(), Value: sc.Show(scenario.Duration),
			Problem: "is longer than a run may be here", Legal: "1s to " + show(scenario.Duration, l.VirtualSeconds),
		})
	}
	if n := sc.Int(scenario.SharedBuffers); n > l.Buffers {
		return beyond(limit{"buffers", l.Buffers, n, "8kB"}, &scenario.Error{
			Setting: scenario.SharedBuffers.String(), Value: sc.Show(scenario.SharedBuffers),
			Problem: "is more than a run may have here", Legal: "128kB to " + show(scenario.SharedBuffers, l.Buffers),
		})
	}
	if e := server.Fits(sc, server.Budget{Bytes: l.MemoryBytes}); e != nil {
		return beyond(limit{"memory", l.MemoryBytes, server.NeedOf(sc).Bytes, "bytes"}, e)
	}
	if e := server.Fits(sc, l.budget()); e != nil {
		return beyond(limit{"events", l.Events, server.NeedOf(sc).Events, ""}, e)
	}
	return nil
}

func show(id scenario.ID, n int64) string {
	set, _ := scenario.Lookup(id.String())
	return set.Show(n)
}

// beyond is the problem of a setting that goes beyond a limit.
func beyond(l limit, e *scenario.Error) *Problem {
	return &Problem{
		Type: problems + "limit-" + l.Name, Title: "Beyond a limit of this service", Status: 422,
		Detail: e.Error(), Limit: &l, Setting: e.Setting, Value: e.Value, Legal: e.Legal,
	}
}

// tooManyRuns is the problem of a sweep with too many.
func tooManyRuns(e *sweep.TooManyRuns) *Problem {
	return &Problem{
		Type: problems + "limit-runs", Title: "Beyond a limit of this service", Status: 422, Detail: e.Error(),
		Limit: &limit{Name: "runs", Most: int64(e.Most), Asked: int64(e.Runs)}, Legal: "1 to " + strconv.Itoa(e.Most) + " runs",
		Setting: "axes, seeds",
	}
}

// Spent is returned by a [Platform] that had to end a run for its budget.
type Spent struct {
	What      string // "events", "memory", or "forecast": of more events than there are
	VirtualNs int64  // how far the run had come
	Done      int64  // transactions by then
	Used      int64  // a forecast: what the whole run would take
}

func (s *Spent) Error() string { return "the run has used up its " + s.What }

// spent is the problem of a run that was ended: the budget was used up at a time,
// and up to there the same run is possible.
func (l *Limits) spent(sc *scenario.Scenario, s *Spent) *Problem {
	told := limit{"events", l.Events, s.Used, ""}
	switch s.What {
	case "memory":
		return l.outOfMemory(sc, s)
	case "forecast":
		return beyond(told, server.TooLong(sc, l.Events, s.Used, s.VirtualNs))
	}
	e := &scenario.Error{Setting: scenario.Duration.String(), Value: sc.Show(scenario.Duration)}
	e.Problem = "is too long: the run has used up its " + s.What + " after " + strconv.FormatInt(s.VirtualNs/1e9, 10) + " s"
	if whole := s.VirtualNs / 1e9; whole > 0 {
		e.Legal = "1s to " + show(scenario.Duration, whole)
	}
	if sc.InForce(scenario.Transactions) {
		e.Setting, e.Value = scenario.Transactions.String(), sc.Show(scenario.Transactions)
		e.Problem = "are too many: the run has used up its " + s.What + " after " + strconv.FormatInt(s.Done, 10) + " of all clients together"
		e.Legal = ""
		// The clients do not come equally far: three quarters are safe for all.
		if each := s.Done * 3 / 4 / sc.Int(scenario.Clients); each > 0 {
			e.Legal = "1 to " + strconv.FormatInt(each, 10)
		}
	}
	return beyond(told, e)
}

// outOfMemory is the problem of a run that was ended because it grew too large. What
// fits is reckoned from what this one took beside its lower bound.
func (l *Limits) outOfMemory(sc *scenario.Scenario, s *Spent) *Problem {
	const caution = 0.8
	share := caution * float64(l.MemoryBytes) / float64(s.Used)
	e := server.Fits(sc, server.Budget{Bytes: int64(share * float64(server.NeedOf(sc).Bytes))})
	if e == nil {
		e = &scenario.Error{Setting: scenario.Duration.String(), Value: sc.Show(scenario.Duration)}
	}
	e.Problem = "takes more than " + strconv.FormatInt(l.MemoryBytes>>20, 10) + " MB of memory, which a run may have here"
	return beyond(limit{"memory", l.MemoryBytes, s.Used, "bytes"}, e)
}

// strict decodes JSON that must hold nothing else.
func strict(text string, to any) error {
	d := json.NewDecoder(newReader(text))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(to); err != nil {
		return plain(err)
	}
	if d.More() {
		return errors.New("there is more than one value")
	}
	return nil
}
