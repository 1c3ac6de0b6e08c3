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
var oldForm = map[string]string{
	"parse-cache-control@1.0.1": "BSD-3-Clause",
	"eval@0.1.8":                "MIT",
	"format@0.2.2":              "MIT",
	"require-like@0.1.2":        "MIT",
}

// Docusaurus is the folder of the generator of documents that has a package.json of
// its own, so that nobody installs it who doesn't test the adapters.
const Docusaurus = "site/test/docusaurus"

// projects are the folders with a package.json.
var projects = []string{"site", Docusaurus}

// npmPackages returns the packages of all lock files, each version once.
func npmPackages(root string) ([]Dependency, error) {
	var all []Dependency
	at := make(map[string]int) // in all
	for _, project := range projects {
		list, err := locked(filepath.Join(root, filepath.FromSlash(project), "package-lock.json"))
		if err != nil {
			return nil, err
		}
		for _, d := range list {
			i, known := at[d.Name+"@"+d.Version]
			if !known {
				i = len(all)
				at[d.Name+"@"+d.Version] = i
				d.Project = project
				all = append(all, d)
			}
			all[i].Direct = all[i].Direct || d.Direct
		}
	}
	return all, nil
}

// locked returns the packages of a lock file. npm may install a version in several
// places.
func locked(file string) ([]Dependency, error) {
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
