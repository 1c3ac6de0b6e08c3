package generate

import (
	"fmt"
	"os"
	"path/filepath"
)

// write puts a file into the new site, with its compressed forms beside it.
func (b *builder) write(name string, data []byte) error {
	return b.put(name, data, func() ([]byte, error) { return b.brotli(name, data) })
}

// put is write for what may be compressed already. The brotli form is made later.
func (b *builder) put(name string, data []byte, br func() ([]byte, error)) error {
	path := filepath.Join(b.temp, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	gz, err := gzipOf(data)
	if err != nil {
		return err
	}
	for ext, form := range map[string][]byte{"": data, ".gz": gz} {
		if err := os.WriteFile(path+ext, form, 0o644); err != nil {
			return err
		}
	}
	b.packing.begin(len(b.sizes), path+".br", br)
	b.sizes = append(b.sizes, Size{Name: name, Plain: len(data), Gzip: len(gz), Hash: hashOf(data)})
	return nil
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
func (b *builder) abandon() {
	b.packing.jobs.Wait() // or they would write after it
	os.RemoveAll(b.temp)
}

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
