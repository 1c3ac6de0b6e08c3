package link

import (
	"strconv"
	"strings"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sweep"
)

// Summary returns the headline numbers of results and their hashes, for a link.
// A run that was stopped has none: nobody could repeat it.
func Summary(rs []*result.Result) []scenario.Figure {
	var list []scenario.Figure
	for _, r := range rs {
		if !r.Stopped {
			list = append(list, sweep.Headlines(r)...)
		}
	}
	return list
}

// Label names a figure for a reader: "Throughput, transactions/s".
func Label(name string) string {
	if name == sweep.HashName {
		return "Hash of the whole result"
	}
	i, ok := sweep.MeasureByName(name)
	if !ok {
		return name
	}
	m := sweep.Measures()[i]
	if m.Unit == "" {
		return m.Label
	}
	return m.Label + ", " + m.Unit
}

// Pair is one number of a link beside that of a result.
type Pair struct {
	scenario.Figure        // as the link has it
	Here            string // empty if there is no such number here
}

// Same tells whether the number came out as the link has it.
func (p *Pair) Same() bool { return p.Here == p.Value }

// Beside puts the figures of a link beside those of a result here ([Summary]), in
// the order of the link.
func Beside(theirs, here []scenario.Figure) []Pair {
	list := make([]Pair, len(theirs))
	for i, f := range theirs {
		list[i].Figure = f
		for _, h := range here {
			if h.Run == f.Run && h.Name == f.Name {
				list[i].Here = h.Value
			}
		}
	}
	return list
}

// Verdict says in words whether the numbers of a link were reproduced; theirs and
// here are the versions of the two engines, theirs "" if the link does not say.
func Verdict(pairs []Pair, theirs, here string) (text string, reproduced bool) {
	var differ []string
	other := theirs != "" && theirs != here
	proved, compared := 0, 0
	for i := range pairs {
		p := &pairs[i]
		switch {
		case p.Here == "" || p.Name == sweep.HashName && other:
			continue // a hash is of the engine's version too
		case !p.Same():
			differ = append(differ, difference(p))
		case p.Name == sweep.HashName:
			proved++
		}
		compared++
	}
	switch {
	case compared == 0:
		return "None of the link’s numbers can be compared with this result.", false
	case len(differ) == 0 && proved > 0:
		return "Reproduced: " + numbers(compared-proved) + " of the link came out the same here, and equal hashes prove that the whole results are equal.", true
	case len(differ) == 0 && other:
		return "Reproduced: " + numbers(compared) + " of the link came out the same here, although its engine was " + theirs + " and this is " + here + ".", true
	case len(differ) == 0:
		return "Reproduced: " + numbers(compared) + " of the link came out the same here.", true
	}
	text = "Not reproduced: " + differ[0]
	if more := len(differ) - 1; more > 0 {
		text += ", and " + strconv.Itoa(more) + " more differ"
		if more == 1 {
			text += "s"
		}
	}
	return text + ". " + engines(theirs, here), false
}

func numbers(n int) string {
	if n == 1 {
		return "the one number"
	}
	return "all " + strconv.Itoa(n) + " numbers"
}

func difference(p *Pair) string {
	name := Label(p.Name)
	if p.Run != "" {
		name += " of " + p.Run
	}
	return name + " is " + shorten(p.Value) + " in the link and " + p.Here + " here"
}

// engines says what may be behind a difference.
func engines(theirs, here string) string {
	switch theirs {
	case "":
		return "The link does not say which engine made them; this is engine " + here + "."
	case here:
		return "Both say engine " + here + ", with which the same settings give the same numbers: those of the link were made with other settings, or with an engine that was changed."
	}
	return "The engines differ: " + theirs + " in the link, " + here + " here."
}

// shorten cuts a text from outside that is too long for a sentence.
func shorten(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// Pairs writes figures as they stand in a link, and ReadPairs reads them.
func Pairs(figures []scenario.Figure) string { return scenario.Link{Figures: figures}.Pairs() }

// ReadPairs returns the figures in a text of [Pairs].
func ReadPairs(text string) []scenario.Figure {
	l, _ := scenario.DecodeLink("#" + text)
	return l.Figures
}
