package generate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"clocksweep/site/page"
)

// unnamedLab is the lab’s address in examples, which namelab.js replaces.
const unnamedLab = "https://lab.example/"

// exampleExperiment is the one of all examples.
const exampleExperiment = "shared-buffers-challenge"

// adapters are the generators of documents that have their folder below
// site/adapters: the files that an author takes, and the example that the tests build
// and the page shows.
var adapters = []struct {
	id, name string
	files    []string
	examples []string
}{
	{"sphinx", "Sphinx", []string{"clocksweep_sphinx.py"}, []string{"conf.py", "index.rst"}},
	{"hugo", "Hugo", []string{"clocksweep.html"}, []string{"config.toml", "content/_index.md"}},
	{"mkdocs", "MkDocs", []string{"clocksweep_mkdocs.py"}, []string{"mkdocs.yml", "docs/index.md"}},
	{"docusaurus", "Docusaurus", []string{"Clocksweep.jsx"}, []string{"docusaurus.config.js", "docs/index.mdx"}},
	{"asciidoctor", "AsciiDoc", []string{"clocksweep_asciidoctor.rb"}, []string{"page.adoc"}},
	{"markdown", "Plain Markdown", nil, []string{"page.md"}},
	{"docbook", "DocBook", nil, []string{"page.xml"}},
}

// embedding makes the page for authors, and writes the adapters beside it.
func (b *builder) embedding(all []*played) (*page.Embedding, error) {
	if err := b.packed(); err != nil { // it tells compressed sizes
		return nil, err
	}
	e := &page.Embedding{
		Frame: b.frame("Embedding · Clocksweep",
			"How an experiment of the lab stands in documentation, a manual or a blog: as a picture at first, live when a reader presses Run.", "../"),
		Before: upToKB(b.beforeRun(all)), After: upToMB(b.weight(
			"assets/"+b.names.PageWasm, "engine/"+b.engine.Sim, "assets/"+b.names.Charts, "assets/"+b.names.WasmExec, "engine/"+b.engine.Worker)),
	}
	for _, s := range all {
		e.Experiments = append(e.Experiments, page.Embedded{Slug: s.Slug, Question: s.page.Question})
		if s.Slug == exampleExperiment {
			e.Shown = e.Experiments[len(e.Experiments)-1]
		}
	}
	for _, a := range adapters {
		adapter := page.Adapter{ID: a.id, Name: a.name}
		folder := filepath.Join(b.Site, "adapters", a.id)
		use, err := os.ReadFile(filepath.Join(folder, "use.md"))
		if err != nil {
			return nil, err
		}
		if adapter.Use, _, err = markdown(string(use)); err != nil {
			return nil, fmt.Errorf("%s: %w", a.id, err)
		}
		for _, name := range a.files {
			data, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				return nil, err
			}
			if err := b.write("embedding/"+name+".txt", data); err != nil { // whatever it is, no browser is to open it as such
				return nil, err
			}
			adapter.Take = append(adapter.Take, name)
		}
		for _, name := range a.examples {
			data, err := os.ReadFile(filepath.Join(folder, "example", filepath.FromSlash(name)))
			if err != nil {
				return nil, err
			}
			adapter.Files = append(adapter.Files, page.Text{Report: name, Text: string(data)})
		}
		e.Adapters = append(e.Adapters, adapter)
	}
	b.snippets(e)
	return e, nil
}

// snippets writes what authors copy who use no generator.
func (b *builder) snippets(e *page.Embedding) {
	slug := e.Shown.Slug
	e.Element = page.Text{Report: "HTML of the element", Text: strings.NewReplacer("LAB", unnamedLab, "SLUG", slug).Replace(
		`<script async src="LABembed.js"></script>

<clocksweep-lab experiment="SLUG" set="shared_buffers = 512MB" theme="auto">
  <p><a href="LABx/SLUG/#v=1&amp;shared_buffers=512MB"><img src="LABx/SLUG/picture.svg" alt="What the picture shows" width="640" loading="lazy"></a></p>
  <p>What the reader is looking at.</p>
</clocksweep-lab>
`)}
	e.PlainFrame = page.Text{Report: "HTML of the frame", Text: strings.NewReplacer("LAB", unnamedLab, "SLUG", slug).Replace(
		`<iframe id="experiment" src="LABembed/SLUG/#v=1&amp;shared_buffers=512MB&amp;theme=light" title="Live experiment"
  loading="lazy" width="100%" height="900" frameborder="0"></iframe>
`)}
	e.Listen = page.Text{Report: "JavaScript around the frame", Text: strings.NewReplacer("LAB", unnamedLab).Replace(
		`const lab = new URL("LAB");
const frame = document.getElementById("experiment");
addEventListener("message", ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== lab.origin || data?.clocksweep !== 1) return;
  if (data.type === "height") frame.style.height = data.height + "px";
});
// when your theme changes
frame.contentWindow.postMessage({ clocksweep: 1, type: "theme", theme: "dark" }, lab.origin);
`)}
}

// beforeRun is the most that an embed of one of the experiments fetches before Run,
// in compressed bytes, its picture for readers without scripts included.
func (b *builder) beforeRun(all []*played) int {
	most := 0
	for _, s := range all {
		most = max(most, b.weight("embed/"+s.Slug+"/index.html", "x/"+s.Slug+"/picture.svg"))
	}
	return most + b.weight("embed.js", "assets/"+b.names.Style, "assets/"+b.names.Embedded, "assets/"+b.names.Boot)
}

// weight adds up the compressed sizes of files that have been written.
func (b *builder) weight(names ...string) int {
	total := 0
	for _, name := range names {
		for _, s := range b.sizes {
			if s.Name == name {
				total += s.Brotli
			}
		}
	}
	return total
}

// upToKB rounds up to whole kB.
func upToKB(bytes int) string { return fmt.Sprintf("%d kB", (bytes+999)/1000) }

// upToMB rounds up to tenths of a MB.
func upToMB(bytes int) string { return fmt.Sprintf("%.1f MB", float64((bytes+99_999)/100_000)/10) }
