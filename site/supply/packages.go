package supply

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// oldForm are the licenses of packages that tell theirs in a form that npm does not
// read any more, by name and version, as their license files have them.
var oldForm = map[string]string{"parse-cache-control@1.0.1": "BSD-3-Clause"}

// npmPackages returns the packages of the site's lock file.
func npmPackages(root string) ([]Dependency, error) {
	file := filepath.Join(root, "site", "package-lock.json")
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, Integrity, License   string
			Dependencies, DevDependencies map[string]string
		}
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	ours := lock.Packages[""]
	var all []Dependency
	for path, p := range lock.Packages {
		if path == "" {
			continue // ourselves
		}
		name := path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
		_, runs := ours.Dependencies[name]
		_, builds := ours.DevDependencies[name]
		top := path == "node_modules/"+name
		if p.License == "" {
			p.License = oldForm[name+"@"+p.Version]
		}
		if p.Integrity == "" || p.License == "" {
			return nil, fmt.Errorf("%s: %s has no hash or no license", file, path)
		}
		all = append(all, Dependency{Kind: NPM, Name: name, Version: p.Version, License: p.License, Hash: p.Integrity, Direct: top && (runs || builds)})
	}
	return all, nil
}
