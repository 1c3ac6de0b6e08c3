//go:build js && wasm

// Package browser is what the programs of all pages need of a browser: finding and
// changing elements, listening, promises, tables, and files to save. What JavaScript
// calls is rescued from panics, and what is shown is text, never markup.
package browser

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// Document is the page.
var Document = dom.GetWindow().Document()

// Say shows a sentence in the status line, which screen readers speak.
func Say(text string) {
	if status := Document.GetElementByID("status"); status != nil {
		status.SetTextContent(text)
	}
}

// Rescue reports a panic; every function that JavaScript calls defers it.
func Rescue() {
	if cause := recover(); cause != nil {
		Say(fmt.Sprintf("Something went wrong on this page: %v. What you see may be incomplete; reload the page to be sure.", cause))
	}
}

// On calls f at every event of that type.
func On(target dom.EventTarget, event string, f func(dom.Event)) {
	target.AddEventListener(event, false, func(e dom.Event) {
		defer Rescue()
		f(e)
	})
}

// OnClick calls f when the element with that id is clicked, if there is one.
func OnClick(id string, f func()) {
	if e := Document.GetElementByID(id); e != nil {
		On(e, "click", func(dom.Event) { f() })
	}
}

// Callback makes a function of JavaScript out of f. It lives as long as the
// program does unless it is released.
func Callback(f func(args []js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer Rescue()
		f(args)
		return nil
	})
}

// Later calls f in a task of its own, after the browser has had its turn: for
// what follows something long and is long itself.
func Later(f func()) {
	var task js.Func
	task = Callback(func([]js.Value) {
		task.Release()
		f()
	})
	js.Global().Call("setTimeout", task, 0)
}

// InTurn calls the functions in order, each in a task of its own: together they may
// take longer than a reader should wait for an answer. One that panics leaves the
// others alive.
func InTurn(parts ...func()) {
	if len(parts) == 0 {
		return
	}
	Later(func() {
		InTurn(parts[1:]...) // before the part, which may panic
		parts[0]()
	})
}

// Then calls done or failed, once, when a promise is settled.
func Then(promise js.Value, done func(js.Value), failed func(reason string)) {
	var yes, no js.Func
	release := func() {
		yes.Release()
		no.Release()
	}
	yes = Callback(func(args []js.Value) {
		release()
		done(args[0])
	})
	no = Callback(func(args []js.Value) {
		release()
		failed(message(args[0]))
	})
	promise.Call("then", yes, no)
}

// message returns the text of what a promise was rejected with.
func message(reason js.Value) string {
	if reason.Type() == js.TypeObject && reason.Get("message").Type() == js.TypeString {
		return reason.Get("message").String()
	}
	return js.Global().Get("String").Invoke(reason).String()
}

// SetHidden hides an element or shows it.
func SetHidden(e dom.Element, hidden bool) { SetProperty(e, "hidden", hidden) }

// SetDisabled takes a control out of use or puts it back.
func SetDisabled(e dom.Element, disabled bool) { SetProperty(e, "disabled", disabled) }

// SetProperty sets a property of an element that may be missing.
func SetProperty(e dom.Element, name string, value any) {
	if e != nil {
		e.Underlying().Set(name, value)
	}
}

// Cell is one cell of a table's row, in the words of tables.js.
type Cell struct {
	Text  string `json:"text"`
	Head  string `json:"head,omitempty"` // the scope of a head: row or col
	Class string `json:"class,omitempty"`
	Note  string `json:"note,omitempty"` // below the text where there is little room
}

// Fill replaces the rows of a table's section. One call of JavaScript does it
// for the whole table: an element that is touched from here costs a reference
// with a finalizer.
func Fill(section dom.Element, rows [][]Cell) {
	if rows == nil {
		rows = [][]Cell{} // for JSON, which has null otherwise
	}
	encoded, err := json.Marshal(rows)
	if err != nil {
		panic(err) // there are only strings in it
	}
	js.Global().Get("clocksweepTables").Call("fill", section.Underlying(), string(encoded))
}

// ShowControls offers Stop while runs are in progress, and Run otherwise. The
// focus stays on the one that can be pressed.
func ShowControls(running bool) {
	start, stop := Document.GetElementByID("run"), Document.GetElementByID("stop")
	if start == nil || stop == nil {
		return
	}
	gone, next := stop, start
	if running {
		gone, next = start, stop
	}
	focus := js.Global().Get("document").Get("activeElement").Equal(gone.Underlying())
	SetDisabled(start, running)
	SetHidden(stop, !running)
	if focus {
		next.Underlying().Call("focus")
	}
}

// Saved is the address of what was offered last, "" before.
type Saved string

// Offer lets a link lead to data, which the browser follows when the click's
// handler returns.
func (s *Saved) Offer(link dom.Element, kind string, data []byte) {
	url := js.Global().Get("URL")
	if *s != "" {
		url.Call("revokeObjectURL", string(*s))
	}
	blob := js.Global().Get("Blob").New([]any{string(data)}, map[string]any{"type": kind})
	*s = Saved(url.Call("createObjectURL", blob).String())
	link.SetAttribute("href", string(*s))
}

// SetTextOf replaces the text of the element with that id, if there is one.
func SetTextOf(id, text string) {
	if e := Document.GetElementByID(id); e != nil {
		e.SetTextContent(text)
	}
}

// Complain shows a sentence where it cannot be missed.
func Complain(text string) {
	if problem := Document.GetElementByID("problem"); problem != nil {
		problem.SetTextContent(text)
		SetHidden(problem, text == "")
	}
}
