package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"clocksweep/core/report"
	"clocksweep/core/sweep"
)

// attempts is how often in a row a stream may break off without a single new run.
const attempts = 3

// edgeOrder is what the worker's POST /api/sweep takes.
type edgeOrder struct {
	Experiment string            `json:"experiment,omitempty"`
	Run        string            `json:"run,omitempty"`
	Text       string            `json:"text,omitempty"`
	Settings   map[string]string `json:"settings,omitempty"`
	Axes       []string          `json:"axes"`
	Seeds      int               `json:"seeds"`
	Done       string            `json:"done,omitempty"`
}

// edgeSweep is a sweep that an edge worker carries out.
type edgeSweep struct {
	address string
	order   edgeOrder
	outcome *sweep.Outcome
	jobs    []sweep.Job
	done    *sweep.RunSet
	told    func(run int) // of each run that has come
}

// sweepAtEdge has a plan carried out by the worker at o.edge. What has come before an
// error stays in the outcome.
func (o *sweepOrder) sweepAtEdge(ctx context.Context, c console, first *plan, outcome *sweep.Outcome) error {
	base, err := url.Parse(o.edge)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return usagef("sweep: -edge %q is not an address; legal is for instance https://clocksweep.example", o.edge)
	}
	jobs := outcome.Jobs()
	bar := newProgressBar(c.err, scenariosOf(outcome.Plan, jobs))
	defer bar.clear()
	s := &edgeSweep{
		address: base.JoinPath("api", "sweep").String(),
		order:   o.edgeOrder(first), outcome: outcome, jobs: jobs, done: sweep.NewRunSet(len(jobs)),
		told: func(run int) { bar.set(run, 1e9, 1e9) },
	}
	return s.carryOut(ctx)
}

// edgeOrder puts the order into the worker's words. A sweep repeats one run, so the
// changes of this run and of all become one list.
func (o *sweepOrder) edgeOrder(first *plan) edgeOrder {
	run := first.scenarios[0].Run
	order := edgeOrder{Run: run, Text: first.text, Settings: map[string]string{}, Seeds: o.seeds}
	if first.experiment != nil {
		order.Experiment = first.experiment.Slug
	}
	for _, change := range first.changes {
		if change.Run == "" || change.Run == run {
			order.Settings[strings.ToLower(change.Name)] = change.Value
		}
	}
	for _, r := range o.ranges {
		order.Axes = append(order.Axes, r.Name+"="+r.Value)
	}
	return order
}

// carryOut asks until every run has come, or nothing comes any more.
func (s *edgeSweep) carryOut(ctx context.Context) error {
	for idle := 0; ; {
		before := s.done.Len()
		err := s.ask(ctx)
		var final usageError
		switch {
		case err == nil || ctx.Err() != nil:
			return nil
		case errors.As(err, &final):
			return err
		case s.done.Len() > before:
			idle = 0
		default:
			if idle++; idle == attempts {
				return fmt.Errorf("sweep: %w; %d of %d runs have come", err, s.done.Len(), len(s.jobs))
			}
		}
	}
}

// ask asks for what is missing and reads the answer. A usageError tells that asking
// again would not help.
func (s *edgeSweep) ask(ctx context.Context) error {
	s.order.Done = s.done.String()
	body, err := json.Marshal(s.order)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.address, bytes.NewReader(body))
	if err != nil {
		return usageError{err}
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return refusal(answer)
	}
	in := bufio.NewScanner(answer.Body)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		line, err := report.ReadSweepLine(in.Bytes())
		if err != nil {
			return usageError{fmt.Errorf("sweep: %s: %w", s.address, err)}
		}
		if line.Line == report.SweepEnd {
			return nil
		}
		if err := s.take(&line); err != nil {
			return err
		}
	}
	if in.Err() != nil {
		return in.Err()
	}
	return errors.New("the stream broke off")
}

// take notes what a line says.
func (s *edgeSweep) take(line *report.SweepLine) error {
	if line.Line == report.SweepPlan {
		if line.Engine != engine || line.Runs != len(s.jobs) {
			return usagef("sweep: the worker has engine %s and counts %d runs, this program has %s and counts %d: their results can't be compared", line.Engine, line.Runs, engine, len(s.jobs))
		}
		return nil
	}
	if err := line.Put(s.outcome, s.jobs); err != nil {
		return usageError{fmt.Errorf("sweep: %w", err)}
	}
	s.done.Add(line.Run)
	s.told(line.Run)
	return nil
}

// refusal makes an error of an answer that is none: what the worker says, and
// whether asking again may help.
func refusal(answer *http.Response) error {
	data, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<16))
	var problem struct{ Detail, Command string }
	if json.Unmarshal(data, &problem) != nil || problem.Detail == "" {
		problem.Detail = "the answer is " + answer.Status + ", which no edge worker of Clocksweep gives"
	}
	err := fmt.Errorf("sweep: %s", problem.Detail)
	if problem.Command != "" {
		err = fmt.Errorf("%w. Here it would run: %s", err, problem.Command)
	}
	if answer.StatusCode >= 500 {
		return err
	}
	return usageError{err}
}
