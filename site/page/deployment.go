package page

import "io"

// Deployment is the page about handing the site out: from any static host, and with
// the edge worker.
type Deployment struct {
	Frame
	Limits []Limit
}

// Limit is what the worker allows one request.
type Limit struct {
	ID      string // in the addresses of problems; empty if none is about it
	Name    string // in the configuration
	Most    string
	Setting string // that goes beyond it
	What    string
}

// Write writes the page.
func (d *Deployment) Write(w io.Writer) error {
	return templates.ExecuteTemplate(w, "deployment.html", d)
}
