package generate

import (
	"html/template"
	"strings"

	"clocksweep/charts"
	"clocksweep/core/result"
	"clocksweep/site/page"
)

// timeOf is the time slider at the end of the runs.
func timeOf(rs []*result.Result) page.Time {
	end := charts.Seconds(rs)
	moment := charts.Moment(rs, end)
	t := page.Time{Seconds: end, Says: charts.MomentSays(rs, end), Moment: page.Table{Head: moment.Head, Rows: moment.Rows}}
	maps := charts.PoolMaps(rs, end)
	if len(maps) == 0 {
		return t
	}
	pic := charts.Pool(rs, end)
	t.Pool = &page.Picture{
		ID: pic.ID, Title: pic.Title, Caption: pic.Caption, Table: page.Table{Head: pic.Table.Head, Rows: pic.Table.Rows},
	}
	for i := range maps {
		m := &maps[i]
		t.Pool.Maps = append(t.Pool.Maps, page.PoolRun{Run: m.Run, Says: m.Says, Drawing: poolDrawing(m)})
	}
	return t
}

// poolDrawing writes a map as an SVG document. Its paths have the classes by which the
// style sheet and the page's scripts know them.
func poolDrawing(m *charts.PoolMap) template.HTML {
	var b strings.Builder
	b.WriteString(`<svg role="img" viewBox="` + m.ViewBox + `" aria-label="Pool of ` + template.HTMLEscapeString(m.Run+": "+m.Says) + `">`)
	for _, l := range m.Layers {
		b.WriteString(`<path class="` + l.Name + `" d="` + l.Path + `"/>`)
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}
