package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"

	"golang.org/x/image/vector"
)

// steps is how many shades a color has between white, which is none of them, and
// itself.
const steps = 24

// mostColors is how many colors a picture may have.
const mostColors = 255 / steps

// PNG returns the picture as an image. A picture has no more than ten colors.
func (p *Picture) PNG() []byte {
	c := &canvas{
		image: image.NewPaletted(image.Rect(0, 0, p.width, p.height), color.Palette{color.White}),
		first: map[string]uint8{},
	}
	for i := range p.shapes {
		c.draw(&p.shapes[i])
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, c.image); err != nil {
		panic("picture: " + err.Error()) // a buffer takes everything
	}
	return b.Bytes()
}

// canvas is an image in the making.
type canvas struct {
	image  *image.Paletted
	first  map[string]uint8 // of each color: the entry of the palette with its lightest shade
	shader vector.Rasterizer
	mask   image.Alpha
}

// draw puts a shape onto the canvas.
func (c *canvas) draw(s *shape) {
	left, top, right, bottom := s.extent()
	within := image.Rect(int(math.Floor(left)), int(math.Floor(top)), int(math.Ceil(right))+1, int(math.Ceil(bottom))+1).Intersect(c.image.Rect)
	if within.Empty() {
		return
	}
	c.shader.Reset(within.Dx(), within.Dy())
	s.outline(&outliner{&c.shader, float64(within.Min.X), float64(within.Min.Y)})
	c.mask = image.Alpha{Pix: make([]uint8, within.Dx()*within.Dy()), Stride: within.Dx(), Rect: image.Rect(0, 0, within.Dx(), within.Dy())}
	c.shader.Draw(&c.mask, c.mask.Rect, image.Opaque, image.Point{})
	c.paint(within, c.shades(s.color))
}

// paint colors the pixels that the mask covers. On one that has a color already, the
// darker shade wins.
func (c *canvas) paint(within image.Rectangle, first uint8) {
	for y := 0; y < within.Dy(); y++ {
		row := c.image.Pix[c.image.PixOffset(within.Min.X, within.Min.Y+y):]
		for x, covered := range c.mask.Pix[y*c.mask.Stride : (y+1)*c.mask.Stride] {
			step := (int(covered)*steps + 127) / 255
			if step == 0 || row[x] > 0 && step <= (int(row[x])-1)%steps+1 && step < steps {
				continue
			}
			row[x] = first + uint8(step-1)
		}
	}
}

// shades returns the entry of the palette with the lightest shade of a color.
func (c *canvas) shades(text string) uint8 {
	if at, ok := c.first[text]; ok {
		return at
	}
	if len(c.first) == mostColors {
		panic("picture: more than " + strconv.Itoa(mostColors) + " colors")
	}
	rgb, err := strconv.ParseUint(text[1:], 16, 32)
	if err != nil {
		panic("picture: " + text + " is not a color")
	}
	at := uint8(len(c.image.Palette))
	c.first[text] = at
	for step := 1; step <= steps; step++ {
		mix := func(v uint64) uint8 { return uint8(255 - (255-int(v&0xff))*step/steps) }
		c.image.Palette = append(c.image.Palette, color.NRGBA{R: mix(rgb >> 16), G: mix(rgb >> 8), B: mix(rgb), A: 255})
	}
	return at
}

// extent is where a shape is.
func (s *shape) extent() (left, top, right, bottom float64) {
	if s.points == nil {
		return s.at.X, s.at.Y - s.font.Size*1.2, s.at.X + s.font.Width(s.text), s.at.Y + s.font.Size*0.4
	}
	left, top, right, bottom = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range s.points {
		left, right = min(left, p.X), max(right, p.X)
		top, bottom = min(top, p.Y), max(bottom, p.Y)
	}
	return left - s.stroke, top - s.stroke, right + s.stroke, bottom + s.stroke
}

// outliner gives outlines to the rasterizer, whose origin is at a place.
type outliner struct {
	to   *vector.Rasterizer
	x, y float64
}

func (o *outliner) move(p Point) { o.to.MoveTo(float32(p.X-o.x), float32(p.Y-o.y)) }
func (o *outliner) line(p Point) { o.to.LineTo(float32(p.X-o.x), float32(p.Y-o.y)) }
func (o *outliner) curve(c, p Point) {
	o.to.QuadTo(float32(c.X-o.x), float32(c.Y-o.y), float32(p.X-o.x), float32(p.Y-o.y))
}

func (o *outliner) area(points ...Point) {
	o.move(points[0])
	for _, p := range points[1:] {
		o.line(p)
	}
	o.to.ClosePath()
}

// outline hands over what is within a shape.
func (s *shape) outline(o *outliner) {
	switch {
	case s.points == nil:
		s.letters(o)
	case s.stroke > 0:
		for i, p := range s.points {
			o.dot(p, s.stroke/2)
			if i > 0 {
				o.bar(s.points[i-1], p, s.stroke/2)
			}
		}
	default:
		o.area(s.points...)
	}
}

func (s *shape) letters(o *outliner) {
	scale := s.font.Size / unitsPerEm
	origin := s.at
	place := func(c corner) Point { return Point{origin.X + float64(c.x)*scale, origin.Y + float64(c.y)*scale} }
	for _, c := range s.text {
		l := s.font.letter(c)
		for _, part := range l.strokes {
			switch part.kind {
			case moveTo:
				o.to.ClosePath()
				o.move(place(part.to))
			case lineTo:
				o.line(place(part.to))
			default:
				o.curve(place(part.control), place(part.to))
			}
		}
		o.to.ClosePath()
		origin.X += float64(l.advance) * scale
	}
}

// dot is a round area. All parts of a line turn the same way, so that nothing is
// taken out where they overlap.
func (o *outliner) dot(center Point, radius float64) {
	const corners = 12
	var points [corners]Point
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		points[i] = Point{center.X + radius*cos, center.Y + radius*sin}
	}
	o.area(points[:]...)
}

// bar is a straight line of a width.
func (o *outliner) bar(a, b Point, half float64) {
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	if length == 0 {
		return
	}
	x, y := (b.Y-a.Y)/length*half, -(b.X-a.X)/length*half
	o.area(Point{a.X + x, a.Y + y}, Point{b.X + x, b.Y + y}, Point{b.X - x, b.Y - y}, Point{a.X - x, a.Y - y})
}
