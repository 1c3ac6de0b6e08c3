//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"

	"clocksweep/core/link"
	"clocksweep/core/scenario"
	"clocksweep/wasm/page/form"

	"honnef.co/go/js/dom/v2"
)

// listenToLink restores the settings the page was opened with, and follows
// when the reader edits the address.
func (p *page) listenToLink() {
	p.listenToSharing()
	on(dom.GetWindow(), "hashchange", func(dom.Event) {
		// A fragment without settings is a jump within the page.
		if form.HasSettings(location("hash")) {
			p.openLink()
		}
	})
	saved := document.QuerySelector("body").GetAttribute("data-settings")
	switch {
	case linked():
		p.openLink()
	case saved != "": // the page was saved as one file
		p.state.Open("#" + saved)
		p.built = p.state.Changes()
		p.changed()
		say("The settings are those that this file was saved with.")
	default:
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
	if p.lab != nil {
		p.lab.openSweep()
	}
	text := "The settings are those of the link. Run computes with them."
	if len(problems) > 0 {
		text += " Not used: " + sentences(problems)
	}
	say(text)
}

// writeLink puts the changes into the address without a new entry in the
// reader's history, and shows what a link, a title and a command line make of
// them.
func (p *page) writeLink() {
	address := location("pathname")
	if fragment := p.state.Fragment(); fragment != "" {
		address += "#" + fragment
	} else if !linked() {
		address += location("search") + location("hash") // not ours
	}
	if address != location("pathname")+location("search")+location("hash") {
		replaceAddress(address)
	}
	if output := document.GetElementByID("link"); output != nil {
		output.SetTextContent(p.link(nil))
	}
	changes := p.state.Changes()
	if command := document.GetElementByID("command"); command != nil {
		command.SetTextContent(link.Command(p.experiment.Slug, changes))
	}
	p.name.show(changes)
}

// refreshEmbeds shows the lines for other people's pages with the settings in force.
func (p *page) refreshEmbeds() {
	if document.GetElementByID("embeds") == nil {
		return
	}
	address, _, _ := strings.Cut(p.link(nil), "#")
	lab, _, _ := strings.Cut(address, "x/"+p.experiment.Slug+"/")
	texts := map[string]string{}
	for _, way := range link.Embeds(lab, p.experiment.Slug, p.experiment.Question, p.state.Changes()) {
		texts[way.ID] = way.Text
	}
	for _, pre := range document.QuerySelectorAll("#embeds pre[data-embed]") {
		pre.SetTextContent(texts[pre.GetAttribute("data-embed")])
	}
}

// replaceAddress changes what stands in the address bar. A page on a disk may not
// in every browser, and then its address stays.
func replaceAddress(address string) {
	defer func() {
		if cause := recover(); cause != nil && location("protocol") != "file:" {
			panic(cause)
		}
	}()
	js.Global().Get("history").Call("replaceState", nil, "", address)
}

// link returns the address of this page with the reader's settings and, if there
// are any, figures of a result.
func (p *page) link(figures []scenario.Figure) string {
	address := location("origin") + location("pathname")
	if body := document.QuerySelector("body"); body.HasAttribute("data-file") {
		address = body.GetAttribute("data-site") // "" if nobody knows where the page is on a site
	}
	if fragment := p.state.Shared(p.engine, figures); fragment != "" {
		address += "#" + fragment
	}
	return address
}

// name is how the page calls itself in a tab, a bookmark or a preview.
type name struct{ title, about string }

// read takes it as the page was built.
func (n *name) read() {
	n.title = js.Global().Get("document").Get("title").String()
	if e := document.QuerySelector("meta[name=description]"); e != nil {
		n.about = e.GetAttribute("content")
	}
}

// show lets title and description follow the settings.
func (n *name) show(changes []scenario.Change) {
	title, about := link.Title(n.title, changes), link.Description(n.about, changes)
	js.Global().Get("document").Set("title", title)
	for selector, text := range map[string]string{
		"meta[name=description]": about, `meta[property="og:description"]`: about, `meta[property="og:title"]`: title,
	} {
		if e := document.QuerySelector(selector); e != nil {
			e.SetAttribute("content", text)
		}
	}
}
