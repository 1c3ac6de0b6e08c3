package page

import (
	"html/template"
	"io"
)

// Embedding is the page for authors who want an experiment in a page of their own.
type Embedding struct {
	Frame
	Shown       Embedded // stands live on the page
	Before      string   // the most that an embed fetches before Run
	After       string   // what Run fetches, once
	Element     Text     // markup of the element
	PlainFrame  Text     // markup of a frame without the script
	Listen      Text     // script for the messages of a plain frame
	Adapters    []Adapter
	Experiments []Embedded
}

// Embedded is an experiment as authors name it.
type Embedded struct{ Slug, Question string }

// Adapter is what a generator of documents needs.
type Adapter struct {
	ID, Name string
	Use      template.HTML
	Take     []string // files for the author, each under its name and .txt beside the page
	Files    []Text   // examples, which the tests build
}

// Policy allows the page frames of the site, for the experiment that stands on it.
func (*Embedding) Policy() string { return policy + "; frame-src 'self'" }

// Write writes the page.
func (e *Embedding) Write(w io.Writer) error {
	return templates.ExecuteTemplate(w, "embedding.html", e)
}
