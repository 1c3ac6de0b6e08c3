//go:build js && wasm

package main

import (
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"clocksweep/core/link"
	"clocksweep/core/scenario"
	"clocksweep/core/sweep"

	"honnef.co/go/js/dom/v2"
)

// engines are what the page knows of the engine that a link names, if it is not
// its own.
type engines struct {
	asked   string   // version whose engine was looked for
	answer  string   // what came of it, for a reader
	found   js.Value // the engine; undefined if the site does not keep it
	elder   *elder   // the last runs on it
	pressed bool     // the button is being listened to
}

// elder is a scenario on an earlier engine.
type elder struct {
	page    *page
	version string
	of      []scenario.Change // the settings
	left    int               // runs that have not ended
	figures []scenario.Figure
	failed  []string
	dropped bool
}

// refreshEngine tells of the engine that the link names, and offers to run on it.
func (p *page) refreshEngine(version string, other bool) {
	note, offer := document.GetElementByID("claim-engine"), document.GetElementByID("claim-run")
	setHidden(note, !other)
	if !other {
		setHidden(offer, true)
		return
	}
	p.findEngine(version)
	text := "The link was made with engine " + version + "; this page computes with " + p.engine + ". " + p.engines.answer
	if e := p.elderNow(); e != nil {
		text += " " + e.account(p)
	}
	note.SetTextContent(text)
	setHidden(offer, p.engines.found.IsUndefined())
	setDisabled(offer.QuerySelector("button"), p.engines.elder != nil && p.engines.elder.left > 0)
	offer.QuerySelector("button").SetTextContent("Run on engine " + version + " and on today’s")
	if !p.engines.pressed {
		p.engines.pressed = true
		on(offer, "click", func(e dom.Event) {
			if e.Target().Closest("button") != nil {
				p.runBoth()
			}
		})
	}
}

// findEngine looks for an engine once.
func (p *page) findEngine(version string) {
	if p.engines.asked == version {
		return
	}
	p.engines.asked, p.engines.answer, p.engines.found = version, "", js.Undefined()
	tell := func(answer string) {
		if p.engines.asked == version {
			p.engines.answer = answer
			p.refreshClaim()
		}
	}
	then(js.Global().Get("clocksweepWorkers").Call("engine", version), func(found js.Value) {
		if found.IsUndefined() {
			tell("This site does not keep that engine, so only today’s can be run here.")
			return
		}
		p.engines.found = found
		tell("This site keeps that engine: both can be run and compared.")
	}, func(reason string) {
		tell("Whether this site keeps that engine could not be found out: " + reason + ".")
	})
}

// runBoth runs the settings in force on the engine of the link, and on today's as
// Run does.
func (p *page) runBoth() {
	found, version := p.engines.found, p.engines.asked
	p.run()
	if p.batch == nil {
		return // it has said why
	}
	if p.engines.elder != nil {
		p.engines.elder.dropped = true
	}
	scenarios, _ := p.state.Scenarios()
	e := &elder{page: p, version: version, of: p.state.Changes(), left: len(scenarios)}
	p.engines.elder = e
	for _, sc := range scenarios {
		e.start(found, sc)
	}
	p.refreshClaim()
}

func (e *elder) start(engine js.Value, sc *scenario.Scenario) {
	var funcs []js.Func
	ended := func() {
		for _, f := range funcs {
			f.Release()
		}
		if e.left--; !e.dropped {
			e.page.refreshClaim()
		}
	}
	progress := callback(func([]js.Value) {})
	done := callback(func(args []js.Value) {
		for line := range strings.Lines(args[2].String()) {
			if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
				e.figures = append(e.figures, scenario.Figure{Run: sc.Run, Name: name, Value: value})
			}
		}
		ended()
	})
	failed := callback(func(args []js.Value) {
		e.failed = append(e.failed, label(sc.Run)+" failed on engine "+e.version+": "+strings.TrimSuffix(args[0].String(), ".")+".")
		ended()
	})
	funcs = []js.Func{progress, done, failed}
	engine.Call("start", sc.Run, sc.Text(), map[string]any{"progress": progress, "done": done, "failed": failed})
}

// elderNow returns the runs on the earlier engine if they are of the settings in
// force.
func (p *page) elderNow() *elder {
	e := p.engines.elder
	if e == nil || e.version != p.engines.asked || !slices.Equal(e.of, p.state.Changes()) {
		return nil
	}
	return e
}

// account says how the earlier engine's result stands to that of the link and to
// today's.
func (e *elder) account(p *page) string {
	switch {
	case e.left > 0:
		return "Running on engine " + e.version + "."
	case len(e.failed) > 0:
		return strings.Join(e.failed, " ")
	}
	var text []string
	if claim := p.state.Claim(); len(claim.Figures) > 0 {
		verdict, _ := link.Verdict(link.Beside(claim.Figures, e.figures), claim.Engine, e.version)
		text = append(text, "Engine "+e.version+": "+verdict)
	}
	if here := p.figures(); len(here) > 0 {
		pairs := link.Beside(e.figures, here)
		same, all := 0, 0
		for i := range pairs {
			if pairs[i].Name == sweep.HashName { // which has the engine's version in it
				continue
			}
			all++
			if pairs[i].Same() {
				same++
			}
		}
		text = append(text, "Between the two engines "+strconv.Itoa(same)+" of "+strconv.Itoa(all)+" numbers are the same.")
	}
	return strings.Join(text, " ")
}
