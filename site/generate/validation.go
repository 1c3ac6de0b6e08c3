package generate

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"clocksweep/core/bufmgr"
	"clocksweep/core/replay"
	"clocksweep/core/rules"
	"clocksweep/site/page"
)

// kinds are the columns of the tables of recordings: which quantities of a
// report each sums up. Every quantity has its place in exactly one.
var kinds = []struct {
	title      string
	quantities []string
}{
	{"Hits or misses", []string{"hits and misses"}},
	{"Buffers, pins", []string{"buffers", "pins"}},
	{"Victims", []string{"victims", "victim sources", "old pages", "victims written"}},
	{"Counts, flags", []string{"usage counts", "reference counts", "dirty flags"}},
	{"Hands", []string{"hands"}},
	{"Rings", []string{"ring sizes", "ring slots", "rejections"}},
	{"Lists", []string{"sent to freelist", "vacuum hints", "list moves", "ghost hits", "lists entered", "replaced pages", "targets", "list lengths"}},
	{"Snapshots", []string{"snapshots", "snapshot heads"}},
	{"Rounds", []string{"round begins and ends", "round estimates", "round buffers"}},
	{"Checkpoint order", []string{"checkpoint sizes", "checkpoint buffers"}},
	{"Naps, triggers", []string{"nap decisions", "naps between rounds", "checkpoint triggers"}},
}

// matrix are the recordings that are played to every release's policy: the same
// work, TPC-B without a background writer, on every recorded server.
var matrix = []string{"7.4.30-E2", "8.0.0-E2", "8.0.2-E2", "8.1.0-E2", "8.2.0-E2", "8.3.0-E2", "9.6.24-E2", "T2b"}

// proof is what replaying the recordings has shown.
type proof struct {
	dir     string
	groups  []replay.Group
	sets    map[string]setInfo        // by name of recording
	reports map[string]*replay.Report // under the server's own rules
}

// setInfo is what is told of a recording besides its report.
type setInfo struct{ buffers, lines int }

// prove plays every recording in a folder to the rules of its server.
func prove(dir string) (*proof, error) {
	p := &proof{dir: dir, groups: replay.Groups(), sets: map[string]setInfo{}, reports: map[string]*replay.Report{}}
	for _, g := range p.groups {
		for _, r := range g.Recordings {
			set, err := p.open(r.Name)
			if err != nil {
				return nil, err
			}
			report, err := playTo(set, g.Release.Policy())
			if err != nil {
				return nil, err
			}
			p.reports[r.Name] = report
			p.sets[r.Name] = setInfo{buffers: set.Buffers, lines: int(set.EndLine) - 1}
		}
	}
	return p, nil
}

func (p *proof) open(name string) (*replay.Set, error) {
	f, err := os.Open(filepath.Join(p.dir, name+".gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	set, err := replay.ReadCompact(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return set, nil
}

func playTo(set *replay.Set, policy string) (*replay.Report, error) {
	named, ok := bufmgr.PolicyByName(policy)
	if !ok {
		return nil, fmt.Errorf("there is no policy %s", policy)
	}
	return replay.NewPlayer(set, named.New(set.Buffers)).Play(), nil
}

// validation makes the page.
func (b *builder) validation() (*page.Validation, error) {
	p, err := prove(b.Recordings)
	if err != nil {
		return nil, err
	}
	v := &page.Validation{
		Frame: b.frame("Played against real servers · Clocksweep",
			"What real PostgreSQL servers from 7.4 to 15 did with their buffers, predicted decision by decision, and the rules of each release with their sources.", "../"),
		Test: "go test ./core/replay",
	}
	p.totals(v)
	for _, g := range p.groups {
		v.Servers = append(v.Servers, p.server(g))
		if way := (page.Fact{Name: g.Way.Name, Value: g.Way.About}); !slices.Contains(v.Ways, way) {
			v.Ways = append(v.Ways, way)
		}
	}
	if err := p.underOthers(v); err != nil {
		return nil, err
	}
	for _, c := range replay.Changes() {
		row, err := p.changed(&c)
		if err != nil {
			return nil, err
		}
		v.Changes = append(v.Changes, row)
	}
	p.rules(v)
	return v, nil
}

// totals sums up all recordings.
func (p *proof) totals(v *page.Validation) {
	var lines, accesses int
	var reports []*replay.Report
	for _, g := range p.groups {
		for _, r := range g.Recordings {
			lines += p.sets[r.Name].lines
			reports = append(reports, p.reports[r.Name])
			accesses += p.reports[r.Name].Of("hits and misses").Checked
		}
	}
	compared, wrong := 0, 0
	for _, k := range kinds {
		kind := page.Kind{Name: k.title}
		checked, missed := 0, 0
		for _, name := range k.quantities {
			n, w := count(reports, name)
			checked += n
			missed += w
			kind.Quantities = append(kind.Quantities, page.Fact{Name: name, Value: grouped(n)})
		}
		kind.Compared, kind.Wrong = grouped(checked), grouped(missed)
		v.Kinds = append(v.Kinds, kind)
		compared += checked
		wrong += missed
	}
	v.Verdict = page.Verdict{
		Text: fmt.Sprintf("%s values compared, mismatches %s.", grouped(compared), grouped(wrong)),
		OK:   wrong == 0,
	}
	v.Totals = []page.Fact{
		{Name: "Servers", Value: strconv.Itoa(len(p.groups))},
		{Name: "Recordings", Value: strconv.Itoa(len(reports))},
		{Name: "Lines of trace", Value: grouped(lines)},
		{Name: "Page accesses", Value: grouped(accesses)},
	}
}

// count returns how many values of some quantities were compared in some
// recordings, and how many of them are wrong.
func count(reports []*replay.Report, quantities ...string) (checked, wrong int) {
	for _, r := range reports {
		for _, name := range quantities {
			q := r.Of(name)
			checked += q.Checked
			wrong += q.Wrong()
		}
	}
	return checked, wrong
}

// server tells of the recordings of one server, with the kinds of values that
// they have.
func (p *proof) server(g replay.Group) page.Server {
	s := page.Server{Version: g.Version, Policy: g.Release.Policy(), Way: g.Way.Name}
	var reports []*replay.Report
	for _, r := range g.Recordings {
		report := p.reports[r.Name]
		reports = append(reports, report)
		row := page.Recording{
			Name: r.Name, About: r.About, Buffers: grouped(p.sets[r.Name].buffers), Lines: grouped(p.sets[r.Name].lines),
			Mismatches: grouped(report.Mismatches), Class: "ok", Command: command(r.Name, ""),
		}
		if report.Mismatches > 0 {
			row.Class = "miss"
		}
		s.Recordings = append(s.Recordings, row)
	}
	for _, k := range kinds {
		if n, _ := count(reports, k.quantities...); n == 0 {
			continue
		}
		s.Columns = append(s.Columns, k.title)
		for i, r := range reports {
			n, wrong := count([]*replay.Report{r}, k.quantities...)
			s.Recordings[i].Cells = append(s.Recordings[i].Cells, compared(n, wrong))
		}
	}
	return s
}

// compared tells how many values were compared, and how many are wrong if any
// are.
func compared(checked, wrong int) string {
	switch {
	case checked == 0:
		return ""
	case wrong > 0:
		return grouped(wrong) + " wrong of " + grouped(checked)
	}
	return grouped(checked)
}

// command repeats a replay, under another policy if one is named.
func command(recording, policy string) string {
	text := "clocksweep replay "
	if policy != "" {
		text += "-policy " + policy + " "
	}
	return text + replay.Recording{Name: recording}.File()
}

// underOthers plays some recordings to every release's policy.
func (p *proof) underOthers(v *page.Validation) error {
	var policies []string
	for _, r := range rules.All() {
		if r.Aspect == rules.Replacement {
			policies = append(policies, r.ID)
			v.Policies = append(v.Policies, page.PolicyColumn{Name: r.ID, Releases: r.Span()})
		}
	}
	for _, name := range matrix {
		set, err := p.open(name)
		if err != nil {
			return err
		}
		row := page.MatrixRow{Recording: name, Victims: grouped(p.reports[name].Of("victims").Checked)}
		for _, policy := range policies {
			r, err := playTo(set, policy)
			if err != nil {
				return err
			}
			cell := page.MatrixCell{Wrong: grouped(r.Of("victims").Wrong()), Own: policy == set.Release.Policy()}
			if more := r.Replayed.Misses - r.Recorded.Misses; more != 0 {
				cell.Misses = fmt.Sprintf("%+d misses", more)
			}
			row.Cells = append(row.Cells, cell)
		}
		v.Matrix = append(v.Matrix, row)
	}
	return nil
}

// changed plays a wrong rule.
func (p *proof) changed(c *replay.Change) (page.ChangeRow, error) {
	set, err := p.open(c.Recording)
	if err != nil {
		return page.ChangeRow{}, err
	}
	r := c.Play(set)
	q := r.Of(c.Quantity)
	row := page.ChangeRow{
		Recording: c.Recording, Wrong: c.Wrong, Quantity: c.Quantity, Compared: grouped(q.Checked), Miss: grouped(q.Wrong()),
	}
	if r.First != nil {
		row.First = r.First.String()
	}
	if c.Policy != "" {
		row.Command = command(c.Recording, c.Policy)
	}
	return row, nil
}

// provedBy names the servers whose recordings show a rule at work.
func (p *proof) provedBy(r rules.Rule) []string {
	var versions []string
	if r.File == "" {
		return nil
	}
	for _, g := range p.groups {
		if r.In(rules.Line(g.Version)) && slices.ContainsFunc(g.Recordings, func(rec replay.Recording) bool {
			return p.reports[rec.Name].Of(r.Aspect.Quantity()).Checked > 0
		}) {
			versions = append(versions, g.Version)
		}
	}
	return versions
}

// grouped writes a whole number with commas between groups of three digits.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
