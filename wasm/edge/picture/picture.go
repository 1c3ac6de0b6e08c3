package picture

import "strings"

// Point is a place in a picture, in pixels from its left upper corner.
type Point struct{ X, Y float64 }

// Picture is a picture in the making: shapes, each on top of those before it.
type Picture struct {
	width, height int
	shapes        []shape
}

// New returns an empty picture of a size in pixels.
func New(width, height int) *Picture { return &Picture{width: width, height: height} }

// shape is one of a text, a line and an area, all in one color, #rrggbb.
type shape struct {
	color  string
	text   string
	font   Font
	at     Point
	points []Point
	stroke float64 // width of a line; 0 is an area
}

// Text writes a text from a place on its baseline, without the characters that an XML
// document can't have.
func (p *Picture) Text(x, y float64, f Font, color, text string) {
	p.shapes = append(p.shapes, shape{color: color, text: strings.Map(legal, text), font: f, at: Point{x, y}})
}

func legal(c rune) rune {
	if c < ' ' || c == '\uFFFE' || c == '\uFFFF' {
		return -1
	}
	return c
}

// TextEnd writes a text that ends at a place on its baseline.
func (p *Picture) TextEnd(x, y float64, f Font, color, text string) {
	p.Text(x-f.Width(text), y, f, color, text)
}

// Line draws a line through points, with round joints and ends.
func (p *Picture) Line(width float64, color string, points ...Point) {
	p.shapes = append(p.shapes, shape{color: color, points: points, stroke: width})
}

// Area fills what is within points.
func (p *Picture) Area(color string, points ...Point) {
	p.shapes = append(p.shapes, shape{color: color, points: points})
}

// Box fills a rectangle.
func (p *Picture) Box(x, y, width, height float64, color string) {
	p.Area(color, Point{x, y}, Point{x + width, y}, Point{x + width, y + height}, Point{x, y + height})
}
