package supply

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/CycloneDX/cyclonedx-go"
)

const root = "../.."

// free are the licenses that a dependency may have. The Mozilla one asks for changes
// to its own files, of which we make none. The Lesser GNU one is that of a library for
// images which wrangler brings along and nothing here calls; it is in no program of
// ours. Nor are the two that come with Docusaurus: that of Creative Commons, which asks
// to name the author of a table of browsers, and Python's.
var free = regexp.MustCompile(`^(Apache-2\.0|MIT|MIT-0|ISC|0BSD|CC0-1\.0|CC-BY-4\.0|Python-2\.0|WTFPL|BSD-[23]-Clause|BlueOak-1\.0\.0|MPL-2\.0|OFL-1\.1|LGPL-3\.0-or-later)$`)

func all(t *testing.T) []Dependency {
	t.Helper()
	list, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestEveryDependencyIsKnown(t *testing.T) {
	exact := regexp.MustCompile(`^v?\d+\.\d+\.\d+[-+.0-9A-Za-z]*$`)
	direct := map[string]int{}
	for _, d := range all(t) {
		if !exact.MatchString(d.Version) {
			t.Errorf("%s has no exact version: %s", d.Name, d.Version)
		}
		for _, license := range regexp.MustCompile(` (?:AND|OR) |[()]`).Split(d.License, -1) {
			if license != "" && !free.MatchString(license) {
				t.Errorf("%s %s has the license %s", d.Kind, d.Name, d.License)
			}
		}
		if d.Direct {
			direct[d.Kind]++
			if d.Reason == "" || d.Part == "" {
				t.Errorf("%s has no reason", d.Name)
			}
		}
	}
	if direct[Go] < 3 || direct[NPM] < 3 {
		t.Errorf("direct dependencies were overlooked: %v", direct)
	}
}

func TestReasonsMatch(t *testing.T) {
	list := []Dependency{{Kind: Go, Name: "a", License: "MIT", Direct: true}, {Kind: Go, Name: "b", License: "MIT"}}
	row := reason{license: "MIT", part: "test", text: "why"}
	for want, rows := range map[string]map[string]reason{
		"":                           {"go a": row},
		"go a has no reason":         {},
		"does not depend on":         {"go a": row, "go b": row},
		"has the license MIT, and r": {"go a": {license: "ISC", part: "test", text: "why"}},
	} {
		err := explain(list, rows)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// TestPinned checks package.json: a range there would let the lock change by itself.
func TestPinned(t *testing.T) {
	for _, project := range projects {
		data, err := os.ReadFile(filepath.Join(root, project, "package.json"))
		if err != nil {
			t.Fatal(err)
		}
		var file struct{ Dependencies, DevDependencies map[string]string }
		if err := json.Unmarshal(data, &file); err != nil {
			t.Fatal(err)
		}
		for _, list := range []map[string]string{file.Dependencies, file.DevDependencies} {
			for name, version := range list {
				if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(version) {
					t.Errorf("%s: %s is not pinned: %s", project, name, version)
				}
			}
		}
	}
}

// TestLocks looks for lock files that are not read here, and for addresses of packages
// in those that are: a lock holds them against hashes, wherever they come from.
func TestLocks(t *testing.T) {
	err := filepath.WalkDir(filepath.Join(root, "site"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && slices.Contains([]string{"node_modules", "build", "dist"}, d.Name()) {
			return cmp.Or(err, fs.SkipDir)
		}
		if d.Name() != "package-lock.json" {
			return nil
		}
		project, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		if !slices.Contains(projects, filepath.ToSlash(project)) {
			t.Errorf("the lock of %s is not read", project)
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(`"resolved"`)) {
			t.Errorf("the lock of %s tells where packages were fetched: npm install --omit-lockfile-registry-resolved", project)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestNoInstallScriptRuns checks that npm is never asked to run what packages
// bring for their installation.
func TestNoInstallScriptRuns(t *testing.T) {
	for _, name := range []string{"Makefile", ".ci/run"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range regexp.MustCompile(`npm (ci|i|install)\b.*`).FindAllString(string(text), -1) {
			if !strings.Contains(call, "--ignore-scripts") {
				t.Errorf("%s: %s", name, call)
			}
		}
	}
}

func TestBOM(t *testing.T) {
	list := all(t)
	first, err := BOM("1.0.0", list)
	if err != nil {
		t.Fatal(err)
	}
	again, err := BOM("1.0.0", list)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, again) {
		t.Error("two bills of the same dependencies differ")
	}
	var bom cyclonedx.BOM
	if err := cyclonedx.NewBOMDecoder(bytes.NewReader(first), cyclonedx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, c := range *bom.Components {
		found[c.PackageURL] = true
		if c.Licenses == nil || c.Version == "" || c.Hashes == nil && c.Properties == nil {
			t.Errorf("%s lacks license, version or hash", c.Name)
		}
	}
	for _, d := range list {
		if !found[packageURL(&d)] {
			t.Errorf("%s is not in the bill", d.Name)
		}
	}
}
