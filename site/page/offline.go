package page

import "io"

// Offline is the page that a browser without a network shows in the place of one
// that it has not kept.
type Offline struct {
	Frame
	Pages []Fact // name of a page's file as seen from the root, and its title
}

// Write writes the page.
func (o *Offline) Write(w io.Writer) error { return templates.ExecuteTemplate(w, "offline.html", o) }
