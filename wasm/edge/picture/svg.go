package picture

import (
	"html"
	"strconv"
	"strings"
)

// SVG returns the picture as an SVG document. Its texts are in whatever font without
// serifs there is, and stay texts: nothing in them is markup.
func (p *Picture) SVG() []byte {
	var b strings.Builder
	w, h := strconv.Itoa(p.width), strconv.Itoa(p.height)
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="` + w + `" height="` + h + `" viewBox="0 0 ` + w + ` ` + h + `" font-family="sans-serif">` +
		`<rect width="` + w + `" height="` + h + `" fill="#ffffff"/>`)
	for i := range p.shapes {
		p.shapes[i].svg(&b)
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func (s *shape) svg(b *strings.Builder) {
	switch {
	case s.points == nil:
		b.WriteString(`<text x="` + tenth(s.at.X) + `" y="` + tenth(s.at.Y) + `" font-size="` + tenth(s.font.Size) + `"`)
		if s.font.Bold {
			b.WriteString(` font-weight="bold"`)
		}
		b.WriteString(` fill="` + s.color + `">` + html.EscapeString(s.text) + `</text>`)
	case s.stroke > 0:
		b.WriteString(`<polyline points="` + places(s.points) + `" fill="none" stroke="` + s.color + `" stroke-width="` + tenth(s.stroke) + `" stroke-linejoin="round" stroke-linecap="round"/>`)
	default:
		b.WriteString(`<polygon points="` + places(s.points) + `" fill="` + s.color + `"/>`)
	}
}

func places(points []Point) string {
	var list []string
	for _, p := range points {
		list = append(list, tenth(p.X)+","+tenth(p.Y))
	}
	return strings.Join(list, " ")
}

// tenth writes a number of pixels to a tenth.
func tenth(v float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}
