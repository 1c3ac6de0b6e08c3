package generate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"clocksweep/site/page"
)

// bundle lets esbuild make one file of a script and what it imports.
func bundle(site, script, format string) ([]byte, error) {
	cmd := exec.Command(filepath.Join(site, "node_modules", ".bin", "esbuild"), script,
		"--bundle", "--minify", "--format="+format, "--target=es2022", "--legal-comments=none", "--charset=utf8",
		"--log-level=warning", `--define:process.env.NODE_ENV="production"`)
	cmd.Dir = site
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("esbuild %s: %w\n%s", script, err, stderr.Bytes())
	}
	return out, nil
}

// minify lets esbuild shorten a classic script or a style sheet.
func minify(site, loader string, source []byte) ([]byte, error) {
	cmd := exec.Command(filepath.Join(site, "node_modules", ".bin", "esbuild"),
		"--minify", "--loader="+loader, "--target=es2022", "--legal-comments=none", "--charset=utf8", "--log-level=warning")
	cmd.Stdin = bytes.NewReader(source)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("esbuild: %w\n%s", err, stderr.Bytes())
	}
	return out, nil
}

// wasmExec is the script of the Go installation that starts a Go program in a
// browser. It belongs to the compiler's version and is therefore taken from
// where the compiler is.
func (b *builder) wasmExec() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	source, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	return minify(b.Site, "js", source)
}

// assets builds everything below assets/ and returns the names.
func (b *builder) assets() (page.Assets, error) {
	var a page.Assets
	script := func(name, format string) func() ([]byte, error) {
		return func() ([]byte, error) { return bundle(b.Site, "js/"+name, format) }
	}
	file := func(path string) func() ([]byte, error) {
		return func() ([]byte, error) { return os.ReadFile(path) }
	}
	for _, item := range []struct {
		name *string
		file string
		make func() ([]byte, error)
	}{
		{&a.Style, "site.css", b.style},
		{&a.Icon, "icon.svg", file(filepath.Join(b.Site, "images", "icon.svg"))},
		{&a.Reader, "reader.js", script("reader.js", "iife")},
		{&a.Offline, "offline.js", script("offline.js", "esm")},
		{&a.Embedded, "embedded.js", script("embedded.js", "iife")},
		{&a.Embedding, "embedding.js", script("embedding.js", "esm")},
		{&a.Home, "home.js", script("home.js", "esm")},
		{&a.Boot, "boot.js", script("boot.js", "esm")},
		{&a.Keep, "keep.js", script("keep.js", "esm")},
		{&a.Tracer, "tracer.js", script("tracer.js", "iife")},
		{&a.Pool, "pool.js", script("pool.js", "esm")},
		{&a.Stager, "stager.js", script("stager.js", "iife")},
		{&a.Charts, "charts.js", script("charts.js", "esm")},
		{&a.WasmExec, "wasm_exec.js", b.wasmExec},
		{&a.PageWasm, "page.wasm", file(filepath.Join(b.Wasm, "page.wasm"))},
		{&a.YoursWasm, "yours.wasm", file(filepath.Join(b.Wasm, "yours.wasm"))},
	} {
		data, err := item.make()
		if err != nil {
			return a, err
		}
		*item.name = hashed(item.file, data)
		if err := b.write("assets/"+*item.name, data); err != nil {
			return a, err
		}
	}
	return a, nil
}

// style is the style sheet of the pages.
func (b *builder) style() ([]byte, error) {
	return b.sheet("site.css", "home.css", "time.css", "lab.css", "guide.css")
}

// sheet is the palette of the charts followed by style sheets.
func (b *builder) sheet(names ...string) ([]byte, error) {
	all := []byte(paletteCSS())
	for _, name := range names {
		sheet, err := os.ReadFile(filepath.Join(b.Site, "styles", name))
		if err != nil {
			return nil, err
		}
		all = append(all, sheet...)
	}
	return minify(b.Site, "css", all)
}

// missing makes the page for an address that leads nowhere.
func (b *builder) missing() (*page.Missing, error) {
	style, err := b.sheet("missing.css")
	if err != nil {
		return nil, err
	}
	script, err := bundle(b.Site, "js/missing.js", "iife")
	if err != nil {
		return nil, err
	}
	return &page.Missing{
		Style: template.CSS(bytes.TrimSpace(style)), Script: template.JS(bytes.TrimSpace(script)),
	}, nil
}

// hashed puts a hash of the contents into a file's name, so that the file can
// be kept by caches for ever.
func hashed(name string, data []byte) string {
	sum := sha256.Sum256(data)
	ext := filepath.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:5]) + ext
}
