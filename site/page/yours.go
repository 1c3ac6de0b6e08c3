package page

import "io"

// Yours is the page on which a reader pastes what a server of his own tells. What it
// shows at first is the example.
type Yours struct {
	Frame
	Areas    []Area
	Machines []Fact // hardware by the name of its setting, and what it is
	Releases []Fact
	Query    string // statements of psql that a reader may copy

	About    string // what the example is
	Hardware string // on which it ran, as the setting has it
	Found    []Fact
	Settings []SettingFate
	Others   []Fact // reason, and the settings
	Known    []string
	Assumed  []string
	Scenario string
	Open     string // fragment of the link that opens it in the lab
	Figures  []MeasuredRow
	Findings []Advice
	Command  string
}

// Area is a text that a reader may paste.
type Area struct {
	ID, Label, Hint string
	Example         string // "" if the example has none
}

// SettingFate is what became of a setting.
type SettingFate struct{ Name, Value, Fate, Why string }

// MeasuredRow is a figure, or the name of a group if there is no more.
type MeasuredRow struct{ Name, Measured, Simulated, Ratio string }

// Advice is a finding of a diagnosis.
type Advice struct {
	Title, Because string
	Try            []string
}

// Write writes the page.
func (y *Yours) Write(w io.Writer) error { return templates.ExecuteTemplate(w, "yours.html", y) }
