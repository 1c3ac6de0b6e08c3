package generate

import (
	"bytes"
	"image/png"
	"testing"

	"clocksweep/charts/preview"
	"clocksweep/site/page"
)

// A preview is a picture of the size that the page says, in letters that are really
// there: black ones on white paper.
func TestRasterize(t *testing.T) {
	b := &builder{Config: Config{Site: ".."}}
	words := preview.Preview{Title: "Why does it freeze?", About: "Because.", Footer: "Footer"}
	empty := preview.Preview{}
	pictures, err := b.rasterize([]string{words.SVG(), empty.SVG()})
	if err != nil {
		t.Fatal(err)
	}
	var dark [2]int
	for i, data := range pictures {
		p, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if size := p.Bounds().Size(); size.X != preview.Width || size.Y != preview.Height {
			t.Errorf("picture %d is %v", i, size)
		}
		if len(data) > 60_000 {
			t.Errorf("picture %d has %d bytes", i, len(data))
		}
		for y := 180; y < preview.Height; y++ {
			for x := range preview.Width {
				if r, g, b, _ := p.At(x, y).RGBA(); r+g+b < 3*0x4000 {
					dark[i]++
				}
			}
		}
	}
	if dark[0] < 2000 || dark[1] != 0 {
		t.Errorf("%d dark pixels with a title and %d without", dark[0], dark[1])
	}
}

func TestQuiet(t *testing.T) {
	got, err := quiet([]byte(`{"series":[{"label":{"show":true},"markArea":{"label":{"position":"top"},"data":[[{"name":"a","label":{"x":1}},{"y":1}]]}}]}`))
	want := `{"series":[{"label":{"show":true},"markArea":{"data":[[{"label":{"show":false},"name":"a"},{"label":{"show":false},"y":1}]],"label":{"show":false}}}]}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestPlace(t *testing.T) {
	b := &builder{Config: Config{Base: "https://lab.example/"}}
	for name, want := range map[string]page.Place{
		"index.html":         {Base: b.Base, Folder: "", Preview: "preview.png"},
		"lab/index.html":     {Base: b.Base, Folder: "lab/", Preview: "lab/preview.png"},
		"x/a/index.html":     {Base: b.Base, Folder: "x/a/", Preview: "x/a/preview.png", OEmbed: "x/a/oembed.json"},
		"embed/a/index.html": {Base: b.Base, Folder: "embed/a/"},
	} {
		f := page.Frame{Title: "Clocksweep: what it is · Clocksweep", Description: "About"}
		if b.place(name, &f); f.Place != want {
			t.Errorf("%s is at %+v, want %+v", name, f.Place, want)
		}
	}
	if len(b.previews) != 3 || b.previews[0].Title != "What it is" || b.previews[0].About != "About" {
		t.Errorf("the previews are %+v", b.previews)
	}
}

func TestSiteBase(t *testing.T) {
	for base, want := range map[string]string{
		"": "", "https://lab.example": "https://lab.example/", "https://lab.example/sub/": "https://lab.example/sub/", "http://localhost:8080": "http://localhost:8080/",
		"lab.example": "refused", "ftp://lab.example": "refused", "https://lab.example/?a": "refused", "javascript:alert(1)": "refused", "https://": "refused", "https://lab.example/#a": "refused",
	} {
		got, err := siteBase(base)
		if err != nil {
			got = "refused"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q, %v", base, got, want, err)
		}
	}
}
