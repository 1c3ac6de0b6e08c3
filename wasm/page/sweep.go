//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall/js"

	"clocksweep/charts"
	"clocksweep/core/diagnose"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sweep"

	"honnef.co/go/js/dom/v2"
)

// sweeping is a sweep being carried out, or one that has ended. Its runs are dealt
// out to as many workers as there are cores; what the browser has kept of earlier
// ones is not computed again.
type sweeping struct {
	lab     *lab
	outcome *sweep.Outcome
	base    string      // the settings that all runs share
	queue   []sweep.Job // not begun
	active  []*sweepRun // in a worker
	looking int         // being looked up among what is kept
	workers int
	known   int // were kept
	stopped bool
	drawing bool       // a picture is due
	edge    *edgeSweep // runs there now; nil: here
}

// sweepRun is one run in a worker.
type sweepRun struct {
	job    sweep.Job
	handle js.Value
	funcs  []js.Func
}

func (l *lab) listenToSweep() {
	form := document.GetElementByID("sweep")
	if form == nil {
		return
	}
	offerEdge()
	l.example = l.sweepForm()
	l.openSweep()
	on(form, "change", func(dom.Event) { l.keepSweep() })
	on(form, "submit", func(dom.Event) {
		l.keepSweep()
		l.startSweep()
	})
	onClick("sweep-stop", func() { l.sweeping.stop() })
	onClick("forget", func() {
		l.kept.call("clear", []any{keptResults}, func(js.Value) {
			sweepSay("Kept results are forgotten: the next sweep computes every run.")
		})
	})
	if metric := document.GetElementByID("sweep-metric"); metric != nil {
		on(metric, "change", func(dom.Event) { l.sweeping.redraw() })
	}
	offer := func(id, kind string, saved *saved, data func(s *sweeping) []byte) {
		if link := document.GetElementByID(id); link != nil {
			on(link, "click", func(dom.Event) {
				if l.sweeping != nil { // until then it leads to the example's
					saved.Offer(link, kind, data(l.sweeping))
				}
			})
		}
	}
	offer("sweep-csv", "text/csv", &l.csv, func(s *sweeping) []byte { return s.outcome.CSV() })
	offer("sweep-json", "application/json", &l.swept, func(s *sweeping) []byte { return report.SweepJSON(l.engine, s.base, s.outcome) })
}

// sweepKey is under what a link keeps the form of a sweep.
const sweepKey = "sweep"

// sweepForm is the form as it stands.
func (l *lab) sweepForm() sweep.Form {
	return sweep.Form{
		Settings: [2]string{typed("sweep-x"), typed("sweep-y")},
		Values:   [2]string{typed("sweep-x-values"), typed("sweep-y-values")},
		Seeds:    typed("sweep-seeds"), Measure: typed("sweep-metric"),
	}
}

// keepSweep puts the form into the link unless it is that of the example.
func (l *lab) keepSweep() {
	text := ""
	if f := l.sweepForm(); f != l.example {
		text = f.String()
	}
	if l.page.state.Extra(sweepKey) != text {
		l.page.state.SetExtra(sweepKey, text)
		l.page.writeLink()
	}
}

// openSweep fills the form with what the link has, or with the example.
func (l *lab) openSweep() {
	if l.example == (sweep.Form{}) {
		return // not before the form has been read
	}
	f, err := l.example, error(nil)
	text := l.page.state.Extra(sweepKey)
	if text != "" {
		f, err = sweep.ReadForm(l.example, text)
	}
	if f != l.sweepForm() {
		for id, value := range map[string]string{
			"sweep-x": f.Settings[0], "sweep-x-values": f.Values[0], "sweep-y": f.Settings[1], "sweep-y-values": f.Values[1],
			"sweep-seeds": f.Seeds, "sweep-metric": f.Measure,
		} {
			setProperty(document.GetElementByID(id), "value", value)
		}
	}
	switch {
	case err != nil:
		setTextOf("sweep-error", sentences([]error{err}))
	case l.sweepForm() != f: // a choice does not have it
		setTextOf("sweep-error", "The sweep of the link is of a setting that cannot be swept or does not exist.")
	case text != "":
		setTextOf("sweep-error", "")
		sweepSay("This sweep is that of the link. Sweep computes it.")
	}
}

// typed returns the value of a control of the form.
func typed(id string) string {
	return strings.TrimSpace(document.GetElementByID(id).Underlying().Get("value").String())
}

func sweepSay(text string) { setTextOf("sweep-status", text) }

// startSweep carries out what the form says.
func (l *lab) startSweep() {
	setTextOf("sweep-error", "")
	if !l.page.commitAll() {
		setTextOf("sweep-error", "Nothing was run: a setting of the scenario is not legal. The field tells what is.")
		return
	}
	if l.sweeping != nil {
		l.sweeping.drop()
	}
	plan, texts, err := l.plan()
	if err != nil {
		setTextOf("sweep-error", sentences([]error{err}))
		return
	}
	s := &sweeping{lab: l, outcome: sweep.NewOutcome(plan), base: l.page.state.First().Text(), queue: plan.Jobs(), workers: cores()}
	l.sweeping = s
	setTextOf("sweep-command", l.command(texts, len(plan.Seeds)))
	s.controls(true)
	s.redraw()
	if atEdge() {
		s.runAtEdge(texts)
		return
	}
	s.pump()
}

// plan reads the form. texts are the axes as on a command line.
func (l *lab) plan() (plan *sweep.Plan, texts []string, err error) {
	base := l.page.state.First()
	var axes []sweep.Axis
	for _, which := range []string{"x", "y"} {
		name, values := typed("sweep-"+which), typed("sweep-"+which+"-values")
		if name == "" {
			continue
		}
		a, err := sweep.ReadAxis(base, name, values)
		if err != nil {
			return nil, nil, err
		}
		axes, texts = append(axes, a), append(texts, name+"="+values)
	}
	seeds, err := strconv.Atoi(typed("sweep-seeds"))
	if err != nil {
		return nil, nil, fmt.Errorf("the number of seeds is not a number; legal is 1 to %d", sweep.MaxSeeds)
	}
	plan, err = sweep.New(func(changes []scenario.Change) (*scenario.Scenario, []error) {
		list, errs := l.page.state.With(changes)
		if len(errs) > 0 {
			return nil, errs
		}
		return list[0], nil
	}, axes, seeds)
	return plan, texts, err
}

// command is the command line that does the same.
func (l *lab) command(texts []string, seeds int) string {
	source := "pgbench"
	link := l.page.state.Link()
	link.SetExtra(sweepKey, "") // the command says it itself
	if _, fragment, _ := strings.Cut(link.String(), "#"); fragment != "" {
		source = "'#" + fragment + "'"
	}
	text := "clocksweep sweep " + source
	for _, t := range texts {
		text += " '" + strings.ReplaceAll(t, "'", `'\''`) + "'"
	}
	if seeds > 1 {
		text += " -seeds " + strconv.Itoa(seeds)
	}
	return text
}

// pump begins runs while there are workers for them.
func (s *sweeping) pump() {
	for len(s.queue) > 0 && len(s.active)+s.looking < s.workers {
		job := s.queue[0]
		s.queue = s.queue[1:]
		s.looking++
		sc := s.outcome.Scenario(job)
		key := sweep.Key(s.lab.engine, sc)
		s.lab.kept.get(keptResults, key, func(value js.Value) {
			s.looking--
			if s.stopped {
				return
			}
			if r, err := result.Decode(bytesOf(value)); err == nil && sweep.Same(s.lab.engine, sc, r) {
				s.known++
				s.outcome.Put(job, r)
				s.progressed()
				// Not from within: a thousand kept results would be one task.
				later(s.pump)
				return
			}
			s.begin(job, sc, key)
		})
	}
}

// begin hands a run to a worker.
func (s *sweeping) begin(job sweep.Job, sc *scenario.Scenario, key string) {
	r := &sweepRun{job: job}
	s.active = append(s.active, r)
	progress := callback(func([]js.Value) {})
	done := callback(func(args []js.Value) {
		got, err := result.Decode(bytesOf(args[0]))
		switch {
		case s.stopped:
		case err != nil:
			s.outcome.Fail(job, err.Error())
		default:
			s.outcome.Put(job, got)
			s.lab.kept.put(keptResults, key, args[0])
		}
		s.ended(r)
	})
	failed := callback(func(args []js.Value) {
		if len(args) > 1 && args[1].Truthy() {
			s.outcome.Refuse(job, args[0].String())
		} else {
			s.outcome.Fail(job, args[0].String())
		}
		s.ended(r)
	})
	r.funcs = []js.Func{progress, done, failed}
	r.handle = js.Global().Get("clocksweepWorkers").Call("start", "", sc.Text(), map[string]any{
		"progress": progress, "done": done, "failed": failed,
	})
}

func (s *sweeping) ended(r *sweepRun) {
	for _, f := range r.funcs {
		f.Release()
	}
	for i, other := range s.active {
		if other == r {
			s.active = append(s.active[:i:i], s.active[i+1:]...)
			break
		}
	}
	if s.stopped {
		return
	}
	s.progressed()
	s.pump()
}

// progressed shows how far the sweep has come, and its picture so far.
func (s *sweeping) progressed() {
	if s.lab.sweeping != s {
		return
	}
	done, failed := s.outcome.Done()
	planned := len(s.outcome.Jobs())
	if bar := document.GetElementByID("sweep-progress"); bar != nil {
		setProperty(bar, "max", planned)
		setProperty(bar, "value", done+failed)
		bar.SetAttribute("aria-valuetext", fmt.Sprintf("%d of %d runs", done+failed, planned))
	}
	if done+failed < planned {
		s.redraw()
		return
	}
	s.controls(false)
	s.draw()
	sweepSay(s.account())
}

// account says in a sentence or two how the sweep went.
func (s *sweeping) account() string {
	done, failed := s.outcome.Done()
	planned := len(s.outcome.Jobs())
	text := diagnose.Plural(int64(done), "run is", "runs are") + " in the picture."
	if s.stopped {
		text = fmt.Sprintf("Stopped: %d of %s in the picture.", done, diagnose.Plural(int64(planned), "run is", "runs are"))
	}
	if s.known > 0 {
		text += " " + diagnose.Plural(int64(s.known), "was", "were") + " kept from before."
	}
	if failed > 0 {
		text += fmt.Sprintf(" %d failed or were refused; the numbers below the picture tell why.", failed)
	}
	if refused := s.refused(); refused != nil {
		text += " Not possible: " + sentences([]error{refused})
	}
	return text
}

// refused returns why the first of the cells without a machine has none.
func (s *sweeping) refused() error {
	for i := range s.outcome.Cells {
		if why := s.outcome.Cells[i].Refused; why != "" {
			return errors.New(why)
		}
	}
	return nil
}

// stop ends the sweep at once; what has run stays in the picture.
func (s *sweeping) stop() {
	if s == nil || s.stopped {
		return
	}
	s.drop()
	s.controls(false)
	sweepSay(s.account())
	s.redraw()
}

// drop begins no more runs and forgets those in progress.
func (s *sweeping) drop() {
	s.stopped, s.queue = true, nil
	for _, r := range s.active {
		r.handle.Call("stop")
	}
	if s.edge != nil {
		s.edge.stop()
	}
}

// controls offers Stop while the sweep goes on.
func (s *sweeping) controls(running bool) {
	stop, start := document.GetElementByID("sweep-stop"), document.GetElementByID("sweep-run")
	if stop == nil || start == nil {
		return
	}
	focus := js.Global().Get("document").Get("activeElement")
	gone, next := stop, start
	if running {
		gone, next = start, stop
	}
	move := focus.Equal(gone.Underlying())
	setHidden(stop, !running)
	setDisabled(start, running)
	setHidden(document.GetElementByID("sweep-progress"), !running)
	if move {
		next.Underlying().Call("focus")
	}
	if running {
		sweepSay(fmt.Sprintf("Running %s, up to %d at a time.", diagnose.Plural(int64(len(s.outcome.Jobs())), "run", "runs"), s.workers))
	}
}

// redraw shows the picture so far soon, and not for each run anew.
func (s *sweeping) redraw() {
	if s == nil || s.drawing {
		return
	}
	s.drawing = true
	const soonMs = 150
	var task js.Func
	task = callback(func([]js.Value) {
		task.Release()
		if s.drawing { // else the last one has been drawn
			s.draw()
		}
	})
	js.Global().Call("setTimeout", task, soonMs)
}

// draw shows the picture so far.
func (s *sweeping) draw() {
	s.drawing = false
	if s.lab.sweeping == s {
		s.lab.page.showPicture(s.picture(s.lab.page.theme()), func() bool { return s.lab.sweeping == s })
	}
}

func (s *sweeping) picture(theme charts.Theme) charts.Picture {
	measure, _ := sweep.MeasureByName(typed("sweep-metric"))
	return charts.Sweep(s.outcome, measure, theme)
}
