//go:build js && wasm

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"syscall/js"
	"unicode"

	"clocksweep/charts"
	"clocksweep/core/result"
	"clocksweep/core/sweep"

	"honnef.co/go/js/dom/v2"
)

// pin is a result that stays while others are computed, also over a reload.
type pin struct {
	name   string
	result *result.Result
}

// mostName bounds the name of a pinned result, in characters.
const mostName = 24

func (l *lab) listenToPins() {
	onClick("pin", l.pin)
	list := document.GetElementByID("pins")
	if list == nil {
		return
	}
	place := func(e dom.Element, attribute string) (int, bool) {
		i, err := strconv.Atoi(e.GetAttribute(attribute))
		return i, err == nil && 0 <= i && i < len(l.pins)
	}
	on(list, "click", func(e dom.Event) {
		if button := e.Target().Closest("button[data-unpin]"); button != nil {
			if i, ok := place(button, "data-unpin"); ok {
				l.unpin(i)
			}
		}
	})
	on(list, "change", func(e dom.Event) {
		if i, ok := place(e.Target(), "data-name"); ok {
			l.rename(i, e.Target().Underlying().Get("value").String())
		}
	})
	l.kept.get(keptPins, pinList, l.restore)
	// Else the tab that pins next would overwrite what another has pinned.
	js.Global().Get("clocksweepWorkers").Get("store").Call("watch", keptPins, callback(func([]js.Value) {
		l.kept.get(keptPins, pinList, l.follow)
	}))
}

// pin keeps the current result.
func (l *lab) pin() {
	now := l.current()
	switch {
	case now == nil:
		say("There is nothing to pin yet: run the scenario first.")
		return
	case len(l.pins) == charts.MaxRuns:
		say(fmt.Sprintf("%d results are pinned, and more would not be told apart in a picture. Unpin one first.", len(l.pins)))
		return
	}
	for _, p := range l.pins {
		if p.result == now {
			say("This result is pinned already, as " + p.name + ".")
			return
		}
	}
	p := &pin{result: now}
	p.name = l.free(p, l.propose(now))
	l.pins = append(l.pins, p)
	l.pinned("Pinned as " + p.name + ". Change settings and run again to compare.")
}

// propose names a result for the one setting in which it differs from the first
// pinned, or by its number.
func (l *lab) propose(r *result.Result) string {
	if len(l.pins) > 0 {
		if rows := sweep.Compare([]*result.Result{l.pins[0].result, r}).Settings; len(rows) == 1 {
			if value := rows[0].Texts[1]; strings.IndexFunc(value, unicode.IsLetter) >= 0 {
				return value
			}
			return rows[0].Label + " " + rows[0].Texts[1]
		}
	}
	return "run " + strconv.Itoa(len(l.pins)+1)
}

// free makes a name of a text that no other pin has.
func (l *lab) free(p *pin, text string) string {
	name := strings.Join(strings.Fields(text), " ")
	if runes := []rune(name); len(runes) > mostName {
		name = string(runes[:mostName])
	}
	if name == "" {
		name = "run"
	}
	taken := func(name string) bool {
		for _, other := range l.pins {
			if other != p && other.name == name {
				return true
			}
		}
		return name == nowName
	}
	unique := name
	for i := 2; taken(unique); i++ {
		unique = name + " (" + strconv.Itoa(i) + ")"
	}
	return unique
}

func (l *lab) rename(i int, text string) {
	p := l.pins[i]
	p.name = l.free(p, text)
	l.pinned("Renamed to " + p.name + ".")
}

func (l *lab) unpin(i int) {
	name := l.pins[i].name
	l.pins = append(l.pins[:i:i], l.pins[i+1:]...)
	l.pinned(name + " is not pinned any more.")
	next := document.QuerySelector("#pins button[data-unpin]")
	if next == nil {
		next = document.GetElementByID("pin")
	}
	next.Underlying().Call("focus")
}

// pinned shows and keeps what has changed about the pins.
func (l *lab) pinned(text string) {
	say(text)
	l.refreshRuns()
	later(l.page.showPictures)
	list := js.Global().Get("Array").New()
	for _, p := range l.pins {
		list.Call("push", map[string]any{"name": p.name, "bytes": arrayOf(result.Append(nil, p.result))})
	}
	if len(l.pins) == 0 {
		l.kept.call("clear", []any{keptPins}, nil)
		return
	}
	l.kept.put(keptPins, pinList, list)
}

// restore takes up what was pinned on an earlier visit. The last of them becomes
// the current result if there is none.
func (l *lab) restore(list js.Value) {
	if len(l.pins) > 0 {
		return
	}
	lost := l.take(list)
	if len(l.pins) == 0 {
		return
	}
	text := fmt.Sprintf("Pinned results of your last visit are back: %d.", len(l.pins))
	if lost > 0 {
		text += fmt.Sprintf(" %d could not be read and are gone.", lost)
	}
	say(text)
	if l.current() == nil {
		l.page.show(shown{results: []*result.Result{l.pins[len(l.pins)-1].result}}, nil)
	} else {
		l.refreshRuns()
		later(l.page.showPictures)
	}
}

// follow takes over the pins as another tab has left them.
func (l *lab) follow(list js.Value) {
	old := l.pins
	l.pins = nil
	l.take(list)
	for _, p := range l.pins { // the same result stays the same
		for _, known := range slices.Concat(resultsOf(old), l.page.shown.results) {
			if known.Hash() == p.result.Hash() && known.Engine == p.result.Engine {
				p.result = known
			}
		}
	}
	say(fmt.Sprintf("The pinned results were changed in another tab. Pinned now: %d.", len(l.pins)))
	l.refreshRuns()
	later(l.page.showPictures)
}

func resultsOf(pins []*pin) []*result.Result {
	var list []*result.Result
	for _, p := range pins {
		list = append(list, p.result)
	}
	return list
}

// take adds the pins of a list as it was kept, and returns how many could not be read.
func (l *lab) take(list js.Value) (lost int) {
	if !list.Truthy() || !js.Global().Get("Array").Call("isArray", list).Bool() {
		return 0
	}
	for i := range min(list.Length(), charts.MaxRuns) {
		entry := list.Index(i)
		if entry.Type() != js.TypeObject {
			lost++
			continue
		}
		r, err := result.Decode(bytesOf(entry.Get("bytes")))
		if err != nil {
			lost++ // of another version of the lab
			continue
		}
		p := &pin{result: r}
		p.name = l.free(p, js.Global().Get("String").Invoke(entry.Get("name")).String())
		l.pins = append(l.pins, p)
	}
	return lost
}

// refreshPins shows the list of pins: a mark in the color of its line, the name to
// be changed, what was set, and Unpin.
func (l *lab) refreshPins() {
	list := document.GetElementByID("pins")
	if list == nil {
		return
	}
	list.SetTextContent("")
	setHidden(list, len(l.pins) == 0)
	for i, p := range l.pins {
		mark := document.CreateElement("span")
		mark.SetAttribute("class", "mark")
		name := document.CreateElement("input")
		name.SetAttribute("type", "text")
		name.SetAttribute("maxlength", strconv.Itoa(mostName))
		name.SetAttribute("aria-label", "Name of pinned result "+strconv.Itoa(i+1))
		name.SetAttribute("data-name", strconv.Itoa(i))
		setProperty(name, "value", p.name)
		what := document.CreateElement("span")
		what.SetAttribute("class", "what")
		what.SetTextContent(sweep.Told(p.result, 6))
		unpin := document.CreateElement("button")
		unpin.SetAttribute("type", "button")
		unpin.SetAttribute("class", "small")
		unpin.SetAttribute("data-unpin", strconv.Itoa(i))
		unpin.SetAttribute("aria-label", "Unpin "+p.name)
		unpin.SetTextContent("Unpin")
		item := document.CreateElement("li")
		for _, e := range []dom.Element{mark, name, what, unpin} {
			item.AppendChild(e)
		}
		list.AppendChild(item)
	}
}
