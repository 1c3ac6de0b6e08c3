package sweep

import (
	"errors"
	"strconv"
	"strings"
)

// Form is a sweep as a reader types it: what [ReadAxis] and [New] judge.
type Form struct {
	Settings [2]string // the second may be empty
	Values   [2]string // as ReadAxis takes them
	Seeds    string    // a number
	Measure  string    // a name of Measures
}

// String writes the form for a link: its parts divided by ~, each a name and a value
// divided by a colon. ReadForm reads it back.
//
//	shared_buffers:1MB..32MB x2~filesystem:all~seeds:3~measure:p99
func (f *Form) String() string {
	var parts []string
	for i, name := range f.Settings {
		if name != "" {
			parts = append(parts, name+":"+strings.Join(strings.FieldsFunc(f.Values[i], func(r rune) bool { return r == '~' }), ""))
		}
	}
	return strings.Join(append(parts, seedsPart+":"+f.Seeds, measurePart+":"+f.Measure), "~")
}

// The parts of a written form that are no settings.
const (
	seedsPart   = "seeds"
	measurePart = "measure"
)

// ReadForm reads what [Form.String] wrote. Parts that are left out stay as they are in
// f. What is typed in a form is judged when the sweep begins, so only its shape
// can be wrong here.
func ReadForm(f Form, text string) (Form, error) {
	settings, given := 0, f
	for part := range strings.SplitSeq(text, "~") {
		name, value, ok := strings.Cut(part, ":")
		switch {
		case !ok || name == "":
			return f, errors.New("the sweep of the link has a part " + strconv.Quote(short(part)) + "; legal is setting:values, seeds:number and measure:name, divided by ~")
		case name == seedsPart:
			given.Seeds = value
		case name == measurePart:
			if _, ok := MeasureByName(value); !ok {
				return f, errors.New("the sweep of the link is of a measure " + strconv.Quote(short(value)) + ", which there is not")
			}
			given.Measure = value
		case settings == len(given.Settings):
			return f, errors.New("the sweep of the link goes over more than two settings")
		default:
			if settings == 0 {
				given.Settings, given.Values = [2]string{}, [2]string{}
			}
			given.Settings[settings], given.Values[settings] = name, value
			settings++
		}
	}
	return given, nil
}

// short cuts what is too long for a sentence.
func short(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
