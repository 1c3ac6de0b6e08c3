//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"syscall/js"

	"clocksweep/core/diagnose"
	"clocksweep/core/report"
	"clocksweep/core/sweep"
)

// edgeHeader is what the edge worker puts into each answer.
const edgeHeader = "Clocksweep-Edge"

// attempts is how often in a row a stream may break off without a single new run.
const attempts = 3

// offerEdge shows the choice to run a sweep at the edge where the page comes from an
// edge worker. It asks for a file that every host has, so that nothing fails on one
// that is only static.
func offerEdge() {
	choice := document.GetElementByID("sweep-edge-choice")
	location := js.Global().Get("location")
	if choice == nil || !strings.HasPrefix(location.Get("protocol").String(), "http") || !js.Global().Get("navigator").Get("onLine").Bool() {
		return
	}
	asked := js.Global().Call("fetch", edgeURL("index.html"), map[string]any{"method": "HEAD", "cache": "no-store"})
	whenSettled(asked, func(response js.Value) {
		if response.Get("headers").Call("has", edgeHeader).Bool() {
			setHidden(choice, false)
		}
		response.Call("text") // to its end, or the browser takes the request for broken off
	}, func(error) {})
}

// edgeURL is the address of a path from the root of the site.
func edgeURL(path string) string {
	return js.Global().Get("URL").New("../"+path, js.Global().Get("location").Get("href")).Get("href").String()
}

// atEdge tells whether the reader wants the sweep to be run there.
func atEdge() bool {
	choice, box := document.GetElementByID("sweep-edge-choice"), document.GetElementByID("sweep-edge")
	return choice != nil && box != nil && !choice.Underlying().Get("hidden").Bool() && box.Underlying().Get("checked").Bool()
}

// whenSettled calls one of two functions when a promise is settled.
func whenSettled(promise js.Value, then func(js.Value), failed func(error)) {
	var kept, broken js.Func
	release := func() {
		kept.Release()
		broken.Release()
	}
	kept = callback(func(args []js.Value) { release(); then(args[0]) })
	broken = callback(func(args []js.Value) {
		release()
		failed(errors.New(args[0].Get("message").String()))
	})
	promise.Call("then", kept, broken)
}

// edgeSweep is a sweep that the worker carries out for the page.
type edgeSweep struct {
	*sweeping
	order   map[string]any
	jobs    []sweep.Job
	done    *sweep.RunSet
	rest    []byte // of a line
	ended   bool
	idle    int // answers in a row that brought nothing
	stopper js.Value
}

// runAtEdge has all runs carried out by the worker; texts are the axes as on a
// command line. What does not come from there is run here.
func (s *sweeping) runAtEdge(texts []string) {
	e := &edgeSweep{sweeping: s, jobs: s.outcome.Jobs()}
	e.done = sweep.NewRunSet(len(e.jobs))
	e.order = map[string]any{"axes": texts, "seeds": len(s.outcome.Seeds)}
	if fragment := s.lab.page.state.Fragment(); fragment != "" {
		e.order["link"] = "#" + fragment
	}
	s.queue = nil
	s.edge = e
	sweepSay("Running " + diagnose.Plural(int64(len(e.jobs)), "run", "runs") + " at the edge.")
	e.ask()
}

// ask asks for the runs that have not come.
func (e *edgeSweep) ask() {
	e.order["done"] = e.done.String()
	body, err := json.Marshal(e.order)
	if err != nil {
		e.giveUp(err)
		return
	}
	e.rest, e.ended = nil, false
	e.stopper = js.Global().Get("AbortController").New()
	before := e.done.Len()
	asked := js.Global().Call("fetch", edgeURL("api/sweep"), map[string]any{
		"method": "POST", "body": string(body), "signal": e.stopper.Get("signal"),
		"headers": map[string]any{"Content-Type": "application/json"},
	})
	whenSettled(asked, func(response js.Value) {
		if !response.Get("ok").Bool() {
			e.giveUp(fmt.Errorf("it answered with %d", response.Get("status").Int()))
			return
		}
		e.read(response.Get("body").Call("getReader"), before)
	}, func(err error) { e.broke(err, before) })
}

// read takes the pieces of the answer as they come.
func (e *edgeSweep) read(reader js.Value, before int) {
	whenSettled(reader.Call("read"), func(piece js.Value) {
		switch {
		case e.stopped:
		case piece.Get("done").Bool() && e.ended:
			e.finish()
		case piece.Get("done").Bool():
			e.broke(errors.New("the stream broke off"), before)
		default:
			if err := e.take(bytesOf(piece.Get("value"))); err != nil {
				e.stop()
				e.giveUp(err)
				return
			}
			e.read(reader, before)
		}
	}, func(err error) { e.broke(err, before) })
}

// take notes what the whole lines of a piece say.
func (e *edgeSweep) take(piece []byte) error {
	text := append(e.rest, piece...)
	for {
		line, after, whole := strings.Cut(string(text), "\n")
		if !whole {
			e.rest = text
			return nil
		}
		text = []byte(after)
		l, err := report.ReadSweepLine([]byte(line))
		if err != nil {
			return err
		}
		switch l.Line {
		case report.SweepPlan:
			if l.Engine != e.lab.engine || l.Runs != len(e.jobs) {
				return fmt.Errorf("it has engine %s and counts %d runs, this page has %s and counts %d", l.Engine, l.Runs, e.lab.engine, len(e.jobs))
			}
		case report.SweepEnd:
			e.ended = true
		default:
			if err := l.Put(e.outcome, e.jobs); err != nil {
				return err
			}
			e.done.Add(l.Run)
			e.progressed()
		}
	}
}

// broke asks again for what is missing, unless nothing comes any more.
func (e *edgeSweep) broke(err error, before int) {
	if e.stopped {
		return
	}
	if e.done.Len() > before {
		e.idle = 0
	} else if e.idle++; e.idle == attempts {
		e.giveUp(err)
		return
	}
	e.ask()
}

// finish runs here what the answer did not have.
func (e *edgeSweep) finish() {
	e.edge = nil
	for run, job := range e.jobs {
		if !e.done.Has(run) {
			e.queue = append(e.queue, job)
		}
	}
	e.pump()
}

// giveUp runs the rest here and says why.
func (e *edgeSweep) giveUp(err error) {
	if e.stopped {
		return
	}
	setTextOf("sweep-error", "The edge did not carry out all runs: "+err.Error()+". The rest runs here.")
	e.finish()
}

// stop ends the answer.
func (e *edgeSweep) stop() { e.stopper.Call("abort") }
