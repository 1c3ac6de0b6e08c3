package generate

import (
	"slices"
	"strconv"
	"strings"

	"clocksweep/charts"
	"clocksweep/charts/preview"
	"clocksweep/core/experiment"
	"clocksweep/core/hardware"
	"clocksweep/core/link"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/site/page"
)

// experiment makes the page of an experiment that has been played.
func (b *builder) experiment(p *played) (*page.Experiment, error) {
	cells := report.Compare(p.Experiment, p.results)
	pictures, err := b.pictures(p, cells)
	if err != nil {
		return nil, err
	}
	story, parts, err := markdown(p.Story)
	if err != nil {
		return nil, err
	}
	e := &page.Experiment{
		Frame: b.frame(p.Title+" · Clocksweep", p.Claim, "../../"),
		Slug:  p.Slug, Question: p.Question, Title: p.Title, Claim: p.Claim,
		Facts: facts(p), Runs: p.Scenario.Names(),
		Verdict: verdict(cells), Misses: onMisses(parts), Comparison: comparison(cells),
		Reports: reports(p.results), Story: story,
		Thread: p.Thread, Sources: sources(p),
		Figures: link.Pairs(link.Summary(p.results)), Command: link.Command(p.Slug, nil),
	}
	for _, r := range p.results {
		e.Found = append(e.Found, page.RunFindings{Run: r.Run, Finds: findings(r)})
	}
	if p.chapter == nil {
		for _, way := range link.Embeds(unnamedLab, p.Slug, p.Question, nil) {
			e.Embeds = append(e.Embeds, page.Text{Report: way.ID, Run: way.Name, Text: way.Text})
		}
	}
	place(e, pictures, p.lead())
	if e.Mechanisms, err = b.mechanisms(p); err != nil {
		return nil, err
	}
	if p.chapter != nil {
		e.Chapter, e.Verdict = chapterOf(p.chapter), page.Verdict{}
	}
	e.Strip, e.Groups = fields(p)
	for _, v := range p.Variants {
		e.Variants = append(e.Variants, page.Variant{Name: v.Name, Label: v.Label, Why: v.Why})
	}
	e.Time = timeOf(p.results)
	e.Fitted = fitted(p.Experiment)
	for _, r := range p.results {
		e.Provenance = append(e.Provenance, page.Provenance{Run: r.Run, Seed: strconv.FormatUint(r.Seed, 10), Hash: r.Hash()})
	}
	e.Rules = releaseRules(p.scenarios)
	return e, nil
}

// ahead notes what the preview of an experiment shows.
func (b *builder) ahead(p *played) {
	lead := charts.Drawings(p.results, published(p), charts.Light)[0]()
	b.preview("x/"+p.Slug+"/index.html", preview.Preview{
		Title: p.Question, About: p.Title, Facts: p.about(), Footer: p.page.Verdict.Text,
	}, &lead)
}

// lead is the id of the picture that answers the question: what the chapter says, for
// up to two runs their lines over time, and for more the published numbers beside
// the simulated ones.
func (p *played) lead() string {
	switch {
	case p.chapter != nil:
		return p.chapter.Picture
	case len(p.results) <= 2:
		return "throughput"
	}
	return "answer"
}

// place puts each picture where the page has it.
func place(e *page.Experiment, pictures []page.Picture, lead string) {
	for i := range pictures {
		switch id := pictures[i].ID; {
		case id == lead:
			e.Lead = &pictures[i]
		case id == "answer": // two runs are told by their lines
		case id == "throughput":
			e.Throughput = &pictures[i]
		case id == "time":
			e.Why = &pictures[i]
		case id == "usage":
			e.End = append(e.End, pictures[i])
		default:
			e.Over = append(e.Over, pictures[i])
		}
	}
}

func fitted(e *experiment.Experiment) []page.Fitted {
	var list []page.Fitted
	for _, f := range e.Fitted {
		list = append(list, page.Fitted{Setting: f.Label(), Value: f.Value, Range: f.Range, Cell: f.Cell, Why: f.Why})
	}
	return list
}

// facts are what stands below the question.
func facts(p *played) []page.Fact {
	machine := p.scenarios[0].Enum(scenario.Hardware)
	if m, ok := hardware.MachineByID(machine); ok {
		machine = withoutFileSystem(m.Label)
	}
	list := []page.Fact{
		{Name: "Release", Value: "PostgreSQL " + p.Release},
		{Name: "Machine", Value: machine},
		{Name: "File system", Value: fileSystems(p.scenarios)},
	}
	if p.chapter == nil {
		list = append([]page.Fact{{Name: "Thread", Value: p.Title}, {Name: "Year", Value: strconv.Itoa(p.Year)}}, list...)
	}
	return list
}

// withoutFileSystem cuts the file system off a machine's label, where it is the last
// part: a run may have another one.
func withoutFileSystem(label string) string {
	i := strings.LastIndex(label, ", ")
	if i < 0 {
		return label
	}
	for _, name := range strings.Split(label[i+2:], " or ") {
		if name != "XFS" && !strings.HasPrefix(name, "ext") {
			return label
		}
	}
	return label[:i]
}

// fileSystems names what the runs use, in their order.
func fileSystems(list []*scenario.Scenario) string {
	var names []string
	for _, sc := range list {
		name := sc.Enum(scenario.FileSystem)
		if fs, ok := hardware.FileSystemByID(name); ok {
			name = fs.Label
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, "; ")
}

// about is what a preview says of the experiment.
func (p *played) about() string {
	if p.chapter != nil {
		return "Guide, chapter " + strconv.Itoa(p.chapter.Number)
	}
	return "PostgreSQL " + p.Release + ", " + strconv.Itoa(p.Year)
}

// verdict judges the comparison in the words of the page's program.
func verdict(cells []report.Cell) page.Verdict {
	score := report.Judge(cells)
	return page.Verdict{Text: score.String(), OK: score.OK()}
}

// comparison is the table that the page's program fills in the same way.
func comparison(cells []report.Cell) page.Comparison {
	c := page.Comparison{Head: []page.Column{
		{Name: "Run"}, {Name: "Metric"}, {Name: "Published", Class: "num"}, {Name: "Simulated", Class: "num"},
		{Name: "Difference", Class: "num extra"}, {Name: "Role", Class: "extra"}, {Name: "Tolerance", Class: "extra"},
		{Name: "Verdict"},
	}}
	for i := range cells {
		cell := &cells[i]
		c.Rows = append(c.Rows, page.ComparisonRow{
			Run: cell.RunText(), Metric: cell.Metric, Published: cell.PublishedText(), Simulated: cell.SimulatedText(),
			Difference: cell.DifferenceText(), Tolerance: cell.Tolerance, Role: cell.Role, Verdict: cell.Verdict(),
			Note: cell.Note(), Class: strings.ToLower(cell.Verdict()),
		})
	}
	return c
}

// reports are the texts of [report.Kinds] for each run.
func reports(rs []*result.Result) []page.Report {
	var list []page.Report
	for _, kind := range report.Kinds() {
		r := page.Report{Name: kind.Name, Title: kind.Title, Note: kind.Note}
		for _, run := range rs {
			r.Texts = append(r.Texts, page.Text{Report: kind.Name, Run: run.Run, Text: kind.Text(run)})
		}
		list = append(list, r)
	}
	return list
}

// sources tells of each published number where it stands.
func sources(p *played) []page.Source {
	var list []page.Source
	for _, v := range p.Published {
		s := page.Source{Run: v.Run, Metric: v.Metric, Unit: v.Unit, Source: v.Source}
		s.Value = strconv.FormatFloat(v.Value, 'f', -1, 64)
		if s.Run == "" {
			s.Run = "all"
		}
		list = append(list, s)
	}
	return list
}
