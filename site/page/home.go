package page

import (
	"html/template"
	"io"
	"slices"
	"strings"
)

// Home is the first page.
type Home struct {
	Frame
	Live Live
	Gallery
}

// Live is the pool that plays on the home page when the reader wants it.
type Live struct {
	Stage    string // what is played, as the fragment of a link to the page of the pool
	Buffers  string // how many there are
	At       string // after how many accesses the drawing was made
	Accesses string // the same, to be read
	Ratio    string // of hits until then
	Alt      string // the drawing in words
	Picture  template.HTML
}

// Gallery is the list of all experiments.
type Gallery struct {
	Cards   []Card
	Choices []Choice
}

// Choice is something that experiments are chosen by: its values are names on the
// cards, each with what a reader is told.
type Choice struct {
	Name, Label, Any string
	Options          []Fact
}

// Add adds a value unless it is known.
func (c *Choice) Add(f Fact) {
	if !slices.Contains(c.Options, f) {
		c.Options = append(c.Options, f)
	}
}

// Card is an experiment as the home page lists it.
type Card struct {
	URL, Question, Title, Claim string
	Year, Release, Era, EraID   string
	Machines                    []string
	Mechanisms, MechanismIDs    []string
	Verdict                     Verdict
	Picture                     template.HTML // what answers the question
	Caption                     string
}

// VerdictID names the verdict as [Gallery.Choices] does.
func (c Card) VerdictID() string {
	if c.Verdict.OK {
		return "met"
	}
	return "missed"
}

// Words is what a search looks through, apart from what is to be read on the card.
func (c Card) Words() string {
	return strings.Join(append([]string{c.Title, c.Claim}, c.Mechanisms...), " ")
}

// Write writes the home page.
func (h *Home) Write(w io.Writer) error { return templates.ExecuteTemplate(w, "home.html", h) }
