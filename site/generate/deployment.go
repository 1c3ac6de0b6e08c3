package generate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"clocksweep/core/scenario"
	"clocksweep/site/page"
)

// limitsFile holds the limits of the edge worker, from the site's sources. The worker
// itself is not asked: it is no part of the site.
const limitsFile = "../wasm/edge/api/limits.json"

// deployment makes the page about handing the site out.
func (b *builder) deployment() (*page.Deployment, error) {
	text, err := os.ReadFile(filepath.Join(b.Site, filepath.FromSlash(limitsFile)))
	if err != nil {
		return nil, err
	}
	limits, err := limitRows(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", limitsFile, err)
	}
	return &page.Deployment{
		Frame: b.frame("Deployment · Clocksweep",
			"How to hand Clocksweep out: from any static host, or with the edge worker, which plays runs and sweeps for others.", "../"),
		Limits: limits,
	}, nil
}

// limitRows puts the limits into words. One that has none is an error.
func limitRows(text []byte) ([]page.Limit, error) {
	var values map[string]int64
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, err
	}
	buffers, _ := scenario.Lookup(scenario.SharedBuffers.String())
	duration, _ := scenario.Lookup(scenario.Duration.String())
	known := []struct {
		page.Limit
		show func(n int64) string
	}{
		{page.Limit{ID: "limit-body", Name: "body_bytes", Setting: "the body", What: "Length of what is sent."}, kilobytes},
		{page.Limit{ID: "limit-virtual_time", Name: "virtual_seconds", Setting: "duration", What: "Virtual time of a run."}, duration.Show},
		{page.Limit{ID: "limit-buffers", Name: "buffers", Setting: "shared_buffers", What: "Size of the pool."}, buffers.Show},
		{page.Limit{ID: "limit-memory", Name: "memory_bytes", Setting: "shared_buffers, scale or table_size", What: "Memory of a run. What takes more at the least is refused before it starts; what grows beyond is ended."}, megabytes},
		{page.Limit{ID: "limit-events", Name: "events", Setting: "duration, transactions or clients", What: "Events of a run, some hundred nanoseconds of processor time each. A run that has used them up is ended, and the answer tells how long it may last."}, inThousands},
		{page.Limit{ID: "limit-runs", Name: "runs", Setting: "axes and seeds", What: "Runs of a sweep."}, inThousands},
		{page.Limit{Name: "subrequests", What: "Requests that one request makes. A sweep of more runs is cut into sweeps of parts of it."}, inThousands},
		{page.Limit{Name: "parallel", What: "Requests that one request makes at the same time."}, inThousands},
	}
	var rows []page.Limit
	for _, k := range known {
		n, ok := values[k.Name]
		if !ok {
			return nil, fmt.Errorf("there is no %s", k.Name)
		}
		k.Most = k.show(n)
		rows = append(rows, k.Limit)
	}
	if len(values) != len(rows) {
		return nil, fmt.Errorf("there are %d limits, and words for %d", len(values), len(rows))
	}
	return rows, nil
}

func kilobytes(n int64) string { return fmt.Sprintf("%d kB", n>>10) }

func megabytes(n int64) string { return fmt.Sprintf("%d MB", n>>20) }

func inThousands(n int64) string { return grouped(int(n)) }
