package generate

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"clocksweep/site/page"
)

// oneFile says of a page what its button to save it as one file needs: the hashes by
// which the file allows its scripts and its style, and how large it is going to be.
func (b *builder) oneFile(p *page.Experiment) error {
	hash := func(name string) (string, error) {
		data, err := os.ReadFile(filepath.Join(b.temp, "assets", name))
		if err != nil {
			return "", err
		}
		for _, text := range []string{"</script", "</style", "<!--", "\r"} {
			if bytes.Contains(bytes.ToLower(data), []byte(text)) && !(text == "</style" && filepath.Ext(name) == ".js") {
				return "", fmt.Errorf("%s can't stand inside of a page, because a browser would end or change it at %q", name, text)
			}
		}
		sum := sha256.Sum256(data)
		return "sha256-" + base64.StdEncoding.EncodeToString(sum[:]), nil
	}
	var hashes []string
	for _, name := range []string{b.names.Style, b.names.Reader, b.names.Boot} {
		h, err := hash(name)
		if err != nil {
			return err
		}
		hashes = append(hashes, h)
	}
	p.OneFile = &page.OneFile{Hashes: strings.Join(hashes, " "), Size: "0.0 MB"}
	size, err := b.oneFileSize(p)
	if err != nil {
		return err
	}
	p.OneFile.Size = strconv.FormatFloat(float64(size)/1e6, 'f', 1, 64) + " MB"
	return nil
}

// oneFileSize is what the file weighs with the results that the page is built with,
// bytes. A browser packs a little less tightly than this build: hence "about".
func (b *builder) oneFileSize(p *page.Experiment) (int, error) {
	var html bytes.Buffer
	if err := p.Write(&html); err != nil {
		return 0, err
	}
	total := html.Len()
	for _, s := range b.sizes {
		switch strings.TrimPrefix(s.Name, "assets/") {
		case b.names.Style, b.names.Reader, b.names.Boot:
			total += s.Plain
		case b.names.Icon:
			total += s.Plain * 4 / 3
		case b.names.PageWasm, b.names.WasmExec, b.names.Charts, "engine/" + b.engine.Sim, "engine/" + b.engine.Worker:
			total += s.Gzip * 4 / 3
		}
	}
	return total, nil
}
