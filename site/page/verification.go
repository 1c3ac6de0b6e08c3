package page

import "io"

// Verification is the page with every published number beside the simulated one.
type Verification struct {
	Frame
	Verdict     Verdict
	Totals      []Fact
	Residuals   *Picture
	Experiments []Verified
	Command     string // repeats it
}

// Verified is one experiment's part.
type Verified struct {
	Title, Question, URL, ID string
	Verdict                  Verdict
	Comparison               Comparison
	Fitted                   []Fitted
}

// Write writes the verification page.
func (v *Verification) Write(w io.Writer) error {
	return templates.ExecuteTemplate(w, "verification.html", v)
}
