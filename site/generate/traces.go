package generate

import (
	"bytes"
	"fmt"

	"clocksweep/charts"
	"clocksweep/charts/preview"
	"clocksweep/core/bufmgr"
	"clocksweep/core/report"
	"clocksweep/core/scenario"
	"clocksweep/core/trace"
	"clocksweep/site/page"
)

// The example of the page for traces is made of a recording: scans, VACUUM and
// bulk loads, under which policies differ.
const (
	exampleRecording = "9.6.24-E5b"
	exampleName      = "example.csv"
	exampleAbout     = "A real server of release 9.6.24 with pgbench’s tables at scale 2: point queries, updates, " +
		"sequential scans, VACUUM, CREATE TABLE AS, TRUNCATE and DROP. A line is a pin that a process took."
	exampleSizes = "256kB, 512kB, 1MB, 2MB, 4MB, 8MB, 16MB"
)

// traces makes the page for traces, and writes the example and its result beside
// it.
func (b *builder) traces() (*page.Traces, error) {
	p := &proof{dir: b.Recordings}
	set, err := p.open(exampleRecording)
	if err != nil {
		return nil, err
	}
	example := set.AppendAccesses(nil)
	result, err := playExample(example)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", exampleName, err)
	}
	for _, file := range []struct {
		name string
		data []byte
	}{
		{exampleName, example},
		{"example-result.csv", report.TraceCSV(result)},
		{"example-result.json", report.TraceJSON(exampleName, result)},
	} {
		if err := b.write("traces/"+file.name, file.data); err != nil {
			return nil, err
		}
	}
	what, kinds := report.TraceAccount(result)
	t := &page.Traces{
		Frame: b.frame("Your own trace · Clocksweep",
			"Play a record of page accesses to the replacement policy of every PostgreSQL release in pools of several sizes, in this browser: hit ratio and pages written.", "../"),
		Example: exampleName, About: exampleAbout, Account: what + ": " + kinds + ".", Sizes: exampleSizes,
		Memory: trace.SizeOf(trace.PageMemory / 8192), MaxSizes: trace.PageSizes, MaxLine: "64 kB",
		Command: "clocksweep replay " + exampleName + " 1MB,4MB,16MB",
	}
	if t.Pictures, err = b.render(charts.Trace(result, charts.Static), func(string) bool { return true }, func(string) bool { return false }); err != nil {
		return nil, err
	}
	hits := charts.Trace(result, charts.Light)[0]
	b.preview("traces/index.html", preview.Preview{Title: "Your own trace, under every release’s replacement policy", About: "Traces"}, &hits)
	sizes, policies := charts.TracePolicies(result)
	t.Head = sizes
	for _, p := range policies {
		row := page.TraceRow{Name: p.Name, Since: p.Since}
		for i := range sizes {
			row.Cells = append(row.Cells, page.TraceCell{Hits: p.Hits[i], Writes: p.Write[i]})
		}
		t.Rows = append(t.Rows, row)
	}
	for _, p := range bufmgr.Policies() {
		t.Played = append(t.Played, page.Fact{Name: p.Name, Value: p.About})
	}
	return t, nil
}

// playExample plays a trace to everything.
func playExample(data []byte) (*trace.Result, error) {
	buffers, err := scenario.ReadSizes(exampleSizes, trace.PageSizes)
	if err != nil {
		return nil, err
	}
	reader, err := trace.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	player, err := trace.NewPlayer(reader, trace.Everything(buffers, trace.PageMemory))
	if err != nil {
		return nil, err
	}
	for more := true; more; {
		if more, err = player.Step(); err != nil {
			return nil, err
		}
	}
	return player.Result(false), nil
}
