package page

import "io"

// Embed is the page of an experiment for a frame in somebody else's page: the
// question, the picture, and the settings that the experiment varies.
type Embed struct {
	Frame
	Slug, Question string
	Lead           *Picture
	Runs           []string
	Strip          []Field
}

// mostControls is how many controls stand open below the picture. More of them
// wait behind their summary, because an embed has no room to give away.
const mostControls = 4

// Folded tells whether the settings wait behind their summary.
func (e *Embed) Folded() bool {
	n := 0
	for _, f := range e.Strip {
		n += len(f.Inputs)
	}
	return n > mostControls
}

// Write writes the page.
func (e *Embed) Write(w io.Writer) error { return templates.ExecuteTemplate(w, "embed.html", e) }
