package charts

import "strings"

// disk draws how busy the disk is and what it reads and writes. A megabyte is a
// million bytes, as in datasheets.
func disk(s *scene) Picture {
	busy := func(r *run, k int) []float64 { return scaled(means(r.Series.DiskBusy, k), 100) }
	reads := func(r *run, k int) []float64 { return scaled(means(r.Series.DiskReadB, k), 1e-6) }
	writes := func(r *run, k int) []float64 { return scaled(means(r.Series.DiskWriteB, k), 1e-6) }
	parts := []struct {
		unit, head string
		y          func(r *run, k int) []float64
	}{
		{"disk busy, %", "busy, %", busy},
		{"read from the disk, MB/s", "read, MB/s", reads},
		{"written to the disk, MB/s", "written, MB/s", writes},
	}
	var panels []panel
	for _, part := range parts {
		panels = append(panels, s.runsPanel(part.unit, func(r *run) []float64 { return part.y(r, s.bin) }))
	}
	panels[0].max = 100
	var columns []column
	for i := range s.runs {
		r := &s.runs[i]
		for _, part := range parts {
			columns = append(columns, column{r.name + " " + part.head, func(k int) []float64 { return part.y(r, k) }})
		}
	}
	pic := Picture{ID: "disk", Title: "The disk", Caption: diskCaption(s), Table: s.timeTable(columns)}
	s.overTime(&pic, panels, nil)
	return pic
}

func diskCaption(s *scene) string {
	if s.several() {
		return s.diskSeveral()
	}
	var parts []string
	for i, r := range s.runs {
		length := float64(r.VirtualNs)
		if length == 0 {
			parts = append(parts, r.name+" has not begun")
			continue
		}
		perSecond := func(bytes int64) string { return figure(float64(bytes)*1e3/length, 3) } // bytes/ns to MB/s
		part := "in " + r.name + " "
		if i == 0 {
			part += "the disk is busy "
		}
		part += percent(float64(r.Counters.DiskUtilNs), length)
		if i == 0 {
			part += " of the time"
		}
		part += ", reading " + perSecond(r.Counters.DiskReadBytes) +
			" and writing " + perSecond(r.Counters.DiskWriteByte) + " MB/s"
		parts = append(parts, part)
	}
	return capital(strings.Join(parts, "; ")) + "."
}
