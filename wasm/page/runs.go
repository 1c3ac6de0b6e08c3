//go:build js && wasm

package main

import (
	"fmt"
	"strings"
	"syscall/js"
	"time"

	"clocksweep/core/result"
	"clocksweep/core/scenario"

	"honnef.co/go/js/dom/v2"
)

// batch is a press of Run: the runs of the experiment side by side, each in a
// worker of its own. The page shows them together when the last has ended.
type batch struct {
	page    *page
	runs    []*running
	begun   time.Time
	left    int               // runs that have not ended
	of      []scenario.Change // settings other than the experiment's
	stopped bool              // early, by the reader
	dropped bool              // another batch has taken its place
}

// running is one run of a batch.
type running struct {
	batch    *batch
	name     string
	progress dom.Element // may be nil
	handle   js.Value    // of the worker
	funcs    []js.Func   // released when the run has ended

	result  *result.Result // nil until done, and after a failure
	busy    time.Duration  // time the worker spent simulating
	failure string
	refused bool // rather than failed
}

// run starts the experiment with the settings of the form.
func (p *page) run() {
	if !p.commitAll() {
		say("Nothing was run: a setting is not legal. The field tells what is.")
		return
	}
	scenarios, errs := p.state.Scenarios()
	if len(errs) > 0 {
		say("Nothing was run: " + sentences(errs))
		return
	}
	if p.batch != nil {
		p.batch.drop()
	}
	loadCharts(func() {}) // while the runs last
	b := &batch{page: p, begun: time.Now(), left: len(scenarios), of: p.state.Changes()}
	p.batch = b
	showControls(true)
	names := make([]string, len(scenarios))
	for i, sc := range scenarios {
		names[i] = label(sc.Run)
		b.runs = append(b.runs, &running{batch: b, name: sc.Run, progress: progressOf(sc.Run)})
	}
	say("Running " + strings.Join(names, " and ") + ".")
	var starts []func()
	for i, sc := range scenarios {
		starts = append(starts, func() { b.runs[i].start(sc) })
	}
	inTurn(starts...)
}

// label names a run for a reader; the lab's has no name.
func label(run string) string {
	if run == "" {
		return "This run"
	}
	return run
}

// stop ends the runs early. Each still sends what it has.
func (p *page) stop() {
	if p.batch == nil {
		return
	}
	say("Stopping.")
	p.batch.stop()
}

func (b *batch) stop() {
	b.stopped = true
	for _, r := range b.runs {
		if r.funcs != nil {
			r.handle.Call("stop")
		}
	}
}

// drop stops the runs and forgets them.
func (b *batch) drop() {
	b.dropped = true
	b.stop()
}

// progressOf finds the bar of a run, which may be missing.
func progressOf(run string) dom.Element {
	for _, e := range elementsOf("progress", run) {
		return e
	}
	return nil
}

// start hands the scenario to a worker.
func (r *running) start(sc *scenario.Scenario) {
	if r.batch.dropped {
		return
	}
	r.advance(0, float64(sc.Int(scenario.Duration)))
	progress := callback(func(args []js.Value) { r.advance(args[0].Float(), args[1].Float()) })
	done := callback(func(args []js.Value) {
		r.busy = time.Duration(args[1].Float() * float64(time.Millisecond))
		bytes := make([]byte, args[0].Length())
		js.CopyBytesToGo(bytes, args[0])
		var err error
		if r.result, err = result.Decode(bytes); err != nil {
			r.failure = err.Error()
		}
		r.ended()
	})
	failed := callback(func(args []js.Value) {
		r.failure, r.refused = args[0].String(), len(args) > 1 && args[1].Truthy()
		r.ended()
	})
	r.funcs = []js.Func{progress, done, failed}
	r.handle = js.Global().Get("clocksweepWorkers").Call("start", sc.Run, sc.Text(), map[string]any{
		"watch": true, "progress": progress, "done": done, "failed": failed,
	})
	if r.batch.stopped { // before its turn came
		r.handle.Call("stop")
	}
}

// advance moves the progress bar.
func (r *running) advance(now, planned float64) {
	if r.batch.dropped {
		return
	}
	setProperty(r.progress, "max", max(planned, 1))
	setProperty(r.progress, "value", now)
	setHidden(r.progress, false)
	if r.progress != nil {
		r.progress.SetAttribute("aria-valuetext", fmt.Sprintf("%.0f of %.0f seconds", now, planned))
	}
}

func (r *running) ended() {
	for _, f := range r.funcs {
		f.Release()
	}
	r.funcs = nil
	b := r.batch
	if b.left--; b.left == 0 && !b.dropped {
		b.show()
	}
}

// show puts the results into the page. Until they are all there the runs are in
// progress.
func (b *batch) show() {
	var rs []*result.Result
	for _, r := range b.runs {
		if r.result != nil {
			rs = append(rs, r.result)
		} else {
			showFailure(r.name, r.failure)
		}
	}
	b.page.show(shown{results: rs, changed: len(b.of) > 0, of: b.of, wall: time.Since(b.begun)}, b.end)
}

// end offers Run again and says how it went, unless another batch has begun.
func (b *batch) end() {
	if b.dropped {
		return
	}
	b.page.batch = nil
	showControls(false)
	for _, r := range b.runs {
		setHidden(r.progress, true)
	}
	say(b.account())
}

// account says in a sentence a run how far it came and how fast.
func (b *batch) account() string {
	var text []string
	for _, r := range b.runs {
		if r.result == nil {
			what := "failed"
			if r.refused {
				what = "was not begun"
			}
			text = append(text, fmt.Sprintf("%s %s: %s.", label(r.name), what, strings.TrimSuffix(r.failure, ".")))
			continue
		}
		seconds, planned := float64(r.result.VirtualNs)/1e9, float64(r.result.PlannedNs)/1e9
		how := fmt.Sprintf("%.0f seconds", seconds)
		if r.result.Stopped {
			of := ""
			if planned > 0 { // else so many transactions bound the run
				of = fmt.Sprintf(" of %.0f", planned)
			}
			how = fmt.Sprintf("stopped after %.0f%s seconds, of which you see the result; they were", seconds, of)
		}
		text = append(text, fmt.Sprintf("%s: %s simulated in %.1f s, %.0f times as fast as the machine itself.",
			label(r.name), how, r.busy.Seconds(), seconds/max(r.busy.Seconds(), 1e-3)))
	}
	return strings.Join(text, " ")
}
