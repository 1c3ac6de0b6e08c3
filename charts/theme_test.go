package charts

import (
	"encoding/xml"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
)

// contrast is the contrast ratio of WCAG 2.1, 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(t *testing.T, color string) float64 {
	t.Helper()
	if len(color) != 7 || color[0] != '#' {
		t.Fatalf("%q is not #rrggbb", color)
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.03928 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func TestContrast(t *testing.T) {
	if c := contrast(t, "#000000", "#ffffff"); math.Abs(c-21) > 1e-9 {
		t.Fatalf("contrast of black and white is %v, want 21", c)
	}
	for name, theme := range map[string]Theme{"light": Light, "dark": Dark} {
		for _, p := range theme.properties() {
			need := 3.0 // lines and areas
			switch {
			case p.name == "--paper" || p.name == "--grid":
				continue // the ground itself, and lines that only help the eye
			case p.name == "--text" || p.name == "--muted" || strings.HasPrefix(p.name, "--run"):
				need = 4.5 // text, and lines whose labels have their color
			}
			if c := contrast(t, *p.color, theme.Paper); c < need {
				t.Errorf("%s: %s %s has contrast %.2f, want %.1f", name, p.name, *p.color, c, need)
			}
		}
	}
}

func TestColorsDiffer(t *testing.T) {
	for name, theme := range map[string]Theme{"light": Light, "dark": Dark, "static": Static} {
		seen := map[string]string{}
		for _, p := range theme.properties() {
			if other, ok := seen[*p.color]; ok && name == "static" || ok && p.name != "--published" {
				t.Errorf("%s: %s and %s are both %s", name, p.name, other, *p.color)
			}
			seen[*p.color] = p.name
		}
	}
}

func TestCSS(t *testing.T) {
	css := CSS(Dark)
	for _, want := range []string{"--paper: " + Dark.Paper + ";\n", "--backend: " + Dark.Backend + ";\n", "--run6: " + Dark.Run[5] + ";\n"} {
		if !strings.Contains(css, want) {
			t.Errorf("no %q in\n%s", want, css)
		}
	}
}

func TestStaticColors(t *testing.T) {
	m := StaticColors()
	if len(m) != 12+MaxRuns || m[Static.Backend] != "--backend" || m[Static.Run[0]] != "--run1" {
		t.Errorf("static colors are %v", m)
	}
	for c := range m {
		for name, theme := range map[string]Theme{"light": Light, "dark": Dark} {
			if strings.Contains(CSS(theme), c) {
				t.Errorf("placeholder %s is a color of theme %s", c, name)
			}
		}
	}
}

func TestThemed(t *testing.T) {
	svg := `<svg><path fill="` + Static.Backend + `" class="zr0-cls-1"></path><style ><![CDATA[.zr0-cls-1:hover{fill:rgba(1,2,3,1)}]]></style>` +
		`<g stroke="` + Static.Run[1] + `"></g></svg>`
	want := `<svg><path fill="var(--backend)"></path><g stroke="var(--run2)"></g></svg>`
	if got := Themed(svg); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestStandalone reads the file as XML and checks that every color is a real one, in
// both themes.
func TestStandalone(t *testing.T) {
	s := Static
	svg := Standalone(`<svg xmlns="http://www.w3.org/2000/svg" width="9"><path fill="`+s.Backend+`" stroke="`+s.Grid+
		`"/><stop stop-color="`+s.WAL+`"/></svg>`, `a < b & "c"`)
	for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
	}
	for _, p := range s.properties() {
		if strings.Contains(svg, *p.color) {
			t.Errorf("a placeholder is left in %s", svg)
		}
	}
	for _, want := range []string{
		"<title>a &lt; b &amp; &#34;c&#34;</title>",
		`fill="` + Light.Backend + `" data-fill="backend" stroke="` + Light.Grid + `" data-stroke="grid"`,
		`[data-fill="backend"]{fill:` + Dark.Backend + "}", `[data-stroke="grid"]{stroke:` + Dark.Grid + "}",
		`stop-color="` + Light.WAL + `"`, `fill="` + Light.Paper + `"`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in %s", want, svg)
		}
	}
}
