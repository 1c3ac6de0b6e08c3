package experiment

import (
	"cmp"
	"embed"
	"slices"
	"strconv"
	"strings"

	"clocksweep/core/scenario"
)

//go:embed */scenario.conf */published.csv */fitted.csv */variants.csv */story.md
var folders embed.FS

// All returns the experiments, the oldest first.
func All() []*Experiment {
	entries, err := folders.ReadDir(".")
	if err != nil {
		panic(err)
	}
	all := make([]*Experiment, 0, len(entries))
	for _, entry := range entries {
		e, err := load(entry.Name(), read)
		if err != nil {
			panic(err) // the folder is part of the program, and tests load it
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b *Experiment) int { return cmp.Compare(a.Year, b.Year) })
	return all
}

// BySlug returns the experiment with that name. It reads no other: all of them take
// a browser most of a second.
func BySlug(slug string) (*Experiment, bool) {
	entries, err := folders.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		if entry.Name() != slug {
			continue
		}
		e, err := load(slug, read)
		if err != nil {
			panic(err) // as in All
		}
		return e, true
	}
	return nil, false
}

// read returns an embedded file.
func read(path string) (string, error) {
	b, err := folders.ReadFile(path)
	return string(b), err
}

// dataError is a mistake in the files of an experiment.
type dataError struct {
	file    string
	line    int
	problem string
}

func (e *dataError) Error() string {
	return e.file + ", line " + strconv.Itoa(e.line) + ": " + e.problem
}

// load reads the folder of an experiment.
func load(slug string, read func(path string) (string, error)) (*Experiment, error) {
	e := &Experiment{Slug: slug}
	for _, part := range []struct {
		file string
		load func(e *Experiment, file, text string) error
	}{
		{"scenario.conf", loadScenario},
		{"published.csv", loadPublished},
		{"fitted.csv", loadFitted},
		{"variants.csv", loadVariants},
		{"story.md", loadStory},
	} {
		path := slug + "/" + part.file
		text, err := read(path)
		if err != nil {
			return nil, err
		}
		if err := part.load(e, path, text); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func loadScenario(e *Experiment, file, text string) error {
	f, errs := scenario.Parse(text)
	if len(errs) > 0 {
		return &dataError{file, 0, errs[0].Error()}
	}
	e.Scenario = f
	e.Release = f.Runs()[0].Enum(scenario.Release)
	return nil
}

func loadPublished(e *Experiment, file, text string) error {
	return eachRow(file, text, []string{"run", "metric", "value", "unit", "role", "tolerance", "source"}, func(f []string) string {
		p := Published{Run: f[0], Metric: f[1], Unit: f[3], Role: f[4], Source: f[6]}
		var err error
		if p.Value, err = strconv.ParseFloat(f[2], 64); err != nil {
			return "the value is not a number: " + f[2]
		}
		if p.Run != "" && !slices.Contains(e.Scenario.Names(), p.Run) {
			return "there is no run " + p.Run
		}
		if !slices.Contains([]string{RoleFitted, RolePredicted, RoleContext, RoleUnidentified}, p.Role) {
			return "the role is not fitted, predicted, context or not identified: " + p.Role
		}
		var ok bool
		if p.Tolerance, ok = parseTolerance(f[5]); !ok {
			return "the tolerance is not like 10% or 7..9: " + f[5]
		}
		if p.Tolerance.None != (p.Role == RoleContext || p.Role == RoleUnidentified) {
			return "a number is judged if and only if it is fitted or predicted"
		}
		e.Published = append(e.Published, p)
		return ""
	})
}

// parseTolerance reads "10%", "7..9" or nothing.
func parseTolerance(text string) (t Tolerance, ok bool) {
	if text == "" {
		return Tolerance{None: true}, true
	}
	if share, found := strings.CutSuffix(text, "%"); found {
		percent, err := strconv.ParseFloat(share, 64)
		return Tolerance{Rel: percent / 100}, err == nil && percent > 0
	}
	low, high, found := strings.Cut(text, "..")
	lowest, err1 := strconv.ParseFloat(low, 64)
	highest, err2 := strconv.ParseFloat(high, 64)
	return Tolerance{Min: lowest, Max: highest}, found && err1 == nil && err2 == nil && lowest <= highest
}

func loadFitted(e *Experiment, file, text string) error {
	return eachRow(file, text, []string{"setting", "value", "range", "cell", "why"}, func(f []string) string {
		const most = 3 // with more, a published number proves nothing
		if len(e.Fitted) == most {
			return "an experiment has at most three fitted values"
		}
		def, ok := scenario.Lookup(f[0])
		if !ok {
			return "there is no setting " + f[0]
		}
		cell := slices.IndexFunc(e.Published, func(p Published) bool {
			return p.Role == RoleFitted && strings.TrimSpace(p.Run+" "+p.Metric) == f[3]
		})
		if cell < 0 {
			return "no published number with the role fitted is called " + f[3]
		}
		fitted := Fitted{Setting: f[0], Value: f[1], Range: f[2], Cell: f[3], Why: f[4]}
		if def.Group == scenario.GroupWorkload {
			fitted.Runs = e.sameWorkload(e.Published[cell].Run)
		}
		for _, s := range e.Scenario.Runs() {
			if (fitted.Runs == nil || slices.Contains(fitted.Runs, s.Run)) && s.Show(def.ID) != f[1] {
				return f[0] + " is " + s.Show(def.ID) + " in run " + s.Run + ", not " + f[1]
			}
		}
		if slices.ContainsFunc(e.Fitted, func(other Fitted) bool { return other.Label() == fitted.Label() }) {
			return f[0] + " is fitted twice for the same runs"
		}
		e.Fitted = append(e.Fitted, fitted)
		return ""
	})
}

// sameWorkload returns the runs with the workload of the given one, nil if that is
// all of them.
func (e *Experiment) sameWorkload(run string) []string {
	runs := e.Scenario.Runs()
	workload := ""
	for _, s := range runs {
		if s.Run == run {
			workload = s.Enum(scenario.Workload)
		}
	}
	var names []string
	for _, s := range runs {
		if workload == "" || s.Enum(scenario.Workload) == workload {
			names = append(names, s.Run)
		}
	}
	if len(names) == len(runs) {
		return nil
	}
	return names
}

func loadVariants(e *Experiment, file, text string) error {
	return eachRow(file, text, []string{"name", "label", "why", "changes"}, func(f []string) string {
		link, errs := scenario.DecodeLink("#" + f[3])
		if len(errs) == 0 {
			_, errs = e.Scenario.With(link.Changes)
		}
		if len(errs) > 0 {
			return errs[0].Error()
		}
		if !scenario.ValidSlug(f[0]) || len(link.Changes) == 0 {
			return "a variant needs a name of small letters, digits and hyphens, and at least one change"
		}
		e.Variants = append(e.Variants, Variant{Name: f[0], Label: f[1], Why: f[2], Changes: link.Changes})
		return ""
	})
}

func loadStory(e *Experiment, file, text string) error {
	year := ""
	body, err := ReadHead(file, text, []Field{
		{"title", &e.Title}, {"question", &e.Question}, {"claim", &e.Claim}, {"year", &year}, {"thread", &e.Thread}})
	if err != nil {
		return err
	}
	if e.Year, err = strconv.Atoi(year); err != nil {
		return &dataError{file, 5, "the year is not a number: " + year}
	}
	e.Story = body
	return nil
}

// Field is a line "name: value" in the head of a text, and where its value goes.
type Field struct {
	Name string
	To   *string
}

// ReadHead reads the head of a text, lines of "name: value" between two lines of
// "---", which must be the given fields in their order, and returns the rest of the
// text. file is what errors call the text.
func ReadHead(file, text string, fields []Field) (body string, err error) {
	head, body, closed := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	if !closed || !strings.HasPrefix(text, "---\n") {
		return "", &dataError{file, 1, "there is no head between two lines of ---"}
	}
	lines := strings.Split(head, "\n")
	for i, field := range fields {
		if i >= len(lines) || !strings.HasPrefix(lines[i], field.Name+": ") {
			return "", &dataError{file, i + 2, "here the head needs " + field.Name}
		}
		*field.To = lines[i][len(field.Name)+2:]
	}
	if len(lines) != len(fields) {
		return "", &dataError{file, len(fields) + 2, "the head goes on after " + fields[len(fields)-1].Name}
	}
	return strings.TrimLeft(body, "\n"), nil
}

// New makes an experiment without a thread: of a scenario file and a table of
// variants, as they lie in a folder of the gallery. Nothing was published on it.
func New(slug, conf, variants string) (*Experiment, error) {
	e := &Experiment{Slug: slug}
	if err := loadScenario(e, slug+"/scenario.conf", conf); err != nil {
		return nil, err
	}
	return e, loadVariants(e, slug+"/variants.csv", variants)
}
