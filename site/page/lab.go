package page

import "io"

// Lab is the page on which a reader chooses everything: release, machine, file
// system, workload and every setting. What it shows at first is the run with all
// defaults, and a sweep.
type Lab struct {
	Frame
	Starts  []Start
	Strip   []Field // what a reader chooses first
	Groups  []Group // all other settings
	Lead    *Picture
	Why     *Picture
	Over    []Picture
	Time    Time
	End     []Picture
	Told    string // the changed settings of the run
	Figures []Figure
	Finds   []Finding
	Reports []Report
	Proof   Provenance
	// Shared are the headline numbers of the run as a link has them, Command is what
	// runs the same.
	Shared, Command string
	OneFile         *OneFile // nil: sweeps and pinned results need more than a file
	Sweep           SweepForm
}

// Start is a link that gives the form other settings to begin with.
type Start struct{ Fragment, Label, Why string }

// Figure is one measure of the run.
type Figure struct{ Label, Text string }

// Finding is one thing that the run shows.
type Finding struct {
	Title, Because string
	Harmless       bool
	Evidence       []Fact
	Try            []Fact // settings and values
}

// RunFindings is what a run of several shows.
type RunFindings struct {
	Run   string
	Finds []Finding
}

// SweepForm is the form of a sweep and the example below it.
type SweepForm struct {
	Settings          []Choices
	X, XValues        string // of the example
	Seeds             int
	MaxSeeds, MaxRuns int
	Measures          []Fact // name and label
	Picture           *Picture
	Command           string
}

// Choices is a group of settings to choose from.
type Choices struct {
	Name     string
	Settings []string
}

// Write writes the page.
func (l *Lab) Write(w io.Writer) error { return templates.ExecuteTemplate(w, "lab.html", l) }
