//go:build js && wasm

package main

import (
	"encoding/json"
	"strconv"
	"syscall/js"

	"clocksweep/charts"
	"clocksweep/core/result"

	"honnef.co/go/js/dom/v2"
)

// timeline is the slider over the time of the runs. It moves a line in all pictures
// over time, the table of that second, the maps of the pool, the usage counts and what
// sessions do then.
type timeline struct {
	page    *page
	slider  dom.Element
	second  int
	end     int  // of the axis
	moved   bool // by the reader: else it stands at the end
	showing bool // a second is being shown
	due     bool // the second has changed since that began
	loading bool // what the page was built with
}

func (p *page) listenToTime() {
	t := &timeline{page: p, slider: document.GetElementByID("second")}
	if t.slider == nil {
		return
	}
	p.time = t
	t.end = atoi(t.slider.GetAttribute("max"))
	t.second = t.end
	on(t.slider, "input", func(dom.Event) { t.move(atoi(t.slider.Underlying().Get("value").String())) })
	on(document, "pick", func(e dom.Event) {
		at := e.Underlying().Get("detail")
		if at.Type() == js.TypeNumber {
			t.move(at.Int())
		}
	})
	if at := atoi(t.slider.Underlying().Get("value").String()); at != t.end { // moved while the program was loading
		t.move(at)
	}
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// runs are the results whose pictures are shown.
func (t *timeline) runs() []*result.Result {
	if t.page.lab != nil {
		return t.page.lab.runs()
	}
	return t.page.shown.results
}

// move goes to a second. The first time it fetches the results that the page was
// built with, unless others are shown already.
func (t *timeline) move(second int) {
	t.moved = true
	t.second = max(1, min(second, t.end))
	setProperty(t.slider, "value", t.second)
	if len(t.runs()) == 0 {
		t.load()
		return
	}
	t.later()
}

func (t *timeline) load() {
	if t.loading {
		return
	}
	if document.QuerySelector("body").HasAttribute("data-file") { // which was saved without them
		say("The seconds of the run are not in this file. Run computes them.")
		return
	}
	t.loading = true
	then(js.Global().Get("clocksweepWorkers").Call("bytes", "result.bin"), func(value js.Value) {
		t.loading = false
		if len(t.runs()) > 0 {
			return // a run was quicker
		}
		rs, err := result.DecodeAll(bytesOf(value))
		if err != nil {
			say("The seconds of the run could not be read (" + err.Error() + "). Run computes them.")
			return
		}
		t.page.show(shown{results: rs}, nil)
	}, func(reason string) {
		t.loading = false
		say("The seconds of the run could not be loaded (" + reason + "). Run computes them.")
	})
}

// resultsShown brings the slider in line with new results: it stays where the reader
// has put it, else it goes to the end.
func (t *timeline) resultsShown() {
	if t == nil {
		return
	}
	rs := t.runs()
	if len(rs) == 0 {
		return
	}
	t.end = charts.Seconds(rs)
	if !t.moved || t.second > t.end {
		t.second = t.end
	}
	setProperty(t.slider, "max", t.end)
	setProperty(t.slider, "value", t.second)
	t.later()
}

// later shows the second in the next frame, or, if one is being shown, after that:
// however fast the slider moves, no more is begun than can be shown.
func (t *timeline) later() {
	t.due = true
	if t.showing {
		return
	}
	t.showing = true
	var frame js.Func
	frame = callback(func([]js.Value) {
		frame.Release()
		t.due = false
		inTurn(append(t.parts(), t.shown)...)
	})
	js.Global().Call("requestAnimationFrame", frame)
}

// shown ends the showing of a second, and begins that of the next.
func (t *timeline) shown() {
	t.showing = false
	if t.due {
		t.later()
	}
}

// parts show the second, each in a task of its own: with six runs they are many
// milliseconds of work. What a reader looks at while moving the slider comes first.
func (t *timeline) parts() []func() {
	rs, second := t.runs(), t.second
	if len(rs) == 0 {
		return nil
	}
	parts := []func(){
		func() { t.showSays(rs, second) },
		func() {
			if moment := document.GetElementByID("moment"); moment != nil {
				showTable(moment, charts.Moment(rs, second))
			}
		},
		func() { t.showPool(rs, second) },
	}
	if !t.moved { // these two are shown with all other pictures
		return parts
	}
	return append(parts,
		func() {
			t.showMoment("usage", func() charts.Picture { return charts.UsageAt(rs, second, t.page.theme()) })
		},
		func() {
			t.showMoment("time", func() charts.Picture { return charts.WaitsAt(rs, second, t.page.theme()) })
		},
	)
}

func (t *timeline) showSays(rs []*result.Result, second int) {
	says := charts.MomentSays(rs, second)
	t.slider.SetAttribute("aria-valuetext", says)
	setTextOf("moment-says", says)
	if t.moved {
		loadCharts(func() { js.Global().Get("clocksweepCharts").Call("cursor", second) })
	}
}

// showMoment shows a picture of one second, where the page has it.
func (t *timeline) showMoment(id string, picture func() charts.Picture) {
	if figure := figureOf(id); figure != nil {
		pic := picture()
		showTexts(figure, pic)
		drawPicture(pic)
	}
}

// at is the second for pictures of one moment.
func (t *timeline) at() int {
	if t == nil {
		return charts.AtEnd
	}
	return t.second
}

// showPool draws the maps of that second.
func (t *timeline) showPool(rs []*result.Result, second int) {
	figure := figureOf("pool")
	if figure == nil {
		return
	}
	maps := charts.PoolMaps(rs, second)
	setHidden(figure, len(maps) == 0)
	if len(maps) == 0 {
		return
	}
	showTexts(figure, charts.Pool(rs, second))
	encoded, err := json.Marshal(maps)
	if err != nil {
		panic(err) // there are only strings in it
	}
	js.Global().Get("clocksweepTables").Call("showPools", figure.QuerySelector(".pools").Underlying(), string(encoded))
}
