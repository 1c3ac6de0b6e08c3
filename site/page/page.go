// Package page turns what the generator has computed into HTML.
//
// The types here are the content of a page, already in words: nothing in this
// package computes. The templates beside it hold all the markup of the site,
// and with it the names by which the scripts find their places in a page:
// data-experiment, data-page, data-setting, data-run, data-picture, data-report.
package page

import (
	"embed"
	"html/template"
	"io"
	"strings"
)

//go:embed templates/*.html
var files embed.FS

var templates = template.Must(template.New("").ParseFS(files, "templates/*.html"))

// policy is the content security policy of every page. Scripts and styles come
// from the site's own files only, no host but its own is ever asked, and
// 'wasm-unsafe-eval' is what a browser wants before it compiles WebAssembly.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"

// Frame is what every page needs around its content.
type Frame struct {
	Title       string // of the browser's tab
	Description string // one sentence for search engines and previews
	Root        string // relative path from this page to the site's root, "./" or "../../"
	Engine      string // engine version
	Assets      Assets
	Today       Engine // the engine of this version
	Place       Place
}

// Topic returns the title without the name of the site.
func (f Frame) Topic() string { return strings.TrimSuffix(f.Title, " · Clocksweep") }

// Policy returns the content security policy of the page.
func (Frame) Policy() string { return policy }

// Assets are the hashed file names below assets/.
type Assets struct {
	Style, Icon, Reader, Home, Offline, Embedded, Embedding, Boot, Keep, Tracer, Pool, Stager, Charts, WasmExec, PageWasm, YoursWasm string
}

// Engine is a version of the simulated machine and the files below engine/ that
// run it, each with its path from there.
type Engine struct {
	Version  string `json:"version"`
	Sim      string `json:"sim"`      // the program
	Worker   string `json:"worker"`   // the script of the Web Worker around it
	WasmExec string `json:"wasmExec"` // the Go installation's script that starts it
}

// Fact is a name and a value.
type Fact struct{ Name, Value string }

// Verdict says how the simulated numbers stand against the published ones.
type Verdict struct {
	Text string
	OK   bool // no judged cell misses its tolerance
}

// Part is a part of the story: its heading and the id to link to.
type Part struct{ ID, Heading string }

// Experiment is the page of one experiment.
type Experiment struct {
	Frame
	Slug, Question, Title, Claim string
	Facts                        []Fact
	Runs                         []string
	Lead                         *Picture // the picture that answers the question
	Throughput                   *Picture // if another one answers it
	Why                          *Picture // where a transaction's time went
	Found                        []RunFindings
	Mechanisms                   *Picture // what each mechanism is worth in the first run
	Over                         []Picture
	Time                         Time
	End                          []Picture // moments of the run, at first its end
	Verdict                      Verdict
	Misses                       *Part // where the story takes up what the lab misses; nil if it doesn't
	Comparison                   Comparison
	Strip                        []Field // settings the experiment varies, and those turned first
	Groups                       []Group // all the others
	Variants                     []Variant
	Reports                      []Report
	Story                        template.HTML
	Fitted                       []Fitted
	Thread                       string
	Sources                      []Source
	Provenance                   []Provenance
	Figures                      string // headline numbers of the runs, as a link has them
	Command                      string // that runs the same
	OneFile                      *OneFile
	Embeds                       []Text // lines for other people's pages; none for a chapter
	Rules                        []ReleaseRules
	Chapter                      *Chapter // nil for an experiment of a thread
}

// Chapter is what the page of a chapter of the guide has besides its experiment.
type Chapter struct {
	Number         int
	Previous, Next *Link // nil at the ends
}

// Link is a text that leads somewhere.
type Link struct{ URL, Text string }

// OneFile is what a page has to know to be saved as one file.
type OneFile struct {
	Hashes string // of the style and of the scripts, as a content security policy has them
	Size   string // of the file
}

// Comparison is the table of published beside simulated values.
type Comparison struct {
	Head []Column
	Rows []ComparisonRow
}

// Column is the head of a column, and the class of its cells: num for numbers,
// extra for what a narrow screen shows as a note below the metric.
type Column struct{ Name, Class string }

// ComparisonRow is one published cell and what the lab makes of it.
type ComparisonRow struct {
	Run, Metric, Published, Simulated, Difference, Role, Tolerance, Verdict string
	Note                                                                    string // what is extra, in one line
	Class                                                                   string // "ok", "miss" or empty
}

// Breakable returns the metric in the parts between which a line may break.
func (r ComparisonRow) Breakable() []string { return strings.SplitAfter(r.Metric, "_") }

// Picture is one figure: static drawings until the charts are loaded, a
// caption, and the table behind it.
type Picture struct {
	ID, Title, Caption string
	Timed              bool          // its horizontal axis is the time of the run
	Static             bool          // a run in the page does not draw it anew
	Wide, Narrow       template.HTML // inline SVG
	// Heights in pixels for the drawings of the charts, as they were drawn here.
	Height, NarrowHeight int
	Table
	Maps []PoolRun // of the pool, whose picture is no chart
}

// Table is what a picture shows, in words and numbers.
type Table struct {
	Head []string
	Rows [][]string
}

// PoolRun is the map of the pool of one run.
type PoolRun struct {
	Run, Says string
	Drawing   template.HTML
}

// Time is the slider over the seconds of the runs, and what moves with it.
type Time struct {
	Seconds int
	Says    string // the last second in words
	Moment  Table
	Pool    *Picture // nil if no run was watched
}

// Field is one setting as a form control, or one a run.
type Field struct {
	Name, Help, Default string
	Legal               string // what a text field takes
	Rule                string // default and legal values, where they follow the form; empty: they stay
	Idle                bool   // it has no say, and Rule tells why
	Inputs              []Input
}

// Input is one form control.
type Input struct {
	ID, Setting, Value string
	Run                string // empty: the value counts for all runs
	Options            []Fact // the values of a choice and what they mean; none: a text field
	Hint               string // id of the element that describes the control
}

// Group is a part of the complete list of settings.
type Group struct {
	Name   string
	Fields []Field
}

// Variant is one what-if button.
type Variant struct{ Name, Label, Why string }

// Report is one kind of text report, for each run.
type Report struct {
	Name, Title, Note string
	Texts             []Text
}

// Text is the report of one run.
type Text struct{ Report, Run, Text string }

// Fitted is a value that was chosen so that a cell comes out.
type Fitted struct{ Setting, Value, Range, Cell, Why string }

// Source is where a published number stands.
type Source struct{ Run, Metric, Value, Unit, Source string }

// Provenance is what proves one run.
type Provenance struct{ Run, Seed, Hash string }

// Write writes the experiment's page.
func (e *Experiment) Write(w io.Writer) error {
	return templates.ExecuteTemplate(w, "experiment.html", e)
}
