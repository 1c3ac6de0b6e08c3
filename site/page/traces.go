package page

import "io"

// Traces is the page on which a reader plays a trace of page accesses. What it
// shows at first is the example's result.
type Traces struct {
	Frame
	Example  string // name of the example's file, beside the page
	About    string // what the example is, one sentence
	Account  string // what it holds
	Sizes    string // of the pools, as the field for them takes it
	Memory   string // what a trace may take
	MaxSizes int
	MaxLine  string
	Pictures []Picture
	Head     []string // sizes
	Rows     []TraceRow
	Played   []Fact // policies as the command line calls them, and what they are
	Command  string // that plays the example
}

// TraceRow is what happened under one policy.
type TraceRow struct {
	Name, Since string
	Cells       []TraceCell
}

// TraceCell is what happened in one pool.
type TraceCell struct{ Hits, Writes string }

// Write writes the page.
func (t *Traces) Write(w io.Writer) error { return templates.ExecuteTemplate(w, "traces.html", t) }
