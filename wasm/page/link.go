//go:build js && wasm

package main

import (
	"syscall/js"

	"clocksweep/wasm/page/form"

	"honnef.co/go/js/dom/v2"
)

// listenToLink restores the settings the page was opened with, and follows
// when the reader edits the address.
func (p *page) listenToLink() {
	onClick("copy", p.copyLink)
	on(dom.GetWindow(), "hashchange", func(dom.Event) {
		// A fragment without settings is a jump within the page.
		if form.HasSettings(location("hash")) {
			p.openLink()
		}
	})
	if linked() {
		p.openLink()
	} else {
		p.changed()
	}
}

// linked tells whether the page was opened with settings in its address.
func linked() bool { return form.HasSettings(location("hash")) || form.HasSettings(location("search")) }

// location returns a part of the page's address: hash, search, pathname, origin.
func location(part string) string { return js.Global().Get("location").Get(part).String() }

// openLink takes the settings from the address. What is wrong in it is told,
// the rest is used.
func (p *page) openLink() {
	problems := p.state.Open(location("search") + location("hash"))
	p.forgetComplaints()
	p.changed()
	text := "The settings are those of the link. Run computes with them."
	if len(problems) > 0 {
		text += " Not used: " + sentences(problems)
	}
	say(text)
}

// writeLink puts the changes into the address without a new entry in the
// reader's history, and shows the link.
func (p *page) writeLink() {
	address := location("pathname")
	if fragment := p.state.Fragment(); fragment != "" {
		address += "#" + fragment
	} else if !linked() {
		address += location("search") + location("hash") // not ours
	}
	if address != location("pathname")+location("search")+location("hash") {
		js.Global().Get("history").Call("replaceState", nil, "", address)
	}
	if output := document.GetElementByID("link"); output != nil {
		output.SetTextContent(p.link())
	}
}

// link returns the address of this page with the reader's settings.
func (p *page) link() string {
	address := location("origin") + location("pathname")
	if fragment := p.state.Fragment(); fragment != "" {
		address += "#" + fragment
	}
	return address
}

// copyLink puts the link into the clipboard, or selects it where a page may not
// do that (an address without TLS, an embedded frame).
func (p *page) copyLink() {
	selectLink := func(string) {
		output := document.GetElementByID("link")
		if output == nil {
			say("The link is " + p.link())
			return
		}
		js.Global().Call("getSelection").Call("selectAllChildren", output.Underlying())
		say("The link is selected. Copy it with your browser's own command.")
	}
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if clipboard.IsUndefined() {
		selectLink("")
		return
	}
	then(clipboard.Call("writeText", p.link()), func(js.Value) { say("Link copied.") }, selectLink)
}
