package generate

import (
	"bytes"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"clocksweep/site/page"
)

// markdown renders a story and returns its parts: every heading gets an id to
// link to, with a prefix that keeps it apart from the page's own. Raw HTML in a story is left out, as it is goldmark's rule.
func markdown(story string) (template.HTML, []page.Part, error) {
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Typographer),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	source := []byte(story)
	doc := md.Parser().Parse(text.NewReader(source))
	var parts []page.Part
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		heading, ok := n.(*ast.Heading)
		if !ok {
			continue
		}
		if id, ok := heading.AttributeString("id"); ok {
			part := page.Part{ID: "story-" + string(id.([]byte)), Heading: string(heading.Lines().Value(source))}
			heading.SetAttributeString("id", []byte(part.ID))
			parts = append(parts, part)
		}
	}
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, source, doc); err != nil {
		return "", nil, err
	}
	return template.HTML(out.String()), parts, nil
}

// closerLook begins the heading under which a story takes up the numbers that
// the lab misses.
const closerLook = "A closer look"

// onMisses returns that part, nil if the story has none.
func onMisses(parts []page.Part) *page.Part {
	for i := range parts {
		if strings.HasPrefix(parts[i].Heading, closerLook) {
			return &parts[i]
		}
	}
	return nil
}
