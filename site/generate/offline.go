package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"clocksweep/core/server"
	"clocksweep/site/page"
)

// offlineFiles is what the service worker keeps, in the words of js/serviceworker.js: for
// each group the names of files, as seen from the root, with the hashes of their
// contents.
type offlineFiles map[string]map[string]string

// groupOf tells when a browser keeps a file for use without a network: with the
// shell, which any page needs; with the pages; with the programs that run in them;
// or, when it is empty, never.
func groupOf(name string) string {
	base := path.Base(name)
	switch {
	case strings.HasPrefix(name, "engine/") && (!strings.HasPrefix(name, "engine/"+server.Engine+"/") || base == engineFile):
		return "" // earlier engines, and what lists them
	case strings.HasPrefix(name, "assets/charts.") || path.Ext(name) == ".wasm" || strings.HasPrefix(name, "engine/"):
		return "programs"
	case strings.HasPrefix(name, "assets/"), name == "index.html", name == offlinePage:
		return "shell"
	case name == "embed.js", name == "embed/"+exampleExperiment+"/index.html", name == "x/"+exampleExperiment+"/picture.svg", path.Dir(name) == "embedding" && path.Ext(name) == ".txt":
		return "pages" // what the page about embedding shows and hands out
	case strings.HasPrefix(name, "embed/"), name == "404.html", name == "serviceworker.js", name == "dependencies/"+bomFile:
		return "" // for other sites, for wrong addresses, the worker itself, and for programs that have a network
	case base == "index.html":
		return "pages"
	case path.Ext(name) == ".json" || path.Ext(name) == ".bin" || path.Ext(name) == ".csv":
		return "programs" // results to be saved or moved through, and a trace to be played
	}
	return ""
}

const offlinePage = "offline/index.html"

// offline makes the page for what is not kept. It lists the pages that have been
// written.
func (b *builder) offline() *page.Offline {
	o := &page.Offline{Frame: b.frame("No network · Clocksweep", "What a browser without a network shows in the place of a page that it has not kept.", "../")}
	for _, p := range b.titles {
		if strings.HasPrefix(p.Name, "embed/") {
			continue // a part of the page about embedding
		}
		if group := groupOf(p.Name); group == "pages" || p.Name == "index.html" {
			o.Pages = append(o.Pages, p)
		}
	}
	return o
}

// serviceWorker makes the script that keeps the site in a browser, after everything
// else has been written. Any change of the site makes it another one, by which a
// browser sees that there is a newer version.
func (b *builder) serviceWorker() ([]byte, error) {
	script, err := bundle(b.Site, "js/serviceworker.js", "iife")
	if err != nil {
		return nil, err
	}
	list, err := json.Marshal(forOffline(b.sizes))
	if err != nil {
		return nil, err
	}
	return append(fmt.Appendf(nil, "self.clocksweepFiles=%s;\n", list), script...), nil
}

// forOffline sorts what has been written into its groups.
func forOffline(sizes []Size) offlineFiles {
	files := offlineFiles{"shell": {}, "pages": {}, "programs": {}}
	for _, s := range sizes {
		if group := groupOf(s.Name); group != "" {
			files[group][s.Name] = s.Hash
		}
	}
	return files
}

// hashOf is the hash of a file's contents by which the service worker knows it.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
