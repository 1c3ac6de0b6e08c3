//go:build js && wasm

package main

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

var document = dom.GetWindow().Document()

// say shows a sentence in the status line, which screen readers speak.
func say(text string) {
	if status := document.GetElementByID("status"); status != nil {
		status.SetTextContent(text)
	}
}

// rescue reports a panic; every function that JavaScript calls defers it.
func rescue() {
	if cause := recover(); cause != nil {
		say(fmt.Sprintf("Something went wrong on this page: %v. What you see may be incomplete; reload the page to be sure.", cause))
	}
}

// on calls f at every event of that type.
func on(target dom.EventTarget, event string, f func(dom.Event)) {
	target.AddEventListener(event, false, func(e dom.Event) {
		defer rescue()
		f(e)
	})
}

// onClick calls f when the element with that id is clicked, if there is one.
func onClick(id string, f func()) {
	if e := document.GetElementByID(id); e != nil {
		on(e, "click", func(dom.Event) { f() })
	}
}

// callback makes a function of JavaScript out of f. It lives as long as the
// program does unless it is released.
func callback(f func(args []js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer rescue()
		f(args)
		return nil
	})
}

// later calls f in a task of its own, after the browser has had its turn: for
// what follows something long and is long itself.
func later(f func()) {
	var task js.Func
	task = callback(func([]js.Value) {
		task.Release()
		f()
	})
	js.Global().Call("setTimeout", task, 0)
}

// then calls done or failed, once, when a promise is settled.
func then(promise js.Value, done func(js.Value), failed func(reason string)) {
	var yes, no js.Func
	release := func() {
		yes.Release()
		no.Release()
	}
	yes = callback(func(args []js.Value) {
		release()
		done(args[0])
	})
	no = callback(func(args []js.Value) {
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

func setHidden(e dom.Element, hidden bool) { setProperty(e, "hidden", hidden) }

func setDisabled(e dom.Element, disabled bool) { setProperty(e, "disabled", disabled) }

func setProperty(e dom.Element, name string, value any) {
	if e != nil {
		e.Underlying().Set(name, value)
	}
}

// cell is one cell of a table's row, in the words of tables.js.
type cell struct {
	Text  string `json:"text"`
	Head  string `json:"head,omitempty"` // the scope of a head: row or col
	Class string `json:"class,omitempty"`
	Note  string `json:"note,omitempty"` // below the text where there is little room
}

// fill replaces the rows of a table's section. One call of JavaScript does it
// for the whole table: an element that is touched from here costs a reference
// with a finalizer.
func fill(section dom.Element, rows [][]cell) {
	encoded, err := json.Marshal(rows)
	if err != nil {
		panic(err) // there are only strings in it
	}
	js.Global().Get("clocksweepTables").Call("fill", section.Underlying(), string(encoded))
}
