package charts

import (
	"cmp"
	"slices"
	"strings"
)

// throughput draws transactions per second of all runs on one axis from zero,
// with the published values as dashed lines and stalls at the foot.
func throughput(s *scene, published []Published) Picture {
	var lines []line
	var bands []band
	most := 0.0
	for i := range s.runs {
		r := &s.runs[i]
		y := means(r.Series.TPS, s.bin)
		most = max(most, peak(y))
		lines = append(lines, line{
			name: r.name, color: r.color, y: y, end: len(r.Series.TPS), width: 2, label: true,
			spans: stallSpans(r),
		})
		name := ""
		if len(s.runs) > 1 {
			name = r.name
		}
		if !s.several() { // else nobody could tell whose they are
			bands = append(bands, s.checkpointBands(r, "checkpoint", name)...)
		}
	}
	labelLongest(lines)
	known := s.publishedTPS(published)
	for _, p := range known {
		most = max(most, p.Value)
	}
	lines[0].levels = levels(known, len(s.runs) > 1, most)
	pic := Picture{
		ID: "throughput", Title: "Throughput",
		Caption: throughputCaption(s, known),
		Table:   s.throughputTable(),
	}
	s.overTime(&pic, []panel{{
		unit: "transactions/s", max: most, lines: lines, bands: bands,
	}}, nil)
	return pic
}

// publishedTPS returns the published throughput of the runs drawn, smallest
// first.
func (s *scene) publishedTPS(published []Published) []Published {
	var known []Published
	for _, p := range published {
		if p.Metric == "tps" && slices.ContainsFunc(s.runs, func(r run) bool { return r.Run == p.Run }) {
			known = append(known, p)
		}
	}
	slices.SortStableFunc(known, func(a, b Published) int { return cmp.Compare(a.Value, b.Value) })
	return known
}

// levels draws published values, labels of near neighbors side by side.
func levels(published []Published, several bool, axis float64) []level {
	positions := [...]string{"insideStartTop", "insideMiddleTop", "insideEndTop"}
	place := 0
	var ls []level
	for i, p := range published {
		if i > 0 && p.Value-published[i-1].Value < 0.08*axis {
			place++
		} else {
			place = 0
		}
		label := "published " + figure(p.Value, 4)
		if several && p.Run != "" {
			label += " (" + plain(p.Run) + ")"
		}
		ls = append(ls, level{p.Value, label, positions[place%len(positions)]})
	}
	return ls
}

// stallSpans marks a run's stalls on the foot of the picture.
func stallSpans(r *run) []span {
	var spans []span
	for _, st := range longestStalls(r) {
		spans = append(spans, span{from: float64(st.StartNs) / 1e9, to: float64(st.StartNs+st.LengthNs) / 1e9})
	}
	return spans
}

// labelLongest labels the longest stall of all runs.
func labelLongest(lines []line) {
	var most *span
	for _, l := range lines {
		if len(l.spans) > 0 && (most == nil || l.spans[0].to-l.spans[0].from > most.to-most.from) {
			most = &l.spans[0]
		}
	}
	if most != nil {
		most.label = "stalled " + figure(most.to-most.from, 2) + " s"
	}
}

func throughputCaption(s *scene, published []Published) string {
	if s.several() {
		return s.throughputSeveral()
	}
	var parts []string
	for i, r := range s.runs {
		part := r.name + " completes " + figure(r.TPSIncluding(), 4)
		if i == 0 {
			part += " transactions per second"
		} else if first := s.runs[0].TPSIncluding(); first > 0 {
			part += ", " + figure(r.TPSIncluding()/first, 2) + " times as many as " + s.runs[0].name
		}
		if at := slices.IndexFunc(published, func(p Published) bool { return p.Run == r.Run }); at >= 0 {
			part += " (published " + figure(published[at].Value, 4) + ")"
		}
		if len(r.Stalls) > 0 {
			part += " and has " + plural(len(r.Stalls), "stall") + ", " + longest(&r)
		}
		if r.Stopped {
			part += ", stopped after " + seconds(r.VirtualNs)
		}
		parts = append(parts, part)
	}
	text := strings.Join(parts, "; ") + "."
	if s.runs[0].Run == "" { // a name of its own may begin with a small letter
		return capital(text)
	}
	return text
}

// longest tells the length of a run's longest stall.
func longest(r *run) string {
	first := longestStalls(r)[0]
	if len(r.Stalls) == 1 {
		return "of " + seconds(first.LengthNs)
	}
	return "the longest of " + seconds(first.LengthNs)
}

func (s *scene) throughputTable() Table {
	columns := make([]column, 0, len(s.runs))
	for _, r := range s.runs {
		columns = append(columns, column{r.name + ", tps", func(k int) []float64 { return means(r.Series.TPS, k) }})
	}
	return s.timeTable(columns)
}
