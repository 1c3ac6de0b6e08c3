//go:build js && wasm

// Command yours drives the page on which a reader pastes what a server of his own
// tells. It is a program of its own because no other page reads such texts.
package main

import (
	"fmt"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"clocksweep/core/counterpart"
	"clocksweep/core/diagnose"
	"clocksweep/core/link"
	"clocksweep/core/observed"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/wasm/browser"

	"honnef.co/go/js/dom/v2"
)

// yours is the page on which a reader pastes what a server of his own tells. The
// texts stay in this program; what is shown of them are texts again, never markup.
type yours struct {
	facts *observed.Facts
	cp    *counterpart.Counterpart
	shown *result.Result // of cp, nil until it has run
	turn  int            // of what was typed: only the last is read
	now   *trial         // in progress, nil if there is none
	csv   browser.Saved
	file  browser.Saved
}

// areas are the ids of the fields for texts, in the order of the page.
var areas = []string{"own-settings", "own-before", "own-after", "own-log", "own-system"}

func main() {
	start()
	js.Global().Get("clocksweepWorkers").Call("ready")
	select {} // the listeners live on
}

// start drives the page.
func start() {
	y := &yours{}
	for _, id := range append(append([]string{}, areas...), "seconds") {
		if e := browser.Document.GetElementByID(id); e != nil {
			browser.On(e, "input", func(dom.Event) { y.soon() })
		}
	}
	for _, id := range []string{"hardware", "release"} {
		if e := browser.Document.GetElementByID(id); e != nil {
			browser.On(e, "change", func(dom.Event) { y.soon() })
		}
	}
	if input := browser.Document.GetElementByID("file"); input != nil {
		browser.On(input, "change", func(dom.Event) { y.picked(input.Underlying().Get("files")) })
		y.picked(input.Underlying().Get("files")) // before this program was there
	}
	if form := browser.Document.GetElementByID("yours"); form != nil {
		browser.On(form, "submit", func(dom.Event) { y.run() })
	}
	browser.OnClick("run", y.run)
	browser.OnClick("stop", y.stop)
	browser.OnClick("example", y.example)
	browser.OnClick("clear", y.clear)
	y.save("csv", "text/csv", &y.csv, func() string { return counterpart.TableCSV(y.cp.Column(y.shown)) })
	y.save("save", "text/plain", &y.file, func() string { return y.cp.File() })
	if y.typed() {
		y.read()
	} else {
		browser.Say("Ready. What you paste is read here, in this browser.")
	}
}

// save lets a link lead to what is shown.
func (y *yours) save(id, kind string, at *browser.Saved, text func() string) {
	e := browser.Document.GetElementByID(id)
	if e == nil {
		return
	}
	browser.On(e, "click", func(event dom.Event) {
		if y.cp == nil { // the example of the page itself
			y.fill()
			y.read()
		}
		at.Offer(e, kind, []byte(text()))
	})
}

func valueOf(id string) string {
	if e := browser.Document.GetElementByID(id); e != nil {
		return e.Underlying().Get("value").String()
	}
	return ""
}

func setValue(id, value string) {
	browser.SetProperty(browser.Document.GetElementByID(id), "value", value)
}

// typed tells whether any field has something in it.
func (y *yours) typed() bool {
	for _, id := range areas {
		if strings.TrimSpace(valueOf(id)) != "" {
			return true
		}
	}
	return false
}

// soon reads when the reader has stopped typing for a moment.
func (y *yours) soon() {
	y.turn++
	turn := y.turn
	var task js.Func
	task = browser.Callback(func([]js.Value) {
		task.Release()
		if turn == y.turn {
			y.read()
		}
	})
	const pause = 250 // ms
	js.Global().Call("setTimeout", task, pause)
}

// picked puts files into the fields that are meant for them, and reads.
func (y *yours) picked(files js.Value) {
	n := files.Length()
	if n == 0 {
		return
	}
	browser.Say("Reading " + strconv.Itoa(n) + " files.")
	left := n
	for i := range n {
		file := files.Index(i)
		name := file.Get("name").String()
		done := func() {
			if left--; left == 0 {
				y.read()
			}
		}
		if file.Get("size").Float() > observed.MaxText {
			browser.Complain(name + " is too long; legal are at most " + strconv.Itoa(observed.MaxText>>20) + " MB.")
			done()
			continue
		}
		browser.Then(file.Call("text"), func(text js.Value) {
			y.place(text.String())
			done()
		}, func(reason string) {
			browser.Complain(name + " could not be read: " + reason + ".")
			done()
		})
	}
}

// place puts a text into the field that is meant for its kind. Of two with statistics
// the first is before.
func (y *yours) place(text string) {
	id := map[observed.Kind]string{observed.KindSettings: "own-settings", observed.KindLog: "own-log", observed.KindSystem: "own-system"}[observed.KindOf(text)]
	if id == "" {
		id = "own-before"
		if strings.TrimSpace(valueOf(id)) != "" {
			id = "own-after"
		}
	}
	setValue(id, text)
}

// example fills the fields in.
func (y *yours) example() {
	y.fill()
	y.read()
}

func (y *yours) fill() {
	for _, id := range areas {
		text := ""
		if e := browser.Document.GetElementByID(id + "-example"); e != nil {
			text = e.TextContent()
		}
		setValue(id, text)
	}
	setValue("seconds", "")
	setValue("release", "")
	if about := browser.Document.GetElementByID("about"); about != nil {
		setValue("hardware", about.GetAttribute("data-hardware"))
	}
}

func (y *yours) clear() {
	for _, id := range append(append([]string{}, areas...), "seconds", "hardware", "release", "file") {
		setValue(id, "")
	}
	y.read()
	browser.Say("All fields are empty. Paste what your server says.")
}

// choices are what the reader says beside the texts.
func (y *yours) choices() (c counterpart.Choices) {
	complaint := ""
	if text := strings.TrimSpace(valueOf("seconds")); text != "" {
		s, err := strconv.ParseFloat(text, 64)
		if err != nil || !(s > 0 && s < 1e9) {
			complaint = strconv.Quote(observed.Printable(text)) + " is not a time in seconds; legal is a number above 0, for instance 600."
		} else {
			c.Seconds = s
		}
	}
	if e := browser.Document.GetElementByID("seconds"); e != nil {
		if complaint == "" {
			e.RemoveAttribute("aria-invalid")
		} else {
			e.SetAttribute("aria-invalid", "true")
		}
	}
	browser.SetTextOf("seconds-error", complaint)
	for _, id := range []string{"release", "hardware"} {
		if value := valueOf(id); value != "" {
			c.Changes = append(c.Changes, scenario.Change{Name: id, Value: value})
		}
	}
	return c
}

// read reads all fields and shows what they are.
func (y *yours) read() {
	y.turn++
	if y.now != nil {
		y.now.drop()
		y.now = nil
		browser.ShowControls(false)
		browser.SetHidden(browser.Document.GetElementByID("progress"), true)
	}
	y.facts = observed.Read(observed.Texts{
		Settings: valueOf("own-settings"), Before: valueOf("own-before"), After: valueOf("own-after"), Log: valueOf("own-log"), System: valueOf("own-system"),
	})
	y.cp = counterpart.New(y.facts, y.choices())
	y.shown = nil
	y.show()
}

// show puts all that is known of the server into the page.
func (y *yours) show() {
	account := y.cp.Account(y.facts)
	y.showFound(account)
	y.showFates(account)
	listOf("known", y.cp.Known)
	listOf("assumed", y.cp.Assumed)
	browser.SetTextOf("scenario", y.cp.Scenario.Text())
	if open := browser.Document.GetElementByID("open"); open != nil {
		page, _, _ := strings.Cut(open.GetAttribute("href"), "#")
		open.SetAttribute("href", page+link.Encode(scenario.Link{Version: 1, Changes: y.cp.Changes()}))
	}
	browser.SetTextOf("about", "Figures that no text tells are missing. Press Run for the simulated ones.")
	y.showFigures()
	y.showFindings(y.cp.Diagnose())
	browser.Complain(strings.Join(account.Problems, " "))
	browser.Say(y.summary(account))
}

// summary says in a sentence what was read.
func (y *yours) summary(a *counterpart.Account) string {
	if y.facts.Empty() && len(a.Unread) == 0 {
		return "Nothing to read yet."
	}
	var parts []string
	for _, f := range a.Found {
		parts = append(parts, f.Text+": "+f.What)
	}
	text := "Read: " + strings.Join(parts, "; ") + "."
	if len(parts) == 0 {
		text = "Nothing could be read."
	}
	switch n := len(a.Unread); {
	case n == 1:
		text += " One line could not be read; it is listed below."
	case n > 1:
		text += " " + diagnose.Plural(int64(n), "line", "lines") + " could not be read; see the list below."
	}
	return text
}

func (y *yours) showFound(a *counterpart.Account) {
	if dl := browser.Document.GetElementByID("found"); dl != nil {
		dl.SetTextContent("")
		for _, f := range a.Found {
			div := browser.Document.CreateElement("div")
			appendText(div, "dt", f.Text)
			appendText(div, "dd", f.What)
			dl.AppendChild(div)
		}
	}
	var rows [][]browser.Cell
	for _, u := range a.Unread {
		rows = append(rows, []browser.Cell{{Text: u.Text}, {Text: strconv.Itoa(u.Line), Class: "num"}, {Text: u.Unread.Text, Class: "value"}, {Text: u.Want}})
	}
	browser.SetHidden(browser.Document.GetElementByID("unread-part"), len(rows) == 0)
	browser.Fill(browser.Document.QuerySelector("#unread tbody"), rows)
}

func (y *yours) showFates(a *counterpart.Account) {
	var rows [][]browser.Cell
	for _, s := range a.Settings {
		rows = append(rows, []browser.Cell{
			{Text: s.Name, Head: "row"}, {Text: s.Value, Class: "value"}, {Text: counterpart.FateName[s.Fate], Class: "nowrap"}, {Text: s.Why},
		})
	}
	browser.Fill(browser.Document.QuerySelector("#fates tbody"), rows)
	rows = nil
	for _, o := range a.Others {
		rows = append(rows, []browser.Cell{{Text: o.Names, Class: "names"}, {Text: o.Why}})
	}
	browser.Fill(browser.Document.QuerySelector("#others tbody"), rows)
}

// showFigures fills the table of measured beside simulated figures.
func (y *yours) showFigures() {
	var rows [][]browser.Cell
	group := ""
	column := y.cp.Column(y.shown)
	for i := range column {
		r := &column[i]
		if r.Group != group {
			group = r.Group
			rows = append(rows, []browser.Cell{{Text: group, Head: "row", Class: "part"}, {}, {}, {}})
		}
		name, measured, simulated, ratio := r.Texts()
		rows = append(rows, []browser.Cell{{Text: name, Head: "row"}, {Text: measured, Class: "num"}, {Text: simulated, Class: "num"}, {Text: ratio, Class: "num"}})
	}
	browser.Fill(browser.Document.QuerySelector("#figures tbody"), rows)
}

func (y *yours) showFindings(list []diagnose.Finding) {
	at := browser.Document.GetElementByID("findings")
	if at == nil {
		return
	}
	at.SetTextContent("")
	for _, f := range list {
		appendText(at, "h3", f.Title)
		appendText(at, "p", f.Because)
		if len(f.Try) == 0 {
			continue
		}
		p := browser.Document.CreateElement("p")
		p.SetAttribute("class", "try")
		p.SetTextContent("Try ")
		for i, c := range f.Try {
			if i > 0 {
				p.AppendChild(browser.Document.CreateTextNode(", "))
			}
			appendText(p, "code", c.Name+" = "+c.Value)
		}
		p.AppendChild(browser.Document.CreateTextNode("."))
		at.AppendChild(p)
	}
}

// appendText adds an element with a text in it.
func appendText(to dom.Element, name, text string) {
	e := browser.Document.CreateElement(name)
	e.SetTextContent(text)
	to.AppendChild(e)
}

// listOf replaces the points of a list.
func listOf(id string, texts []string) {
	list := browser.Document.GetElementByID(id)
	if list == nil {
		return
	}
	list.SetTextContent("")
	for _, text := range texts {
		appendText(list, "li", text)
	}
}

// run simulates the scenario of what is in the fields, or of the example if there is
// nothing.
func (y *yours) run() {
	if y.cp == nil || y.facts.Empty() && !y.typed() {
		y.fill()
	}
	y.read()
	t := &trial{page: y, begun: time.Now()}
	y.now = t
	browser.ShowControls(true)
	browser.Say("Running the scenario.")
	t.start(y.cp.Scenario)
}

func (y *yours) stop() {
	if y.now != nil {
		browser.Say("Stopping.")
		y.now.handle.Call("stop")
	}
}

// trial is one run of the scenario.
type trial struct {
	page    *yours
	begun   time.Time
	handle  js.Value  // of the worker
	funcs   []js.Func // released at the end
	dropped bool      // the texts have changed
}

func (t *trial) drop() {
	t.dropped = true
	t.handle.Call("stop")
}

func (t *trial) start(sc *scenario.Scenario) {
	t.advance(0, float64(sc.Int(scenario.Duration)))
	progress := browser.Callback(func(args []js.Value) { t.advance(args[0].Float(), args[1].Float()) })
	done := browser.Callback(func(args []js.Value) {
		bytes := make([]byte, args[0].Length())
		js.CopyBytesToGo(bytes, args[0])
		if r, err := result.Decode(bytes); err != nil {
			t.failed(err.Error())
		} else if t.ended() {
			t.page.simulated(r, time.Since(t.begun))
		}
	})
	failed := browser.Callback(func(args []js.Value) { t.failed(args[0].String()) })
	t.funcs = []js.Func{progress, done, failed}
	t.handle = js.Global().Get("clocksweepWorkers").Call("start", "", sc.Text(), map[string]any{
		"progress": progress, "done": done, "failed": failed,
	})
}

// advance moves the progress bar.
func (t *trial) advance(now, planned float64) {
	bar := browser.Document.GetElementByID("progress")
	if t.dropped || bar == nil {
		return
	}
	browser.SetProperty(bar, "max", max(planned, 1))
	browser.SetProperty(bar, "value", now)
	browser.SetHidden(bar, false)
	bar.SetAttribute("aria-valuetext", fmt.Sprintf("%.0f of %.0f seconds", now, planned))
}

// ended puts the controls back. It reports whether the page still waits for this run.
func (t *trial) ended() bool {
	for _, f := range t.funcs {
		f.Release()
	}
	t.funcs = nil
	if t.dropped {
		return false
	}
	t.page.now = nil
	browser.ShowControls(false)
	browser.SetHidden(browser.Document.GetElementByID("progress"), true)
	return true
}

func (t *trial) failed(reason string) {
	if t.ended() {
		browser.Say("The scenario was not run.")
		browser.Complain("The scenario could not be run: " + strings.TrimSuffix(reason, ".") + ".")
	}
}

// simulated shows the figures of a run.
func (y *yours) simulated(r *result.Result, took time.Duration) {
	y.shown = r
	y.showFigures()
	how := ""
	if r.Stopped {
		how = " It was stopped early; its figures are of the time until then."
	}
	browser.SetTextOf("about", fmt.Sprintf("Simulated are %.0f s of the scenario below, engine %s, seed %d, hash %s.", float64(r.VirtualNs)/1e9, r.Engine, r.Seed, r.Hash()))
	browser.Say(fmt.Sprintf("%.0f seconds simulated in %.1f s.%s", float64(r.VirtualNs)/1e9, took.Seconds(), how))
}
