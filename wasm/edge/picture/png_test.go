package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

func pixels(t *testing.T, p *Picture) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(p.PNG()))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// darkness of a pixel, 0 for white to 255.
func darkness(m image.Image, x, y int) int {
	return 255 - int(color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y)
}

// TestTextLooksAsTheFontDoes compares with the library's own way from a font to
// pixels.
func TestTextLooksAsTheFontDoes(t *testing.T) {
	const text = "Clock-Sweep & „größer“ @ 64MB 50%"
	for i, f := range fonts(t) {
		p := New(900, 80)
		p.Text(10, 55, Font{Size: 44, Bold: i == 1}, "#000000", text)
		got := pixels(t, p)
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 44, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			t.Fatal(err)
		}
		want := image.NewGray(got.Bounds())
		draw.Draw(want, want.Rect, image.White, image.Point{}, draw.Src)
		d := font.Drawer{Dst: want, Src: image.Black, Face: face, Dot: fixed.P(10, 55)}
		for _, c := range text { // one by one, without kerning
			d.DrawString(string(c))
		}
		ink, off := 0, 0
		for y := range 80 {
			for x := range 900 {
				a, b := darkness(got, x, y), darkness(want, x, y)
				ink += b
				off += max(a-b, b-a)
			}
		}
		// The library rounds places to a quarter of a pixel and more, which makes edges
		// differ; a stroke that lacks is a multiple of this.
		if ink == 0 || off > ink/5 {
			t.Errorf("font %d: of %d of ink, %d differ", i, ink, off)
		}
	}
}

// TestLinesHaveNoHoles: where the parts of a line overlap, it is as dark as elsewhere.
func TestLinesHaveNoHoles(t *testing.T) {
	p := New(100, 100)
	p.Line(6, "#000000", Point{10, 10}, Point{90, 20}, Point{20, 50}, Point{85, 90}, Point{85, 90})
	m := pixels(t, p)
	for _, at := range []image.Point{{10, 10}, {90, 20}, {50, 15}, {20, 50}, {55, 35}, {84, 89}} {
		if d := darkness(m, at.X, at.Y); d < 250 {
			t.Errorf("the line has %d of 255 at %v", d, at)
		}
	}
	if darkness(m, 50, 5) != 0 || darkness(m, 20, 80) != 0 {
		t.Error("there is color beside the line")
	}
}

func TestColors(t *testing.T) {
	p := New(40, 40)
	p.Box(0, 0, 40, 20, "#c95200")
	p.Box(10, 10, 10, 20, "#0072b2")
	m := pixels(t, p)
	for _, c := range []struct {
		x, y int
		want color.NRGBA
	}{{5, 5, color.NRGBA{0xc9, 0x52, 0, 255}}, {15, 15, color.NRGBA{0, 0x72, 0xb2, 255}}, {35, 35, color.NRGBA{255, 255, 255, 255}}} {
		if got := color.NRGBAModel.Convert(m.At(c.x, c.y)); got != c.want {
			t.Errorf("at %d, %d: %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

// TestWhateverIsDrawn: nothing that lies outside, is empty or has no letters breaks
// the picture.
func TestWhateverIsDrawn(t *testing.T) {
	p := New(60, 40)
	f := Font{Size: 30}
	for _, text := range []string{"", "\x00\u202e", "漢字 🙂", strings.Repeat("wide ", 200)} {
		p.Text(-20, 30, f, "#000000", text)
		p.TextEnd(500, -300, f, "#000000", text)
	}
	p.Line(3, "#000000", Point{-1e6, -1e6}, Point{1e6, 1e6})
	p.Line(3, "#000000", Point{5, 5})
	p.Area("#000000", Point{-500, 4})
	if got := pixels(t, p).Bounds(); got != image.Rect(0, 0, 60, 40) {
		t.Errorf("the picture is %v", got)
	}
}

func TestTextsStayTexts(t *testing.T) {
	const hostile = `</text><script>alert(1)</script> & "quotes"`
	p := New(60, 40)
	p.Text(0, 0, Font{Size: 10}, "#000000", hostile)
	var texts []string
	for d := xml.NewDecoder(bytes.NewReader(p.SVG())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := token.(xml.CharData); ok && strings.TrimSpace(string(data)) != "" {
			texts = append(texts, string(data))
		}
	}
	if len(texts) != 1 || texts[0] != hostile {
		t.Errorf("the texts are %q", texts)
	}
}

func BenchmarkPNG(b *testing.B) {
	p := New(1200, 630)
	for i := range 10 {
		p.Text(56, float64(100+50*i), Font{Size: 42, Bold: true}, "#1c2126", "A title that takes a whole line of the picture")
	}
	for b.Loop() {
		p.PNG()
	}
}
