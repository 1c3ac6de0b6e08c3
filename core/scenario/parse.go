package scenario

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of what comes from outside.
const (
	maxInput  = 64 << 10 // bytes of a file or a link
	maxErrors = 100      // errors reported for one text
	maxRuns   = 32       // sections of a file
	maxPairs  = 1000     // settings of a link
	maxName   = 64       // bytes of a run's name
)

// Change sets one setting in one run of an experiment, or in all of them.
type Change struct {
	Run   string // name of the run; empty for all
	Name  string
	Value string
}

// Key returns how a change is addressed in a link and on a command line:
// "shared_buffers" or "32MB.shared_buffers".
func (c Change) Key() string {
	if c.Run == "" {
		return c.Name
	}
	return c.Run + "." + c.Name
}

// SplitKey takes a key apart into a run's name, empty for all runs, and the
// name of a setting. ok is false if the key ends with no setting's name; then
// name is the whole key.
func SplitKey(key string) (run, name string, ok bool) {
	if def, ok := Lookup(key); ok {
		return "", def.Name, true
	}
	for i := range settings {
		name := settings[i].Name
		dot := len(key) - len(name) - 1
		if dot > 0 && key[dot] == '.' && strings.EqualFold(key[dot+1:], name) {
			return key[:dot], name, true
		}
	}
	return "", key, false
}

// assignment is one line "name = value" of a file.
type assignment struct {
	id    ID
	value string
	line  int
}

// section is a run with the settings that only it has.
type section struct {
	name string
	set  []assignment
}

// File is a parsed configuration file: one run, or several that differ in some
// settings.
type File struct {
	common []assignment
	runs   []section // never empty; a file without sections has one without a name
}

// Names returns the names of the runs in the order of the file.
func (f *File) Names() []string {
	names := make([]string, len(f.runs))
	for i := range f.runs {
		names[i] = f.runs[i].name
	}
	return names
}

// Runs returns the scenario of each run in the order of the file. Lines that
// [Parse] reported as errors are left out.
func (f *File) Runs() []*Scenario {
	runs, _ := f.With(nil)
	return runs
}

// With returns the scenario of each run after changes, of which a later one
// wins over an earlier one and over the file. Illegal values are left out of
// the scenarios and reported as [*Error]; so is a run that would not work
// ([Scenario.Check]).
func (f *File) With(changes []Change) ([]*Scenario, []error) {
	var errs []error
	known := make([]Change, 0, len(changes))
	for _, c := range changes {
		switch _, ok := Lookup(c.Name); {
		case !ok:
			errs = report(errs, unknown(c.Key()))
		case c.Run != "" && !f.has(c.Run):
			errs = report(errs, &Error{
				Setting: c.Key(), Problem: "there is no run " + strconv.Quote(shorten(c.Run)),
				Legal: f.runNames(),
			})
		default:
			known = append(known, c)
		}
	}
	scenarios := make([]*Scenario, len(f.runs))
	for i := range f.runs {
		s, runErrs := f.build(&f.runs[i], known)
		scenarios[i] = s
		for _, err := range runErrs {
			errs = report(errs, err)
		}
	}
	return scenarios, errs
}

func (f *File) has(run string) bool {
	for i := range f.runs {
		if f.runs[i].name == run {
			return true
		}
	}
	return false
}

func (f *File) runNames() string {
	if len(f.runs) == 1 && f.runs[0].name == "" {
		return "no run at all, because the scenario has only one"
	}
	return strings.Join(f.Names(), " or ")
}

// build makes the scenario of one run. What decides in the end is collected
// first and then set in the order of the registry, where release comes first,
// so that each value is judged by the rules of the right release.
func (f *File) build(run *section, changes []Change) (*Scenario, []error) {
	var last [numSettings]*assignment
	for _, list := range [][]assignment{f.common, run.set} {
		for i := range list {
			last[list[i].id] = &list[i]
		}
	}
	for _, c := range changes {
		if c.Run == "" || c.Run == run.name {
			def, _ := Lookup(c.Name)
			last[def.ID] = &assignment{id: def.ID, value: c.Value}
		}
	}
	s := New()
	s.Run = run.name
	var errs []error
	for id, a := range last {
		if a == nil {
			continue
		}
		if err := s.Set(settings[id].Name, a.value); err != nil {
			if e, ok := err.(*Error); ok {
				e.Line = a.line
			}
			errs = append(errs, err)
		}
	}
	return s, append(errs, s.Check()...)
}

// report appends an error that is not there yet, up to a limit.
func report(errs []error, err error) []error {
	if len(errs) > maxErrors {
		return errs
	}
	text := err.Error()
	for _, e := range errs {
		if e.Error() == text {
			return errs
		}
	}
	if len(errs) == maxErrors {
		err = &Error{Problem: "more errors follow; only the first " + strconv.Itoa(maxErrors) + " are listed"}
	}
	return append(errs, err)
}

// byLine puts the errors of a file in the order of its lines, those without a
// line last.
func byLine(a, b error) int {
	line := func(err error) int {
		if e, ok := err.(*Error); ok && e.Line > 0 {
			return e.Line
		}
		return math.MaxInt
	}
	return cmp.Compare(line(a), line(b))
}

// parser is the state of [Parse].
type parser struct {
	file      File
	errs      []error
	line      int
	lineCount int
	into      *[]assignment    // the section that lines belong to
	lines     [numSettings]int // where it has each setting, 0 if nowhere
}

// Parse reads a configuration file. Its syntax is that of postgresql.conf, one
// "name = value" a line with comments after # and values in single quotes
// where they have spaces; settings before the first [section] are common to
// all runs, and each section is a run named for it.
//
// All errors are returned, each an [*Error]; the File holds the lines that are
// right. A text of more than 64 kB is refused with an empty File.
func Parse(text string) (*File, []error) {
	p := parser{}
	p.into = &p.file.common
	if len(text) > maxInput {
		p.fail("", "", "a configuration of "+strconv.Itoa(len(text))+" bytes is too long", "at most "+strconv.Itoa(maxInput)+" bytes")
		text = ""
	}
	p.lineCount = 1 + strings.Count(text, "\n")
	for rest := text; p.line < p.lineCount; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		p.line++
		line = strings.Trim(line, " \t\r")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			p.section(line)
		default:
			rest = p.assignment(line, rest)
		}
	}
	if len(p.file.runs) == 0 {
		p.file.runs = []section{{}}
	}
	_, errs := p.file.With(nil)
	for _, err := range errs {
		p.errs = report(p.errs, err)
	}
	slices.SortStableFunc(p.errs, byLine)
	return &p.file, p.errs
}

func (p *parser) fail(setting, value, problem, legal string) {
	p.errs = report(p.errs, &Error{Setting: setting, Value: value, Problem: problem, Legal: legal, Line: p.line})
}

func (p *parser) section(line string) {
	p.lines = [numSettings]int{}
	p.into = new([]assignment) // what stands below a broken section is left out
	name, rest, closed := strings.Cut(line[1:], "]")
	name = strings.Trim(name, " \t")
	switch {
	case !closed || !blank(rest):
		p.fail("", line, "is not a section", "[name] on a line of its own")
	case !validText(name) || name == "" || len(name) > maxName:
		p.fail("", line, "has no usable name", "1 to "+strconv.Itoa(maxName)+" printable bytes")
	case p.file.has(name):
		p.fail("", line, "is there twice", "each section once")
	case len(p.file.runs) == maxRuns:
		p.fail("", line, "is one section too many", "at most "+strconv.Itoa(maxRuns))
	default:
		p.file.runs = append(p.file.runs, section{name: name})
		p.into = &p.file.runs[len(p.file.runs)-1].set
	}
}

// assignment reads a line "name = value" and returns the text behind it: a text in
// quotes may go on over the lines that follow.
func (p *parser) assignment(line, following string) (rest string) {
	end := strings.IndexFunc(line, func(r rune) bool { return strings.ContainsRune(" \t=#'", r) })
	if end < 0 {
		end = len(line)
	}
	name, text := line[:end], strings.TrimLeft(line[end:], " \t")
	text = strings.TrimLeft(strings.TrimPrefix(text, "="), " \t")
	def, ok := Lookup(name)
	if !ok {
		err := unknown(name)
		err.Line = p.line
		p.errs = report(p.errs, err)
		return following
	}
	value, problem := unquote(text, def.Kind)
	if problem == notClosed && def.Kind == KindText && p.line < p.lineCount {
		whole := text + "\n" + following
		end := closingQuote(whole)
		if n := strings.IndexByte(whole[end:], '\n'); n >= 0 {
			text, following = whole[:end+n], whole[end+n+1:]
		} else {
			text, following = whole, ""
		}
		// Mistakes are reported where the value begins.
		defer func(lines int) { p.line += lines }(strings.Count(text, "\n"))
		value, problem = unquote(strings.TrimRight(text, " \t\r"), def.Kind)
	}
	if problem != "" {
		p.fail(def.Name, text, problem, "name = value, with the value in single quotes if it has spaces")
		return following
	}
	if before := p.lines[def.ID]; before != 0 {
		p.fail(def.Name, value, "is given twice, first in line "+strconv.Itoa(before), "one line for each setting")
		return following
	}
	p.lines[def.ID] = p.line
	*p.into = append(*p.into, assignment{id: def.ID, value: value, line: p.line})
	return following
}

// closingQuote returns where the quote ends that text begins with, or the length of
// text.
func closingQuote(text string) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' || strings.HasPrefix(text[i:], "''"):
			i++
		case text[i] == '\'':
			return i
		}
	}
	return len(text)
}

// notClosed is the problem of a text whose quote does not end with the line.
const notClosed = "has no closing quote"

// unquote takes the value from the rest of a line: a word, or a text in single
// quotes, in which two quotes stand for one and a backslash protects the
// character after it; in a script, whose commands begin with one, only a quote or
// another backslash.
func unquote(rest string, kind Kind) (value, problem string) {
	if !strings.HasPrefix(rest, "'") {
		value, _, _ = strings.Cut(rest, "#")
		value = strings.TrimRight(value, " \t")
		switch {
		case value == "":
			return "", "there is no value"
		case strings.ContainsAny(value, " \t'"):
			return "", "is more than one word"
		}
		return value, ""
	}
	var b []byte
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '\\' && i+1 < len(rest) && (kind != KindText || rest[i+1] == '\\' || rest[i+1] == '\''):
			i++
			b = append(b, rest[i])
		case c != '\'':
			b = append(b, c)
		case strings.HasPrefix(rest[i+1:], "'"):
			i++
			b = append(b, c)
		case blank(rest[i+1:]):
			return string(b), ""
		default:
			return "", "has something behind the closing quote"
		}
	}
	return "", notClosed
}

// blank reports whether nothing but space and a comment is left on a line.
func blank(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == '#'
}

// validText reports whether s is UTF-8 without control characters.
func validText(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }) < 0
}
