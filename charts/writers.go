package charts

import "strings"

// writer is one of those that write the pool's pages.
type writer struct {
	name    string
	color   func(t *Theme) string
	pattern int
	column  func(r *run) []float64 // pages of each second
	total   func(r *run) int64
}

var poolWriters = [...]writer{
	{
		"checkpoint", func(t *Theme) string { return t.Checkpointer }, solid,
		func(r *run) []float64 { return r.Series.WrittenCkpt }, func(r *run) int64 { return r.Counters.BuffersCheckpoint },
	},
	{
		"bgwriter", func(t *Theme) string { return t.BgWriter }, hatched,
		func(r *run) []float64 { return r.Series.WrittenClean }, func(r *run) int64 { return r.Counters.BuffersClean },
	},
	{
		"backends", func(t *Theme) string { return t.Backend }, dots,
		func(r *run) []float64 { return r.Series.WrittenBack }, func(r *run) int64 { return r.Counters.BuffersBackend },
	},
}

// writers draws who wrote the pages of shared buffers, stacked, one plot a run
// on one scale.
func writers(s *scene) Picture {
	most := 0.0
	panels := make([]panel, len(s.runs))
	var columns []column
	var legend []string
	for _, w := range poolWriters {
		legend = append(legend, w.name)
	}
	for i := range s.runs {
		r := &s.runs[i]
		p := panel{run: r, unit: "pages written/s"}
		stack := make([]float64, len(means(r.Series.TPS, s.bin)))
		for _, w := range poolWriters {
			color := w.color(&s.theme)
			y := means(w.column(r), s.bin)
			for j := range y {
				stack[j] += y[j]
			}
			p.lines = append(p.lines, line{
				name: w.name, color: color, y: y, end: len(r.Series.TPS), area: true,
				decal: s.pattern(w.pattern),
			})
			columns = append(columns, column{r.name + " " + w.name + ", pages/s", func(k int) []float64 { return means(w.column(r), k) }})
		}
		p.bands = append(s.checkpointBands(r, "checkpoint", ""), s.stallBands(r)...)
		most = max(most, peak(stack))
		panels[i] = p
	}
	for i := range panels {
		panels[i].max = most
	}
	pic := Picture{
		ID: "writers", Title: "Who writes the pages", Caption: writersCaption(s), Table: s.timeTable(columns),
	}
	s.overTime(&pic, panels, legend)
	return pic
}

func writersCaption(s *scene) string {
	if s.several() {
		return s.writersSeveral()
	}
	var parts []string
	for _, r := range s.runs {
		total := int64(0)
		for _, w := range poolWriters {
			total += w.total(&r)
		}
		if total == 0 {
			parts = append(parts, "no page of shared buffers is written in "+r.name)
			continue
		}
		part := r.name + " writes " + grouped(total) + " pages"
		if r.Transactions > 0 {
			part += " (" + figure(float64(total)/float64(r.Transactions), 3) + " a transaction)"
		}
		var shares []string
		for _, w := range poolWriters {
			if n := w.total(&r); n > 0 {
				shares = append(shares, percent(float64(n), float64(total))+" by "+w.by())
			}
		}
		parts = append(parts, part+": "+strings.Join(shares, ", "))
	}
	return capital(strings.Join(parts, "; ")) + "."
}

// by names the writer inside a sentence.
func (w *writer) by() string {
	switch w.name {
	case "checkpoint":
		return "checkpoints"
	case "bgwriter":
		return "the background writer"
	}
	return w.name
}
