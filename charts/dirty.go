package charts

import "strings"

// dirty draws the dirty pages in shared buffers and, below, those in the
// kernel's page cache.
func dirty(s *scene) Picture {
	pool := func(r *run) []float64 { return r.Series.PoolDirty }
	cache := func(r *run) []float64 { return r.Series.OSDirty }
	panels := []panel{
		s.levelPanel("dirty pages in shared buffers (8 kB)", pool),
		s.levelPanel("dirty pages in the page cache (8 kB)", cache),
	}
	var columns []column
	for i := range s.runs {
		r := &s.runs[i]
		columns = append(columns,
			column{r.name + ", shared buffers", func(k int) []float64 { return lasts(pool(r), k) }},
			column{r.name + ", page cache", func(k int) []float64 { return lasts(cache(r), k) }})
	}
	pic := Picture{ID: "dirty", Title: "Dirty pages", Caption: dirtyCaption(s), Table: s.timeTable(columns)}
	s.overTime(&pic, panels, nil)
	return pic
}

// levelPanel draws a level of all runs.
func (s *scene) levelPanel(unit string, of func(r *run) []float64) panel {
	return s.runsPanel(unit, func(r *run) []float64 { return lasts(of(r), s.bin) })
}

// runsPanel draws one line a run.
func (s *scene) runsPanel(unit string, y func(r *run) []float64) panel {
	p := panel{unit: unit}
	for i := range s.runs {
		r := &s.runs[i]
		v := y(r)
		p.max = max(p.max, peak(v))
		p.lines = append(p.lines, line{
			name: r.name, color: r.color, y: v, end: len(r.Series.TPS), width: 2, label: true,
		})
		if !s.several() { // else nobody could tell whose they are
			p.bands = append(p.bands, s.checkpointBands(r, "", "")...)
		}
	}
	return p
}

func dirtyCaption(s *scene) string {
	if s.several() {
		return s.dirtySeveral()
	}
	var parts []string
	for i, r := range s.runs {
		n := len(r.Series.PoolDirty)
		if n == 0 {
			parts = append(parts, r.name+" has not run for a second")
			continue
		}
		part := "of " + r.name + " "
		if i == 0 {
			part = "at the end of " + r.name + " "
		}
		inPool, inCache := r.Series.PoolDirty[n-1], r.Series.OSDirty[n-1]
		part += grouped(int64(inPool)) + " pages"
		if r.Buffers > 0 {
			part += " (" + percent(inPool, float64(r.Buffers)) + " of shared buffers)"
		}
		if i == 0 {
			part += " are dirty in the pool and "
		} else {
			part += " and "
		}
		part += grouped(int64(inCache))
		if i == 0 {
			part += " in the page cache"
		}
		parts = append(parts, part)
	}
	return capital(strings.Join(parts, "; ")) + "."
}
