package page

import "io"

// Dependencies is the page of what the project is made of besides its own code.
type Dependencies struct {
	Frame
	Direct   []Dependency // chosen for the project, with the reason
	Indirect []Dependency // that come with those
	Tested   int          // how many more come with Docusaurus, of which only a test has need
	BOM      string       // file name of the bill of materials
}

// Dependency is a Go module or an npm package.
type Dependency struct{ Kind, Name, Version, License, Part, Reason string }

// Write writes the page.
func (d *Dependencies) Write(w io.Writer) error {
	return templates.ExecuteTemplate(w, "dependencies.html", d)
}
