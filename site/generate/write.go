package generate

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
)

// write puts a file into the new site, with its compressed forms beside it.
func (b *builder) write(name string, data []byte) error {
	br, err := b.brotli(name, data)
	if err != nil {
		return err
	}
	return b.put(name, data, br)
}

// put is write for what is compressed already.
func (b *builder) put(name string, data, br []byte) error {
	path := filepath.Join(b.temp, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	gz, err := gzipOf(data)
	if err != nil {
		return err
	}
	for ext, form := range map[string][]byte{"": data, ".br": br, ".gz": gz} {
		if err := os.WriteFile(path+ext, form, 0o644); err != nil {
			return err
		}
	}
	b.sizes = append(b.sizes, Size{Name: name, Plain: len(data), Brotli: len(br), Gzip: len(gz), Hash: hashOf(data)})
	return nil
}

// brotli compresses as far as it goes. The wasm programs take half a minute, so
// their compressed forms are kept beside them, named after the contents.
func (b *builder) brotli(name string, data []byte) ([]byte, error) {
	if filepath.Ext(name) != ".wasm" {
		return brotliOf(data)
	}
	kept := filepath.Join(b.Wasm, filepath.Base(name)+".br")
	if br, err := os.ReadFile(kept); err == nil {
		return br, nil
	}
	br, err := brotliOf(data)
	if err != nil {
		return nil, err
	}
	stem, _, _ := strings.Cut(filepath.Base(name), ".")
	old, err := filepath.Glob(filepath.Join(b.Wasm, stem+".*.wasm.br"))
	if err != nil {
		return nil, err
	}
	for _, file := range old {
		if err := os.Remove(file); err != nil {
			return nil, err
		}
	}
	// Written under another name first: a build that is interrupted leaves no
	// half of a file.
	if err := os.WriteFile(kept+".part", br, 0o644); err != nil {
		return nil, err
	}
	return br, os.Rename(kept+".part", kept)
}

func brotliOf(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}

func gzipOf(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// begin makes the folder in which the new site grows, beside the old one.
func (b *builder) begin() error {
	if err := ours(b.Out); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(b.Out), 0o755); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(filepath.Dir(b.Out), ".site-")
	b.temp = temp
	return err
}

// finish puts the new site in the old one's place.
func (b *builder) finish() error {
	if err := os.Chmod(b.temp, 0o755); err != nil {
		return err
	}
	if err := os.RemoveAll(b.Out); err != nil {
		return err
	}
	return os.Rename(b.temp, b.Out)
}

// abandon removes what a build that failed has left.
func (b *builder) abandon() { os.RemoveAll(b.temp) }

// ours refuses a folder that holds something other than an earlier site,
// because it is going to be removed.
func ours(dir string) error {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "assets")); err != nil {
		return fmt.Errorf("%s holds files that are not an earlier site: name another folder or empty it", dir)
	}
	return nil
}
