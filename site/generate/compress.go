package generate

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// packing are the brotli forms that are made while the build goes on: those of the
// WebAssembly programs take half a minute, and nobody needs them before the end.
type packing struct {
	jobs  sync.WaitGroup
	mu    sync.Mutex
	bytes map[int]int // sizes, by the place of a file in builder.sizes
	err   error       // the first
}

// begin starts to make the brotli form of the i-th file that was written, which goes
// to path.
func (p *packing) begin(i int, path string, pack func() ([]byte, error)) {
	p.jobs.Go(func() {
		err := computing(func() error {
			br, err := pack()
			if err != nil {
				return err
			}
			p.done(i, len(br))
			return os.WriteFile(path, br, 0o644)
		})
		if err != nil {
			p.failed(fmt.Errorf("%s: %w", path, err))
		}
	})
}

func (p *packing) done(i, bytes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bytes == nil {
		p.bytes = map[int]int{}
	}
	p.bytes[i] = bytes
}

func (p *packing) failed(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.err = err
	}
}

// packed waits until all that was written is compressed, and fills in the sizes.
func (b *builder) packed() error {
	b.packing.jobs.Wait()
	for i, bytes := range b.packing.bytes {
		b.sizes[i].Brotli = bytes
	}
	return b.packing.err
}

// brotli compresses as far as it goes. The compressed forms of results are kept with
// those, and of the wasm programs beside them, named after the contents.
func (b *builder) brotli(name string, data []byte) ([]byte, error) {
	switch filepath.Ext(name) {
	case ".wasm":
		return b.program(name, data)
	case ".bin", ".json":
		return b.kept.packed(data, brotliOf)
	}
	return brotliOf(data)
}

// program compresses a wasm program.
func (b *builder) program(name string, data []byte) ([]byte, error) {
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
