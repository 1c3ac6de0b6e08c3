//go:build js && wasm

package main

import (
	"encoding/json"
	"syscall/js"

	"clocksweep/charts"
	"clocksweep/core/experiment"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sweep"
	"clocksweep/wasm/page/form"

	"honnef.co/go/js/dom/v2"
)

// lab is what the page of the lab has beyond that of an experiment.
type lab struct {
	page     *page
	engine   string // version of the simulated machine
	rules    string // as the page shows them
	pins     []*pin
	kept     kept
	sweeping *sweeping  // the last sweep, nil before the first
	example  sweep.Form // that of the page's picture
	csv      saved
	swept    saved
}

// startLab drives the page of the lab: an experiment of one run without a name,
// with all defaults.
func startLab() {
	file, _ := scenario.Parse("")
	p := &page{experiment: &experiment.Experiment{Scenario: file}, state: form.New("", file)}
	l := &lab{page: p, engine: document.QuerySelector("body").GetAttribute("data-engine")}
	p.lab = l
	p.gallery.drawings = l.drawings
	say("Ready. Run computes the scenario here, in this browser.")
	p.listen()
	l.listenToPins()
	l.listenToSweep()
}

// drawings are those of the runs side by side, and of the sweep.
func (l *lab) drawings(theme charts.Theme) []func() charts.Picture {
	list := charts.DrawingsAt(l.runs(), nil, l.page.time.at(), theme)
	if l.sweeping != nil {
		list = append(list, func() charts.Picture { return l.sweeping.picture(theme) })
	}
	return list
}

// rule is the sentence below a field, in the words of tables.js.
type rule struct {
	Name string `json:"name"`
	Text string `json:"text"`
	Idle bool   `json:"idle"`
}

// refreshRules says below each field what now is its default and legal, or why it
// has no say. One call of JavaScript does it for all fields.
func (l *lab) refreshRules() {
	sc := l.page.state.First()
	var list []rule
	for _, s := range scenario.Settings() {
		list = append(list, rule{s.Name, sc.Rule(s.ID), sc.Idle(s.ID) != ""})
	}
	encoded, err := json.Marshal(list)
	if err != nil {
		panic(err) // there are only strings and switches in it
	}
	if rules := string(encoded); rules != l.rules {
		l.rules = rules
		js.Global().Get("clocksweepTables").Call("rules", rules)
	}
}

// current is the result that the reports are of, nil before the first run.
func (l *lab) current() *result.Result {
	if rs := l.page.shown.results; len(rs) > 0 {
		return rs[0]
	}
	return nil
}

// runs are the results side by side: those that are pinned under their names, and
// the current one if there is room and it is not among them.
func (l *lab) runs() []*result.Result {
	var rs []*result.Result
	now := l.current()
	for _, p := range l.pins {
		named := *p.result
		named.Run = p.name
		rs = append(rs, &named)
		if p.result == now {
			now = nil
		}
	}
	if now != nil && len(rs) < charts.MaxRuns {
		last := *now
		if len(rs) > 0 {
			last.Run = nowName
		}
		rs = append(rs, &last)
	}
	return rs
}

// nowName is what the current run is called among others.
const nowName = "now"

// resultShown brings the page in line with a new current result.
func (l *lab) resultShown() {
	if told := document.GetElementByID("told"); told != nil {
		told.SetTextContent(sweep.Told(l.current(), 12))
	}
	l.refreshRuns()
}

// refreshRuns fills the table of all runs and the list of pins.
func (l *lab) refreshRuns() {
	rs := l.runs()
	l.refreshPins()
	l.page.time.resultsShown()
	head, body := document.QuerySelector("#runs thead"), document.QuerySelector("#runs tbody")
	if head == nil || body == nil || len(rs) == 0 {
		return
	}
	heads := []cell{{Text: "Figure", Head: "col"}}
	for _, r := range rs {
		heads = append(heads, cell{Text: label(r.Run), Head: "col", Class: "num"})
	}
	fill(head, [][]cell{heads})
	c := sweep.Compare(rs)
	var rows [][]cell
	for _, row := range c.Settings {
		line := []cell{{Text: row.Label, Head: "row", Class: "setting"}}
		for _, text := range row.Texts {
			line = append(line, cell{Text: text, Class: "num setting"})
		}
		rows = append(rows, line)
	}
	for _, row := range c.Figures {
		line := []cell{{Text: row.Label, Head: "row"}}
		for i, text := range row.Texts {
			line = append(line, cell{Text: text, Class: "num", Note: row.Ratios[i]})
		}
		rows = append(rows, line)
	}
	fill(body, rows)
}

// offerRuns lets a link lead to the results that are shown.
func (l *lab) offerRuns(link dom.Element) {
	if rs := l.runs(); len(rs) > 0 {
		l.page.saved.Offer(link, "application/json", report.JSON(nil, rs, l.page.shown.wall.Seconds()))
	}
}

// cores is how many workers may run at a time.
func cores() int {
	n := js.Global().Get("navigator").Get("hardwareConcurrency")
	if n.Type() != js.TypeNumber {
		return 2
	}
	const most = 32 // more would not fit into a tab's memory
	return max(1, min(n.Int(), most))
}
