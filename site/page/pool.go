package page

import (
	"html/template"
	"io"
)

// Pool is the page on which a reader watches the buffer pool. What it shows at
// first is a moment that the generator has played to.
type Pool struct {
	Frame
	At       string // how many accesses were made by then
	Accesses string // the same, to be read
	Words    string // the last one
	Link     string // the fragment of that moment
	Maps     []PoolMap
	Counts   []CountRow
	Policies []Fact // names and what they are
	Chosen   string // the policy at first
	Fields   []PoolField
	Speeds   []Fact // accesses a second, and in words
	Speed    string
	Tour     []Stop
	Example  string // address of the example of a trace
}

// PoolMap is a pool at one moment.
type PoolMap struct {
	Policy, Title, Writers string
	Ratio                  string // of hits
	Said                   string // what the last access did here
	Picture                template.HTML
}

// CountRow is a line of the table behind the maps.
type CountRow struct {
	Figure, Name string
	Cells        []string
}

// PoolField is a setting of the stage as a form control: a list of Options, or else
// a number from Least to Most.
type PoolField struct {
	Name, Label, Value, Hint string
	Options                  []Fact
	Least, Most              string
}

// Stop is a step of the guided tour.
type Stop struct {
	Number int
	Title  string
	Text   []string // paragraphs
	Link   string   // the fragment that sets the stage for it
	Words  string
	Maps   []PoolMap
}

// Write writes the page.
func (p *Pool) Write(w io.Writer) error { return templates.ExecuteTemplate(w, "pool.html", p) }
