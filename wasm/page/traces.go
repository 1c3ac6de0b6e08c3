//go:build js && wasm

package main

import (
	"fmt"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"clocksweep/charts"
	"clocksweep/core/report"
	"clocksweep/core/scenario"
	"clocksweep/core/trace"

	"honnef.co/go/js/dom/v2"
)

// traces is the page on which a reader plays a trace.
type traces struct {
	gallery
	file      js.Value // a File, undefined until the reader has picked one
	pass      *pass    // in progress, nil if there is none
	shown     *trace.Result
	name      string // of the trace that is shown
	csv, json saved
}

// startTraces drives the page for traces.
func startTraces() {
	t := &traces{}
	t.gallery.drawings = t.makePictures
	say("Ready. The trace is played here, in this browser.")
	t.listenToTheme()
	t.listenToSave()
	onClick("run", func() { t.play(t.file) })
	onClick("stop", t.stop)
	onClick("example", t.example)
	if input := document.GetElementByID("file"); input != nil {
		on(input, "change", func(dom.Event) { t.picked(input) })
		t.picked(input) // before this program was there
	}
	if sizes := document.GetElementByID("sizes"); sizes != nil {
		// Not when the field is left: what moves then would slip away from under
		// the pointer that is about to press Play.
		on(sizes, "input", func(dom.Event) { sizesAreWrong("") })
	}
	if form := document.GetElementByID("trace"); form != nil { // Enter in the field for sizes
		on(form, "submit", func(dom.Event) { t.play(t.file) })
	}
}

// picked plays the file that the reader has picked or dropped.
func (t *traces) picked(input dom.Element) {
	files := input.Underlying().Get("files")
	if files.Length() == 0 {
		return
	}
	t.play(files.Index(0))
}

// example fetches the example and plays it.
func (t *traces) example() {
	link := document.QuerySelector("a[download]")
	if link == nil {
		return
	}
	say("Loading the example.")
	url := link.Underlying().Get("href").String()
	then(js.Global().Get("clocksweepWorkers").Call("file", url, link.GetAttribute("href")), t.play, func(reason string) {
		complain("The example could not be loaded: " + reason + ".")
	})
}

// readSizes reads the field for sizes, and says at the field what is wrong.
func readSizes() (buffers []int, ok bool) {
	input := document.GetElementByID("sizes")
	buffers, err := scenario.ReadSizes(input.Underlying().Get("value").String(), trace.PageSizes)
	if err != nil {
		sizesAreWrong(sentences([]error{err}))
		return nil, false
	}
	sizesAreWrong("")
	return buffers, true
}

// sizesAreWrong says at the field what is wrong, or that nothing is.
func sizesAreWrong(text string) {
	input := document.GetElementByID("sizes")
	if text == "" {
		input.RemoveAttribute("aria-invalid")
	} else {
		input.SetAttribute("aria-invalid", "true")
	}
	document.GetElementByID("sizes-error").SetTextContent(text)
}

// pass is one trace being played.
type pass struct {
	traces  *traces
	name    string
	begun   time.Time
	handle  js.Value  // of the worker
	funcs   []js.Func // released at the end
	dropped bool      // another one has taken its place
}

// play hands a file to a worker.
func (t *traces) play(file js.Value) {
	if !file.Truthy() {
		return
	}
	t.file = file
	setDisabled(document.GetElementByID("run"), false)
	complain("")
	buffers, ok := readSizes()
	if !ok {
		say("Nothing was played: a pool size is not legal. The field tells what is.")
		return
	}
	if t.pass != nil {
		t.pass.dropped = true
		t.pass.handle.Call("stop")
	}
	loadCharts(func() {}) // meanwhile
	p := &pass{traces: t, name: file.Get("name").String(), begun: time.Now()}
	t.pass = p
	showControls(true)
	p.advance(0, file.Get("size").Float(), 0)
	say("Playing " + p.name + ".")
	p.start(file, buffers)
}

func (p *pass) start(file js.Value, buffers []int) {
	var words []string
	for _, n := range buffers {
		words = append(words, strconv.Itoa(n))
	}
	progress := callback(func(args []js.Value) { p.advance(args[0].Float(), args[1].Float(), args[2].Float()) })
	done := callback(func(args []js.Value) {
		bytes := make([]byte, args[0].Length())
		js.CopyBytesToGo(bytes, args[0])
		if r, err := trace.DecodeResult(bytes); err != nil {
			p.failed(err.Error())
		} else {
			p.done(r, time.Duration(args[1].Float()*float64(time.Millisecond)))
		}
	})
	failed := callback(func(args []js.Value) { p.failed(args[0].String()) })
	p.funcs = []js.Func{progress, done, failed}
	p.handle = js.Global().Get("clocksweepWorkers").Call("trace", file, strings.Join(words, " "), trace.PageMemory, map[string]any{
		"progress": progress, "done": done, "failed": failed,
	})
}

// advance moves the progress bar.
func (p *pass) advance(read, size, accesses float64) {
	if p.dropped {
		return
	}
	bar := document.GetElementByID("progress")
	if bar == nil {
		return
	}
	setProperty(bar, "max", max(size, 1))
	setProperty(bar, "value", read)
	setHidden(bar, false)
	const mega = 1e6
	text := fmt.Sprintf("%.1f of %.1f MB, %s accesses", read/mega, size/mega, report.Thousands(int64(accesses)))
	bar.SetAttribute("aria-valuetext", text)
	setText(bar.ParentElement(), "label", text)
}

// ended puts the controls back. It reports whether the page still waits for this
// pass.
func (p *pass) ended() bool {
	for _, f := range p.funcs {
		f.Release()
	}
	p.funcs = nil
	if p.dropped {
		return false
	}
	p.traces.pass = nil
	showControls(false)
	setHidden(document.GetElementByID("progress"), true)
	return true
}

func (p *pass) failed(reason string) {
	if !p.ended() {
		return
	}
	say(p.name + " was not played.")
	complain(p.name + ": " + strings.TrimSuffix(reason, ".") + ".")
}

func (p *pass) done(r *trace.Result, busy time.Duration) {
	if !p.ended() {
		return
	}
	t := p.traces
	t.shown, t.name = r, p.name
	t.showTable()
	later(t.showPictures)
	played := int64(len(r.Distinct()) * len(r.Buffers))
	how := "played"
	if r.Stopped {
		how = "stopped after " + report.Thousands(r.Total()) + " accesses, of which you see the result; they were played"
	}
	say(fmt.Sprintf("%s: %s to %d pools in %.1f s, %.0f million accesses to a pool a second.",
		p.name, how, played, busy.Seconds(), float64(r.Total()*played)/1e6/max(busy.Seconds(), 1e-3)))
}

// stop ends the pass early; what was played until then is shown.
func (t *traces) stop() {
	if t.pass != nil {
		say("Stopping.")
		t.pass.handle.Call("stop")
	}
}

// makePictures draws what is shown. Until the first trace the page has the
// drawings it was built with.
func (t *traces) makePictures(theme charts.Theme) []func() charts.Picture {
	if t.shown == nil {
		return nil
	}
	var list []func() charts.Picture
	for _, pic := range charts.Trace(t.shown, theme) {
		list = append(list, func() charts.Picture { return pic })
	}
	return list
}

// showTable replaces the table of pools and what is told of the trace.
func (t *traces) showTable() {
	what, kinds := report.TraceAccount(t.shown)
	partial := ""
	if t.shown.Stopped {
		partial = " The trace was stopped before its end."
	}
	document.GetElementByID("shown").SetTextContent(t.name)
	document.GetElementByID("account").SetTextContent(t.shown.Format.String() + ", " + what + ": " + kinds + "." + partial)
	setHidden(document.GetElementByID("about"), true)
	sizes, policies := charts.TracePolicies(t.shown)
	head := []cell{{Text: "Policy", Head: "col"}}
	for _, size := range sizes {
		head = append(head, cell{Text: size, Head: "col", Class: "num"})
	}
	var rows [][]cell
	for _, p := range policies {
		row := []cell{{Text: p.Name, Head: "row", Note: p.Since}}
		for i := range sizes {
			row = append(row, cell{Text: p.Hits[i], Class: "num", Note: p.Write[i] + " written"})
		}
		rows = append(rows, row)
	}
	fill(document.QuerySelector("#pools thead"), [][]cell{head})
	fill(document.QuerySelector("#pools tbody"), rows)
}

// listenToSave lets the links to the result lead to the result that is shown.
func (t *traces) listenToSave() {
	for _, form := range []struct {
		id, kind string
		at       *saved
		data     func() []byte
	}{
		{"csv", "text/csv", &t.csv, func() []byte { return report.TraceCSV(t.shown) }},
		{"json", "application/json", &t.json, func() []byte { return report.TraceJSON(t.name, t.shown) }},
	} {
		link := document.GetElementByID(form.id)
		if link == nil {
			continue
		}
		on(link, "click", func(dom.Event) {
			if t.shown != nil {
				form.at.Offer(link, form.kind, form.data())
			}
		})
	}
}
