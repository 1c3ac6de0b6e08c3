package supply

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
)

//go:embed reasons.csv
var reasonsCSV string

// What brings a dependency.
const (
	Go  = "go"
	NPM = "npm"
)

// Dependency is one Go module or npm package.
type Dependency struct {
	Kind    string // Go or NPM
	Name    string // module path or package name
	Version string // exact
	License string // SPDX identifier or expression
	Hash    string // what go.sum or the lock holds against it: "h1:..." or "sha512-..."
	Direct  bool   // chosen by us; else it comes with one that is
	Project string // folder of the package.json that brings an npm package

	// Of a direct one: the part of the project that needs it (page, command line,
	// edge, build or test), and why it is there.
	Part, Reason string
}

// Read returns all dependencies of the project in the folder root, Go modules first,
// each kind by name. It fails if a direct one has no reason, or another license
// than the one that was agreed to.
func Read(root string) ([]Dependency, error) {
	modules, err := goModules(root)
	if err != nil {
		return nil, err
	}
	packages, err := npmPackages(root)
	if err != nil {
		return nil, err
	}
	all := append(modules, packages...)
	slices.SortFunc(all, func(a, b Dependency) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version))
	})
	rows, err := reasons()
	if err != nil {
		return nil, err
	}
	return all, explain(all, rows)
}

// explain gives each direct dependency its reason.
func explain(all []Dependency, rows map[string]reason) error {
	unused := make(map[string]bool)
	for key := range rows {
		unused[key] = true
	}
	for i := range all {
		d := &all[i]
		if !d.Direct {
			continue
		}
		key := d.Kind + " " + d.Name
		row, ok := rows[key]
		if !ok {
			return fmt.Errorf("%s %s has no reason: add a line to site/supply/reasons.csv", d.Kind, d.Name)
		}
		if row.license != d.License {
			return fmt.Errorf("%s %s has the license %s, and reasons.csv says %s", d.Kind, d.Name, d.License, row.license)
		}
		d.Part, d.Reason = row.part, row.text
		delete(unused, key)
	}
	for key := range unused {
		return fmt.Errorf("reasons.csv names %s, which the project does not depend on directly", key)
	}
	return nil
}

// reason is a row of reasons.csv.
type reason struct{ license, part, text string }

func reasons() (map[string]reason, error) {
	rows, err := csv.NewReader(strings.NewReader(reasonsCSV)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("reasons.csv: %w", err)
	}
	all := make(map[string]reason)
	for _, row := range rows[1:] {
		all[row[0]+" "+row[1]] = reason{license: row[2], part: row[3], text: row[4]}
	}
	return all, nil
}
