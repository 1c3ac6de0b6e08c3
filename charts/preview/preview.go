package preview

import (
	"strconv"
	"strings"

	"clocksweep/charts"
)

// Size of a preview in pixels.
const (
	Width  = 1200
	Height = 630
)

// Size in which the chart of a preview is drawn. It is then enlarged by Scale,
// because previews are looked at small.
const (
	ChartWidth  = 680
	ChartHeight = 232
	Scale       = 1.6
)

// Where things are, in pixels.
const (
	margin   = 56
	inside   = Width - 2*margin
	headline = 68  // baseline of the site's name
	title    = 134 // baseline of the title above a chart
	chartTop = 186
	alone    = 250 // baseline of a title without a chart
	bottom   = 600 // baseline of the footer
)

// Preview is the picture of a page.
type Preview struct {
	Title  string // two lines at most; what is more is cut
	About  string // beside the site's name, or below a title without a chart
	Facts  string // at the right of the first line: release, year
	Footer string // what the numbers are worth, or what the site is
	Chart  string // SVG document of ChartWidth by ChartHeight; empty if there is none
}

// SVG composes the picture.
func (p *Preview) SVG() string {
	s := &sheet{}
	s.open()
	if p.Chart == "" {
		p.words(s)
	} else {
		p.picture(s)
	}
	s.text(margin, bottom, regular(24), charts.Light.Text, p.Footer)
	return s.close()
}

// picture is a page with a chart.
func (p *Preview) picture(s *sheet) {
	facts := regular(24)
	s.textEnd(Width-margin, headline, facts, charts.Light.Muted, p.Facts)
	room := inside - nameWidth - facts.width(p.Facts) - 40
	for _, line := range facts.fold(p.About, room, 1) {
		s.text(margin+nameWidth, headline, facts, charts.Light.Muted, line)
	}
	font, lines := fit(p.Title, inside, 2, 44, 38, 34)
	y := title
	if len(lines) == 2 {
		y = title - 14
	}
	for _, line := range lines {
		s.text(margin, y, font, charts.Light.Text, line)
		y += font.size * 6 / 5
	}
	s.chart(margin, chartTop, p.Chart)
}

// words is a page without one.
func (p *Preview) words(s *sheet) {
	font, lines := fit(p.Title, inside, 2, 64, 56, 48)
	y := alone
	for _, line := range lines {
		s.text(margin, y, font, charts.Light.Text, line)
		y += font.size * 6 / 5
	}
	about := regular(32)
	for _, line := range about.fold(p.About, inside, 4) {
		s.text(margin, y, about, charts.Light.Muted, line)
		y += about.size * 7 / 5
	}
}

// nameWidth is the room for the icon and the name of the site, with what parts them
// from the next text.
const nameWidth = 250

// sheet is an SVG document in the making.
type sheet struct{ strings.Builder }

func (s *sheet) open() {
	size := `width="` + strconv.Itoa(Width) + `" height="` + strconv.Itoa(Height) + `"`
	s.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" ` + size + ` font-family="` + Family + `"><rect ` + size + ` fill="` + charts.Light.Paper + `"/>` +
		`<rect width="` + strconv.Itoa(Width) + `" height="10" fill="` + charts.Light.Checkpointer + `"/>` +
		// The clock of the site's icon, with the sweep's hand.
		`<g transform="translate(` + strconv.Itoa(margin) + ` ` + strconv.Itoa(headline-31) + `) scale(1.25)"><g fill="none" stroke="` + charts.Light.Checkpointer + `" stroke-width="3">` +
		`<circle cx="16" cy="16" r="13" stroke-dasharray="3.4 1.705"/><path d="M16 16V6.5" stroke-linecap="round"/></g>` +
		`<circle cx="16" cy="16" r="3" fill="` + charts.Light.Checkpointer + `"/></g>`)
	s.text(margin+54, headline, bold(30), charts.Light.Text, "Clocksweep")
}

func (s *sheet) close() string {
	s.WriteString("</svg>")
	return s.String()
}

func (s *sheet) text(x, y int, f font, color, text string) {
	s.WriteString(`<text x="` + strconv.Itoa(x) + `" y="` + strconv.Itoa(y) + `" ` + f.attributes() + ` fill="` + color + `">` + escaped(text) + `</text>`)
}

// textEnd is text that ends at x.
func (s *sheet) textEnd(x, y int, f font, color, text string) {
	s.WriteString(`<g text-anchor="end">`)
	s.text(x, y, f, color, text)
	s.WriteString(`</g>`)
}

func (s *sheet) chart(x, y int, svg string) {
	s.WriteString(`<g transform="translate(` + strconv.Itoa(x) + ` ` + strconv.Itoa(y) + `) scale(` +
		strconv.FormatFloat(Scale, 'f', -1, 64) + `)">` + svg + `</g>`)
}

// escaped makes a text fit for the inside of an SVG element.
func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
