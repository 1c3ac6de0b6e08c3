package page

import "io"

// Validation is the page that tells what was proved on recordings of real
// servers, and which rules each release has.
type Validation struct {
	Frame
	Verdict Verdict
	Totals  []Fact
	Kinds   []Kind
	Ways    []Fact // how servers were recorded
	Servers []Server
	Test    string // the command that plays all of it

	Policies []PolicyColumn // of the table of all policies
	Matrix   []MatrixRow
	Changes  []ChangeRow

	Releases []Release
	Aspects  []AspectRow
	Rules    []AspectRules
}

// Kind is one kind of compared values, over all recordings.
type Kind struct {
	Name, Compared, Wrong string
	Quantities            []Fact // what it is made of, and how many of each
}

// Server is a recorded server.
type Server struct {
	Version, Policy, Way string
	Columns              []string // heads of the kinds compared
	Recordings           []Recording
}

// Recording is one recording and what became of it.
type Recording struct {
	Name, About, Buffers, Lines string
	Cells                       []string // one for each of the server's Columns; empty: it has none of it
	Mismatches, Class, Command  string
}

// PolicyColumn is a policy that all recordings of the matrix are played to.
type PolicyColumn struct{ Name, Releases string }

// MatrixRow is one recording under every policy.
type MatrixRow struct {
	Recording, Victims string
	Cells              []MatrixCell
}

// MatrixCell is what a policy makes of a recording.
type MatrixCell struct {
	Wrong, Misses string
	Own           bool // it is the server's own policy
}

// ChangeRow is a rule taken wrongly and what follows.
type ChangeRow struct {
	Recording, Wrong         string
	Quantity, Compared, Miss string
	First                    string // the first difference
	Command                  string // empty: no command takes the rule so
}

// Release is a release in the table of rules.
type Release struct {
	Line, ID string
	Lab      bool // the whole lab can run it
}

// AspectRow is what the releases do about one thing, one cell for each rule.
type AspectRow struct {
	Name  string
	Cells []RuleCell
}

// RuleCell is a rule and how many releases in a row have it; without an ID none
// is simulated.
type RuleCell struct {
	ID, Name string
	Releases int
}

// AspectRules are all rules about one thing.
type AspectRules struct {
	Name, Question string
	Rules          []Rule
}

// Rule is a rule, its source, its place here and the servers that prove it.
type Rule struct{ ID, Name, Releases, Says, Source, File, Proof string }

// ReleaseRules are the rules that a release uses, as an experiment links to them.
type ReleaseRules struct {
	Line, ID string
	Pool     string // the fragment that shows its pool on the page for that
	Rules    []RuleLink
}

// RuleLink leads to a rule on the validation page.
type RuleLink struct{ Aspect, Name, ID string }

// Write writes the validation page.
func (v *Validation) Write(w io.Writer) error {
	return templates.ExecuteTemplate(w, "validation.html", v)
}
