package preview

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// texts returns the texts of an SVG document, and fails if it is not well formed.
func texts(t *testing.T, svg string) []string {
	t.Helper()
	var list []string
	inside := false
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == "img" || token.Name.Local == "script" {
				t.Fatalf("a text has become the element %s", token.Name.Local)
			}
			inside = token.Name.Local == "text"
		case xml.CharData:
			if inside {
				list = append(list, string(token))
			}
		}
	}
}

func TestTextsStayTexts(t *testing.T) {
	const hostile = `<script>alert(1)</script> & "quotes" <img src=x>`
	for _, chart := range []string{"", "<svg/>"} {
		p := Preview{Title: hostile, About: hostile, Facts: hostile, Footer: hostile, Chart: chart}
		list := texts(t, p.SVG())
		if len(list) < 4 || list[len(list)-1] != hostile {
			t.Errorf("with chart %q the texts are %q", chart, list)
		}
	}
}

// Lines fit, nothing that fits is cut, and what is cut says so.
func TestFold(t *testing.T) {
	const text = "Does it matter whether the index that every transaction uses fits into shared_buffers, when the kernel caches everything?"
	for _, width := range []int{100, 400, 1088, 4000} {
		for most := 1; most <= 4; most++ {
			f := bold(44)
			lines := f.fold(text, width, most)
			if len(lines) > most {
				t.Errorf("%d lines of at most %d", len(lines), most)
			}
			for _, line := range lines {
				if w := f.width(line); w > width {
					t.Errorf("%q is %d wide, with %d there", line, w, width)
				}
			}
			whole := strings.Join(lines, " ") == text
			if cut := strings.HasSuffix(lines[len(lines)-1], "…"); cut == whole {
				t.Errorf("width %d, %d lines: cut %v, whole %v: %q", width, most, cut, whole, lines)
			}
		}
	}
	if lines := regular(20).fold("Donaudampfschifffahrtsgesellschaftskapitän", 100, 3); len(lines) != 1 || !strings.HasSuffix(lines[0], "…") {
		t.Errorf("a word that is too long: %q", lines)
	}
	if lines := regular(20).fold("  ", 100, 3); len(lines) != 0 {
		t.Errorf("nothing gives %q", lines)
	}
}

func TestFitTakesTheLargestSize(t *testing.T) {
	for text, size := range map[string]int{"Short": 44, strings.Repeat("word ", 18): 44, strings.Repeat("word ", 20): 38, strings.Repeat("word ", 100): 34} {
		if f, lines := fit(text, 1088, 2, 44, 38, 34); f.size != size {
			t.Errorf("%d letters are set in %d: %q", len(text), f.size, lines)
		}
	}
}
