package generate

import (
	"context"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"clocksweep/charts"
	"clocksweep/charts/preview"
	"clocksweep/core/diagnose"
	"clocksweep/core/link"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
	"clocksweep/core/sweep"
	"clocksweep/site/page"
)

// first are the settings that the lab's page asks for before all others.
var first = []scenario.ID{
	scenario.Release, scenario.Hardware, scenario.Kernel, scenario.FileSystem, scenario.Scheduler, scenario.Disk,
	scenario.Workload, scenario.Scale, scenario.Clients, scenario.Duration, scenario.SharedBuffers,
}

// starts are links to begin with: servers that behave in different ways.
var starts = []page.Start{
	{Fragment: "v=1&release=8.2&hardware=amd64-raid1-2006&scale=20&clients=8&duration=3min", Label: "8.2 on two mirrored disks",
		Why: "checkpoints write all at once"},
	{Fragment: "v=1&release=9.6&hardware=laptop-nvme&scale=100&clients=16&shared_buffers=256MB", Label: "9.6 on a laptop’s NVMe drive",
		Why: "more pages than buffers"},
	{Fragment: "v=1&release=16&hardware=cloud-gp3&scale=100&clients=32&shared_buffers=1GB", Label: "16 on a cloud volume",
		Why: "3,000 I/Os a second and no more"},
	{Fragment: "v=1&release=13&hardware=pi4-sd&scale=10&clients=4&duration=2min", Label: "13 on a Raspberry Pi",
		Why: "the memory card decides"},
}

// The example of a sweep.
const (
	exampleSetting = "shared_buffers"
	exampleValues  = "1MB..32MB x2"
	exampleSeeds   = 3
)

// lab makes the page of the lab, and writes the results of its default run and of
// the example beside it.
func (b *builder) lab() (*page.Lab, error) {
	file, _ := scenario.Parse("")
	sc := file.Runs()[0]
	r, err := b.run(sc)
	if err != nil {
		return nil, err
	}
	o, err := playSweep(file)
	if err != nil {
		return nil, err
	}
	l := &page.Lab{
		Frame: b.frame("Lab · Clocksweep",
			"Any PostgreSQL release from 7.4 to 19 on a simulated machine of your choice, in this browser: run it, put results side by side, sweep over settings.", "../"),
		Starts: starts, Told: sweep.Told(r, 12),
		Reports: reports([]*result.Result{r}),
		Shared:  link.Pairs(link.Summary([]*result.Result{r})), Command: link.Command("", nil),
		Proof: page.Provenance{Seed: strconv.FormatUint(r.Seed, 10), Hash: r.Hash()},
	}
	l.Time = timeOf([]*result.Result{r})
	l.Strip, l.Groups = labFields(sc)
	for _, row := range sweep.Compare([]*result.Result{r}).Figures {
		l.Figures = append(l.Figures, page.Figure{Label: row.Label, Text: row.Texts[0]})
	}
	l.Finds = findings(r)
	pictures, err := b.render(append(charts.Pictures([]*result.Result{r}, nil, charts.Static), charts.Sweep(o, 0, charts.Static)),
		func(id string) bool { return alone(id) || id == "sweep" },
		func(id string) bool { return timed(id) && id != "sweep" })
	if err != nil {
		return nil, err
	}
	lead := charts.Drawings([]*result.Result{r}, nil, charts.Light)[0]()
	b.preview("lab/index.html", preview.Preview{Title: "What would your server do?", About: "The lab"}, &lead)
	l.Sweep = sweepForm(o)
	for i := range pictures {
		switch p := &pictures[i]; p.ID {
		case "throughput":
			l.Lead = p
		case "time":
			l.Why = p
		case "usage":
			l.End = append(l.End, *p)
		case "sweep":
			l.Sweep.Picture = p
		default:
			l.Over = append(l.Over, *p)
		}
	}
	for _, f := range []struct {
		name string
		data []byte
	}{
		{"result.json", report.JSON(nil, []*result.Result{r}, 0)},
		{"result.bin", result.AppendAll(nil, []*result.Result{r})},
		{"sweep.csv", o.CSV()},
		{"sweep.json", report.SweepJSON(server.Engine, sc.Text(), o)},
	} {
		if err := b.write("lab/"+f.name, f.data); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func playOne(sc *scenario.Scenario) (*result.Result, error) {
	run, err := server.New(sc)
	if err != nil {
		return nil, err
	}
	for run.Step(1 << 20) {
	}
	return run.Result(), nil
}

// playSweep plays the example, as many runs at a time as there are processors.
func playSweep(file *scenario.File) (*sweep.Outcome, error) {
	axis, err := sweep.ReadAxis(file.Runs()[0], exampleSetting, exampleValues)
	if err != nil {
		return nil, err
	}
	plan, err := sweep.New(func(changes []scenario.Change) (*scenario.Scenario, []error) {
		list, errs := file.With(changes)
		return list[0], errs
	}, []sweep.Axis{axis}, exampleSeeds)
	if err != nil {
		return nil, err
	}
	o := sweep.NewOutcome(plan)
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var one sync.Mutex
	var all sync.WaitGroup
	for _, j := range plan.Jobs() {
		all.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			r, err := playOne(plan.Scenario(j))
			if err != nil {
				cancel(err)
				return
			}
			one.Lock()
			defer one.Unlock()
			o.Put(j, r)
		})
	}
	all.Wait()
	return o, context.Cause(ctx)
}

// sweepForm is the form filled in with the example.
func sweepForm(o *sweep.Outcome) page.SweepForm {
	f := page.SweepForm{
		X: exampleSetting, XValues: exampleValues, Seeds: exampleSeeds, MaxSeeds: sweep.MaxSeeds, MaxRuns: sweep.MaxRuns,
		Command: "clocksweep sweep pgbench '" + exampleSetting + "=" + exampleValues + "' -seeds " + strconv.Itoa(len(o.Seeds)),
	}
	for _, s := range scenario.Settings() {
		if s.ID == scenario.Seed || s.Kind == scenario.KindText {
			continue
		}
		if n := len(f.Settings); n == 0 || f.Settings[n-1].Name != groupNames[s.Group] {
			f.Settings = append(f.Settings, page.Choices{Name: groupNames[s.Group]})
		}
		g := &f.Settings[len(f.Settings)-1]
		g.Settings = append(g.Settings, s.Name)
	}
	for _, m := range sweep.Measures() {
		f.Measures = append(f.Measures, page.Fact{Name: m.Name, Value: m.Label})
	}
	return f
}

// labFields divides the settings into those that are asked for first and all
// others by group. What is below a field follows the form.
func labFields(sc *scenario.Scenario) (strip []page.Field, groups []page.Group) {
	made := func(s scenario.Setting) page.Field {
		f := field(s, []*scenario.Scenario{sc})
		f.Rule, f.Idle = sc.Rule(s.ID), sc.Idle(s.ID) != ""
		return f
	}
	all := scenario.Settings()
	for _, id := range first {
		strip = append(strip, made(all[id]))
	}
	for _, s := range all {
		if slices.Contains(first, s.ID) {
			continue
		}
		if n := len(groups); n == 0 || groups[n-1].Name != groupNames[s.Group] {
			groups = append(groups, page.Group{Name: groupNames[s.Group]})
		}
		g := &groups[len(groups)-1]
		g.Fields = append(g.Fields, made(s))
	}
	return strip, groups
}

// findings are the diagnosis of a run as the page's program writes it.
func findings(r *result.Result) []page.Finding {
	var list []page.Finding
	for _, f := range diagnose.Diagnose(r) {
		p := page.Finding{Title: f.Title, Because: f.Because, Harmless: f.Harmless}
		for i := range f.Evidence {
			name, value := report.EvidenceText(&f.Evidence[i])
			p.Evidence = append(p.Evidence, page.Fact{Name: name, Value: value})
		}
		for _, c := range f.Try {
			p.Try = append(p.Try, page.Fact{Name: c.Name, Value: c.Value})
		}
		list = append(list, p)
	}
	return list
}
