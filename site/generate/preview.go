package generate

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"clocksweep/charts"
	"clocksweep/charts/preview"
	"clocksweep/core/link"
	"clocksweep/site/page"
)

// previewName is the file beside a page with its picture for those who see only a
// link to it, oEmbedName the one that tells programs how to embed it.
const (
	previewName = "preview.png"
	oEmbedName  = "oembed.json"
)

// siteBase completes the address of a site's root.
func siteBase(base string) (string, error) {
	if base == "" {
		return "", nil
	}
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("%q is not the address of a site; legal is one with https:// or http://, without a query or a fragment, for instance https://lab.example/clocksweep/", base)
	}
	return strings.TrimSuffix(base, "/") + "/", nil
}

// ahead is a preview that is drawn when all pages are known.
type ahead struct {
	preview.Preview
	page    string // file of the page
	picture *charts.Picture
}

// preview notes what the preview of a page shows; a page that has noted nothing
// has its title and its description.
func (b *builder) preview(page string, p preview.Preview, picture *charts.Picture) {
	if p.Footer == "" {
		p.Footer = "A lab for PostgreSQL’s buffers that runs in your browser."
	}
	b.previews = append(b.previews, ahead{p, page, picture})
}

// place tells a page where it stands in the site, and notes its preview.
func (b *builder) place(name string, f *page.Frame) {
	folder := strings.TrimSuffix(path.Dir(name)+"/", "./")
	f.Place = page.Place{Base: b.Base, Folder: folder}
	if strings.HasPrefix(name, "embed/") || name == offlinePage {
		return // nobody sends a link to these
	}
	f.Place.Preview = folder + previewName
	if strings.HasPrefix(name, "x/") {
		f.Place.OEmbed = folder + oEmbedName
	}
	for i := range b.previews {
		if b.previews[i].page == name {
			return
		}
	}
	title := strings.TrimPrefix(f.Topic(), "Clocksweep: ")
	b.preview(name, preview.Preview{Title: capital(title), About: f.Description}, nil)
}

// capital begins a text with a capital letter.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// drawPreviews writes the pictures of all pages.
func (b *builder) drawPreviews() error {
	var orders []drawing
	for _, p := range b.previews {
		if p.picture != nil {
			option, err := quiet(p.picture.Option)
			if err != nil {
				return err
			}
			orders = append(orders, drawing{ID: "preview", Width: preview.ChartWidth, Height: preview.ChartHeight, Option: option})
		}
	}
	drawn, err := b.draw(orders)
	if err != nil {
		return err
	}
	var svgs []string
	for _, p := range b.previews {
		if p.picture != nil {
			p.Chart, drawn = drawn[0], drawn[1:]
		}
		svgs = append(svgs, p.SVG())
	}
	pictures, err := b.rasterize(svgs)
	if err != nil {
		return err
	}
	for i, p := range b.previews {
		if err := b.write(path.Join(path.Dir(p.page), previewName), pictures[i]); err != nil {
			return err
		}
	}
	return nil
}

// quiet takes the labels of the checkpoints out of a chart: where it is small, they
// stand on one another.
func quiet(option json.RawMessage) (json.RawMessage, error) {
	var o map[string]any
	if err := json.Unmarshal(option, &o); err != nil {
		return nil, err
	}
	series, _ := o["series"].([]any)
	for _, s := range series {
		if s, ok := s.(map[string]any); ok {
			if area, ok := s["markArea"].(map[string]any); ok {
				hideLabels(area)
			}
		}
	}
	return json.Marshal(o)
}

// hideLabels hides the label of an option and those of all parts of it.
func hideLabels(option any) {
	switch o := option.(type) {
	case []any:
		for _, part := range o {
			hideLabels(part)
		}
	case map[string]any:
		o["label"] = map[string]any{"show": false}
		for key, part := range o {
			if key != "label" {
				hideLabels(part)
			}
		}
	}
}

// rasterize makes PNG files of SVG documents, in the fonts of previews.
func (b *builder) rasterize(svgs []string) ([][]byte, error) {
	var pictures [][]byte
	order := map[string]any{"fonts": preview.Fonts(), "family": preview.Family, "svgs": svgs}
	if err := b.node("render-png.mjs", order, &pictures); err != nil {
		return nil, err
	}
	if len(pictures) != len(svgs) {
		return nil, fmt.Errorf("render-png.mjs drew %d pictures of %d", len(pictures), len(svgs))
	}
	for i := range pictures {
		var err error
		if pictures[i], err = smaller(pictures[i]); err != nil {
			return nil, err
		}
	}
	return pictures, nil
}

// oEmbed writes how an experiment is embedded. Programs that ask for it know no
// other address than the one they ask, so there is none without a base.
func (b *builder) oEmbed(slug, title string) error {
	if b.Base == "" {
		return nil
	}
	data, err := json.MarshalIndent(link.NewOEmbed(b.Base, slug, title, ""), "", "  ")
	if err != nil {
		return err
	}
	return b.write("x/"+slug+"/"+oEmbedName, append(data, '\n'))
}
