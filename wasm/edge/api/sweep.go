package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"clocksweep/core/report"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
	"clocksweep/core/sweep"
)

// SweepOrder says which sweep is asked for.
type SweepOrder struct {
	Order          // of the run that is repeated; of several the first
	Axes  []string `json:"axes"`            // one or two, each "name=values" as on the command line
	Seeds int      `json:"seeds,omitempty"` // 0 is 1
	Done  string   `json:"done,omitempty"`  // runs that are not wanted any more, see [sweep.RunSet]
	Only  string   `json:"only,omitempty"`  // the only runs that are wanted; empty: all
}

// sweepOrder is a [SweepOrder] understood.
type sweepOrder struct {
	SweepOrder
	*order
	plan *sweep.Plan
	jobs []sweep.Job
	todo []int // runs, as indexes into jobs
}

// sweep is POST /api/sweep.
func (s *service) sweep(w http.ResponseWriter, r *http.Request) {
	o, wrong := s.readSweep(r)
	if wrong != nil {
		wrong.write(w)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := &stream{w: w, fail: cancel}
	out.write(encode(report.SweepPlanLine{Line: report.SweepPlan, Engine: server.Engine, Cells: len(o.plan.Cells), Runs: len(o.jobs)}))

	// Lines are written here and not where they are made: a stream has one writer.
	lines := make(chan []byte)
	go func() {
		defer close(lines)
		s.spread(ctx, o, lines)
	}()
	ran, failed := 0, 0
	for text := range lines {
		if line, err := report.ReadSweepLine(text); err == nil && line.Problem == nil {
			ran++
		} else {
			failed++
		}
		out.write(text)
	}
	if ctx.Err() == nil {
		out.write(encode(report.SweepEndLine{Line: report.SweepEnd, Ran: ran, Failed: failed}))
	}
}

// stream writes lines and lets nothing wait in a buffer.
type stream struct {
	w    http.ResponseWriter
	fail func() // the reader has gone
}

func (s *stream) write(text []byte) {
	if _, err := s.w.Write(append(text, '\n')); err != nil {
		s.fail()
		return
	}
	if f, ok := s.w.(http.Flusher); ok {
		f.Flush()
	}
}

func encode(line any) []byte {
	text, err := json.Marshal(line)
	if err != nil {
		panic("api: " + err.Error()) // figures that are not numbers are null
	}
	return text
}

// readSweep reads the order of a sweep.
func (s *service) readSweep(r *http.Request) (*sweepOrder, *Problem) {
	text, wrong := s.body(r)
	if wrong != nil {
		return nil, wrong
	}
	o := &sweepOrder{}
	if err := strict(text, &o.SweepOrder); err != nil {
		return nil, notJSON(err, "axes, seeds, done, only, and experiment, run, link, text and settings of the run to repeat")
	}
	if o.order, wrong = o.SweepOrder.Order.understand(); wrong != nil {
		return nil, wrong
	}
	if o.Seeds == 0 {
		o.Seeds = 1
	}
	if wrong := o.makePlan(s.limits.Runs); wrong != nil {
		return nil, wrong
	}
	return o, o.choose()
}

// makePlan lays the runs out.
func (o *sweepOrder) makePlan(most int) *Problem {
	base := o.scenarios[0]
	var axes []sweep.Axis
	for _, text := range o.Axes {
		name, values, ok := strings.Cut(text, "=")
		if !ok {
			return notLegal([]error{&scenario.Error{Setting: "axes", Value: text, Problem: "is not a setting with values", Legal: "name=values, for instance shared_buffers=32MB..1GB x2"}})
		}
		a, err := sweep.ReadAxis(base, strings.TrimSpace(name), values)
		if err != nil {
			return notLegal([]error{err})
		}
		axes = append(axes, a)
	}
	plan, err := sweep.NewWithin(most, func(more []scenario.Change) (*scenario.Scenario, []error) {
		list, errs := o.build(more)
		if len(errs) > 0 {
			return nil, errs
		}
		return list[0], nil
	}, axes, o.Seeds)
	var many *sweep.TooManyRuns
	if errors.As(err, &many) {
		p := tooManyRuns(many)
		p.Command = o.command()
		return p
	}
	if err != nil {
		return notLegal([]error{err})
	}
	o.plan, o.jobs = plan, plan.Jobs()
	return nil
}

// choose leaves out the runs that are not wanted.
func (o *sweepOrder) choose() *Problem {
	done, err := sweep.ReadRunSet(o.Done, len(o.jobs))
	if err != nil {
		return notLegal([]error{errors.New("done: " + err.Error())})
	}
	only, err := sweep.ReadRunSet(o.Only, len(o.jobs))
	if err != nil {
		return notLegal([]error{errors.New("only: " + err.Error())})
	}
	for run := range o.jobs {
		if !done.Has(run) && (o.Only == "" || only.Has(run)) {
			o.todo = append(o.todo, run)
		}
	}
	return nil
}

// spread has all runs carried out and sends a line for each.
func (s *service) spread(ctx context.Context, o *sweepOrder, lines chan<- []byte) {
	send := func(text []byte) {
		select {
		case lines <- text:
		case <-ctx.Done():
		}
	}
	most := s.limits.Subrequests
	if len(o.todo) <= most {
		s.sideBySide(ctx, len(o.todo), func(i int) { send(s.cell(ctx, o, o.todo[i])) })
		return
	}
	size := max((len(o.todo)+most-1)/most, 2)
	var parts [][]int
	for at := 0; at < len(o.todo); at += size {
		parts = append(parts, o.todo[at:min(at+size, len(o.todo))])
	}
	s.sideBySide(ctx, len(parts), func(i int) { s.part(ctx, o, parts[i], send) })
}

// cell asks for one run and returns its line.
func (s *service) cell(ctx context.Context, o *sweepOrder, run int) []byte {
	sc := o.plan.Scenario(o.jobs[run])
	line := o.line(run)
	wrong := s.limits.check(sc)
	if wrong == nil {
		r, kept, failed := s.asked(ctx, sc)
		if wrong = failed; wrong == nil {
			line.Hash, line.Kept, line.Figures = r.Hash(), kept, report.FiguresJSON(r)
		}
	}
	if wrong != nil {
		line.Problem = wrong.document()
	}
	return encode(line)
}

// line begins the line of a run: which it is.
func (o *sweepOrder) line(run int) report.SweepRunLine {
	job := o.jobs[run]
	line := report.SweepRunLine{Line: report.SweepRun, Run: run, Seed: o.plan.Seeds[job.Seed], Settings: map[string]string{}}
	for i, v := range o.plan.Values(job.Cell) {
		line.Settings[o.plan.Axes[i].Setting.Name] = v
	}
	return line
}

// part asks for a part of the sweep as a sweep of its own and passes its lines on.
// What a broken answer did not have is asked for again.
func (s *service) part(ctx context.Context, o *sweepOrder, runs []int, send func([]byte)) {
	left := sweep.NewRunSet(len(o.jobs))
	for _, run := range runs {
		left.Add(run)
	}
	var wrong *Problem
	for range attempts {
		if left.Len() == 0 || ctx.Err() != nil {
			return
		}
		left, wrong = s.partOnce(ctx, o, left, send)
	}
	for run := range o.jobs {
		if left.Has(run) && ctx.Err() == nil {
			line := o.line(run)
			line.Problem = wrong.document()
			send(encode(line))
		}
	}
}

// partOnce returns the runs of which no line came, and why.
func (s *service) partOnce(ctx context.Context, o *sweepOrder, runs *sweep.RunSet, send func([]byte)) (left *sweep.RunSet, wrong *Problem) {
	wrong = problem(http.StatusBadGateway, "failed", "a part of the sweep broke off")
	again := o.SweepOrder
	again.Only, again.Done = runs.String(), ""
	body, err := json.Marshal(again)
	if err != nil {
		return runs, asProblem(err)
	}
	status, answer, err := s.platform.Ask(ctx, "/api/sweep", "application/x-ndjson", body)
	if err != nil {
		return runs, wrong
	}
	defer answer.Close()
	got := sweep.NewRunSet(len(o.jobs))
	in := bufio.NewScanner(answer)
	in.Buffer(nil, 1<<20)
	for status == http.StatusOK && in.Scan() {
		line, err := report.ReadSweepLine(in.Bytes())
		if err != nil || line.Line != report.SweepRun || line.Run < 0 || line.Run >= len(o.jobs) || !runs.Has(line.Run) || got.Has(line.Run) {
			continue
		}
		got.Add(line.Run)
		send(append([]byte(nil), in.Bytes()...))
	}
	left = sweep.NewRunSet(len(o.jobs))
	for run := range o.jobs {
		if runs.Has(run) && !got.Has(run) {
			left.Add(run)
		}
	}
	return left, wrong
}
