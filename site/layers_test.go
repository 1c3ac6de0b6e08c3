// Package site_test checks what the tests of single packages can't see: which
// part of the project may know of which.
package site_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "clocksweep"

// above lists, for each layer, the layers it must not import.
// Imports run one way: core <- charts <- wasm, site.
var above = map[string][]string{
	"core":   {"charts", "wasm", "site"},
	"charts": {"wasm", "site"},
	"wasm":   {"site"},
	"site":   {"wasm"},
}

// forbidden are packages that the engine must not use. Those that a whole
// program gets anyway, because the runtime's own packages need them, are only
// kept out of the engine's own imports.
var forbidden = []string{
	"fmt", "encoding/json", "reflect", "net", "net/http", "os", "syscall/js",
}

var forbiddenBelow = []string{"fmt", "encoding/json", "reflect", "net", "os"}

// goPackage is the part of go list's answer that is used here.
type goPackage struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
	Deps       []string
}

// list asks the go command about every package, once for this machine and once
// for WebAssembly, because some packages exist for one of them only.
func list(t *testing.T) []goPackage {
	t.Helper()
	var all []goPackage
	for _, target := range []string{"GOOS=linux GOARCH=amd64", "GOOS=js GOARCH=wasm"} {
		cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,GoFiles,Imports,Deps", module+"/...")
		cmd.Dir = ".."
		cmd.Env = append(cmd.Environ(), strings.Fields(target)...)
		out, err := cmd.Output()
		if err != nil {
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				t.Fatalf("go list: %v\n%s", err, exit.Stderr)
			}
			t.Fatal(err)
		}
		for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p goPackage
			if err := decoder.Decode(&p); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			all = append(all, p)
		}
	}
	return all
}

// layer returns the first folder of one of the module's packages.
func layer(importPath string) string {
	rest, ok := strings.CutPrefix(importPath, module+"/")
	if !ok {
		return ""
	}
	first, _, _ := strings.Cut(rest, "/")
	return first
}

// engine tells whether a package is part of the simulated machine: core
// without its command line, its reports and its links.
func engine(importPath string) bool {
	return layer(importPath) == "core" &&
		!strings.HasPrefix(importPath, module+"/core/cmd/") &&
		importPath != module+"/core/report" && importPath != module+"/core/link"
}

func TestLayers(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range list(t) {
		seen[layer(p.ImportPath)] = true
		for _, dep := range p.Deps {
			if slices.Contains(above[layer(p.ImportPath)], layer(dep)) {
				t.Errorf("%s depends on %s: imports run core <- charts <- wasm, site", p.ImportPath, dep)
			}
		}
	}
	for name := range above {
		if !seen[name] {
			t.Errorf("there is no package in %s: the check would prove nothing", name)
		}
	}
}

func TestEngineImports(t *testing.T) {
	checked := 0
	for _, p := range list(t) {
		if !engine(p.ImportPath) {
			continue
		}
		checked++
		for _, dep := range p.Imports {
			if slices.Contains(forbidden, dep) {
				t.Errorf("%s imports %s, which stays out of the engine", p.ImportPath, dep)
			}
		}
		for _, dep := range p.Deps {
			if slices.Contains(forbiddenBelow, dep) && !slices.Contains(p.Imports, dep) {
				t.Errorf("%s brings in %s through another package", p.ImportPath, dep)
			}
		}
	}
	if checked == 0 {
		t.Error("no package of the engine was found")
	}
}

// TestNoServerInTheBrowser keeps the client of real servers out of everything but
// the command line.
func TestNoServerInTheBrowser(t *testing.T) {
	const client = "github.com/jackc/"
	used := false
	for _, p := range list(t) {
		for _, dep := range p.Deps {
			switch {
			case !strings.HasPrefix(dep, client):
			case strings.HasPrefix(p.ImportPath, module+"/core/cmd/"):
				used = true
			default:
				t.Errorf("%s depends on %s, which only the command line may", p.ImportPath, dep)
			}
		}
	}
	if !used {
		t.Error("nothing uses " + client + ": the check would prove nothing")
	}
}

// TestEngineSource reads the engine's files and refuses what the compiler
// allows: the wall clock and goroutines.
func TestEngineSource(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../core", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path == filepath.FromSlash("../core/cmd") {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, problem := range impure(file) {
			t.Errorf("%s: %s", set.Position(problem.pos), problem.text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Error("no file of the engine was found")
	}
}

// problem is a place in a file and what is wrong there.
type problem struct {
	pos  token.Pos
	text string
}

// impure finds goroutines and uses of the wall clock.
func impure(file *ast.File) []problem {
	clock := map[string]bool{
		"Now": true, "Since": true, "Until": true, "Sleep": true,
		"After": true, "AfterFunc": true, "Tick": true, "NewTimer": true, "NewTicker": true,
	}
	var found []problem
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = append(found, problem{n.Pos(), "a goroutine: the engine's processes are coroutines of core/sim"})
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && clock[n.Sel.Name] {
				found = append(found, problem{n.Pos(), "time." + n.Sel.Name + ": the engine knows virtual time only"})
			}
		}
		return true
	})
	return found
}

func TestImpure(t *testing.T) {
	const source = `package p
import "time"
func f() { go f(); _ = time.Now(); _ = time.Second }`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if found := impure(file); len(found) != 2 {
		t.Errorf("found %d problems in a file with a goroutine and a use of the clock, want 2", len(found))
	}
}
