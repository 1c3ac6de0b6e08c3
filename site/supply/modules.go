package supply

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// requirement is a line of go.mod.
type requirement struct {
	Path, Version string
	Indirect      bool
}

// goModules returns the modules of go.mod.
func goModules(root string) ([]Dependency, error) {
	out, err := goTool(root, "mod", "edit", "-json")
	if err != nil {
		return nil, err
	}
	var mod struct{ Require []requirement }
	if err := json.Unmarshal(out, &mod); err != nil {
		return nil, fmt.Errorf("go mod edit -json: %w", err)
	}
	hashes, err := goSum(filepath.Join(root, "go.sum"))
	if err != nil {
		return nil, err
	}
	folders, err := moduleFolders(root, mod.Require)
	if err != nil {
		return nil, err
	}
	var all []Dependency
	for _, r := range mod.Require {
		d := Dependency{Kind: Go, Name: r.Path, Version: r.Version, Direct: !r.Indirect, Hash: hashes[r.Path+" "+r.Version]}
		if d.Hash == "" {
			return nil, fmt.Errorf("go.sum has no hash of %s %s", r.Path, r.Version)
		}
		if d.License, err = licenseOf(folders[r.Path]); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Path, err)
		}
		all = append(all, d)
	}
	return all, nil
}

func goTool(root string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	out, err := cmd.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, failed.Stderr)
	}
	return out, err
}

// goSum returns the hashes of the modules' contents by "path version".
func goSum(file string) (map[string]string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	hashes := make(map[string]string)
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) == 3 && !strings.HasSuffix(f[1], "/go.mod") {
			hashes[f[0]+" "+f[1]] = f[2]
		}
	}
	return hashes, lines.Err()
}

// moduleFolders returns where the modules lie on this machine, fetching them if
// they don't.
func moduleFolders(root string, list []requirement) (map[string]string, error) {
	args := []string{"mod", "download", "-json"}
	for _, r := range list {
		args = append(args, r.Path+"@"+r.Version)
	}
	out, err := goTool(root, args...)
	if err != nil {
		return nil, err
	}
	folders := make(map[string]string)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var m struct{ Path, Dir string }
		if err := d.Decode(&m); errors.Is(err, io.EOF) {
			return folders, nil
		} else if err != nil {
			return nil, fmt.Errorf("go mod download -json: %w", err)
		}
		folders[m.Path] = m.Dir
	}
}

// licenseOf recognizes the license files of a folder.
func licenseOf(folder string) (string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "[LC][IO][CP][EY]*"))
	if err != nil {
		return "", err
	}
	var names []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		found := licensecheck.Scan(text)
		if found.Percent < 75 {
			continue // a notice about a license, or none that is known
		}
		for _, m := range found.Match {
			if !slices.Contains(names, m.ID) {
				names = append(names, m.ID)
			}
		}
	}
	if len(names) == 0 {
		return "", errors.New("its license is not recognized")
	}
	slices.Sort(names)
	return strings.Join(names, " AND "), nil
}
