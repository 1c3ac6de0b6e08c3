// Package generate writes the static site.
//
// Every experiment of the gallery is run natively, and everything a reader may
// want to know of it is written into its page: the comparison with the
// published numbers, the pictures as inline SVG, the reports as text. The page
// is complete without WebAssembly and without scripts; what the scripts add is
// to run the experiment anew with other settings.
//
// Beside each page lies what is shown of it elsewhere: a picture (preview.go) and,
// of an experiment, how it is embedded. The engine has a folder named for its version
// and is published together with those of earlier versions (engines.go), so that an
// old link can be run on its own.
//
// The same sources give the same bytes: nothing here looks at a clock, and the
// names of the files below assets/ are made from their contents.
package generate

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/server"
	"clocksweep/site/page"
)

// Config says where things are.
type Config struct {
	Site string // folder of the site's sources, with node_modules installed
	Wasm string // folder with page.wasm, yours.wasm and sim.wasm
	Out  string // folder to write; an earlier site there is replaced

	Recordings string // folder with the compact recordings of real servers
	Base       string // address of the site's root with a slash at the end; "" if unknown
	Engines    string // folder with engines of earlier versions; "" if there are none
	Kept       string // folder for the results of runs, for the next build; "" keeps none
}

// Size is what one file weighs, in bytes.
type Size struct {
	Name                string
	Plain, Brotli, Gzip int
	Hash                string // of the contents, as hashOf makes it
}

// builder is one build of the site.
type builder struct {
	Config
	temp  string // where the new site grows
	names page.Assets
	sizes []Size
	kept  kept

	packing packing

	titles   []page.Fact // of the pages, by the names of their files
	engine   page.Engine // today's
	previews []ahead
}

// Site writes the site and returns its files in the order in which they were
// made.
func Site(c Config) ([]Size, error) {
	b := &builder{Config: c}
	var err error
	if b.Base, err = siteBase(c.Base); err != nil {
		return nil, err
	}
	if b.Site, err = filepath.Abs(c.Site); err != nil { // tools are started in this folder
		return nil, err
	}
	if err := b.begin(); err != nil {
		return nil, err
	}
	defer b.abandon()
	if b.kept, err = keep(c.Kept, filepath.Join(c.Wasm, "sim.wasm")); err != nil {
		return nil, err
	}
	if b.names, err = b.assets(); err != nil {
		return nil, err
	}
	if err := b.engines(); err != nil {
		return nil, err
	}
	if err := b.pages(); err != nil {
		return nil, err
	}
	if err := b.drawPreviews(); err != nil {
		return nil, err
	}
	if err := b.packed(); err != nil {
		return nil, err
	}
	return b.sizes, b.finish()
}

// pages writes every HTML file.
func (b *builder) pages() error {
	var all []verified
	threads, chapters, err := b.playAll()
	if err != nil {
		return err
	}
	for _, p := range threads {
		if err := b.experimentFiles(p); err != nil {
			return fmt.Errorf("%s: %w", p.Slug, err)
		}
		all = append(all, verified{p.Experiment, report.Compare(p.Experiment, p.results)})
	}
	if err := b.guide(chapters); err != nil {
		return fmt.Errorf("guide: %w", err)
	}
	if err := b.embeds(threads); err != nil {
		return fmt.Errorf("embeds: %w", err)
	}
	embedding, err := b.embedding(threads)
	if err != nil {
		return fmt.Errorf("embedding: %w", err)
	}
	if err := b.html("embedding/index.html", embedding); err != nil {
		return err
	}
	home, err := b.home(all)
	if err != nil {
		return fmt.Errorf("home: %w", err)
	}
	if err := b.html("index.html", home); err != nil {
		return err
	}
	verification, err := b.verification(all)
	if err != nil {
		return err
	}
	if err := b.html("verification/index.html", verification); err != nil {
		return err
	}
	validation, err := b.validation()
	if err != nil {
		return err
	}
	if err := b.html("validation/index.html", validation); err != nil {
		return err
	}
	traces, err := b.traces()
	if err != nil {
		return err
	}
	if err := b.html("traces/index.html", traces); err != nil {
		return err
	}
	pool, err := b.pool()
	if err != nil {
		return err
	}
	if err := b.html("pool/index.html", pool); err != nil {
		return err
	}
	yours, err := b.yours()
	if err != nil {
		return err
	}
	if err := b.html("yours/index.html", yours); err != nil {
		return err
	}
	lab, err := b.lab()
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if err := b.html("lab/index.html", lab); err != nil {
		return err
	}
	if err := b.dependencies(); err != nil {
		return err
	}
	deployment, err := b.deployment()
	if err != nil {
		return err
	}
	if err := b.html("deployment/index.html", deployment); err != nil {
		return err
	}
	missing, err := b.missing()
	if err != nil {
		return err
	}
	if err := b.html("404.html", missing); err != nil {
		return err
	}
	if err := b.html(offlinePage, b.offline()); err != nil {
		return err
	}
	worker, err := b.serviceWorker()
	if err != nil {
		return err
	}
	return b.write("serviceworker.js", worker)
}

// experimentFiles writes the folder of an experiment or a chapter.
func (b *builder) experimentFiles(e *played) error {
	b.ahead(e)
	if err := b.oneFile(e.page); err != nil {
		return err
	}
	if err := b.html("x/"+e.Slug+"/index.html", e.page); err != nil {
		return err
	}
	if err := b.oEmbed(e.Slug, e.Title); err != nil {
		return err
	}
	// Without a time: a build has the same bytes on every machine.
	if err := b.write("x/"+e.Slug+"/result.json", report.JSON(e.Experiment, e.results, 0)); err != nil {
		return err
	}
	return b.write("x/"+e.Slug+"/result.bin", result.AppendAll(nil, e.results))
}

func (b *builder) frame(title, description, root string) page.Frame {
	return page.Frame{Title: title, Description: description, Root: root, Engine: server.Engine, Today: b.engine, Assets: b.names}
}

// html writes one page.
func (b *builder) html(name string, p interface{ Write(io.Writer) error }) error {
	if framed, ok := p.(interface{ Surround() *page.Frame }); ok {
		b.place(name, framed.Surround())
	}
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if titled, ok := p.(interface{ Topic() string }); ok {
		b.titles = append(b.titles, page.Fact{Name: name, Value: titled.Topic()})
	}
	return b.write(name, out.Bytes())
}
