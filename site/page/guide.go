package page

import (
	"html/template"
	"io"
)

// Guide is the page that lists the chapters.
type Guide struct {
	Frame
	Chapters []ChapterCard
}

// ChapterCard is a chapter as the guide lists it.
type ChapterCard struct {
	URL, Title, Question, Claim string
	Picture                     template.HTML // the one to look at first, inline SVG
	Caption                     string
}

// Write writes the page.
func (g *Guide) Write(w io.Writer) error { return templates.ExecuteTemplate(w, "guide.html", g) }
