package generate

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"clocksweep/site/page"
)

// engineFolder writes an engine as a site has it, and returns what it says of itself.
func engineFolder(t *testing.T, dir, version, sim string) page.Engine {
	t.Helper()
	e := page.Engine{Version: version, Sim: version + "/sim.abc.wasm", Worker: version + "/worker.js", WasmExec: version + "/wasm_exec.js"}
	if err := os.MkdirAll(filepath.Join(dir, version), 0o755); err != nil {
		t.Fatal(err)
	}
	said, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{e.Sim: "\x00asm" + sim, e.Sim + ".br": "brotli of " + sim, e.Worker: "worker", e.WasmExec: "exec", version + "/" + engineFile: string(said)} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func TestEarlierEngines(t *testing.T) {
	dir := t.TempDir()
	b := &builder{Config: Config{Engines: dir}, temp: t.TempDir()}
	today := engineFolder(t, dir, "0.10.0", "today")
	engineFolder(t, dir, "0.2.0", "second")
	engineFolder(t, dir, "0.9.0", "ninth")
	if err := os.WriteFile(filepath.Join(dir, indexFile), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	list, err := b.earlier(today)
	if err = errors.Join(err, b.packed()); err != nil {
		t.Fatal(err)
	}
	var versions []string
	for _, e := range list {
		versions = append(versions, e.Version)
	}
	if !slices.Equal(versions, []string{"0.9.0", "0.2.0"}) {
		t.Errorf("got the engines %v", versions)
	}
	for name, want := range map[string]string{
		"0.9.0/sim.abc.wasm": "\x00asmninth", "0.9.0/sim.abc.wasm.br": "brotli of ninth", "0.2.0/worker.js": "worker", "0.2.0/wasm_exec.js": "exec",
	} {
		if got, err := os.ReadFile(filepath.Join(b.temp, "engine", name)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
	// What a build has written, another one reads.
	if e, err := readEngine(filepath.Join(b.temp, "engine"), "0.9.0"); err != nil || e != list[0] {
		t.Errorf("%+v became %+v, %v", list[0], e, err)
	}
}

func TestEnginesThatAreRefused(t *testing.T) {
	today := page.Engine{Version: "0.1.0", Sim: "0.1.0/sim.new.wasm"}
	edit := func(from, to string) func(string) {
		return func(dir string) {
			name := filepath.Join(dir, "0.0.9", engineFile)
			data, _ := os.ReadFile(name)
			os.WriteFile(name, []byte(strings.ReplaceAll(string(data), from, to)), 0o644)
		}
	}
	for _, c := range []struct {
		name  string
		spoil func(dir string)
		want  string
	}{
		{"today's version with another program", func(dir string) { engineFolder(t, dir, "0.1.0", "old") }, "change Engine in core/server/run.go"},
		{"a folder with another name", func(dir string) { os.Mkdir(filepath.Join(dir, "my engine"), 0o755) }, "not named for the version"},
		{"no description", func(dir string) { os.Remove(filepath.Join(dir, "0.0.9", engineFile)) }, engineFile},
		{"no JSON", func(dir string) { os.WriteFile(filepath.Join(dir, "0.0.9", engineFile), []byte("x"), 0o644) }, engineFile},
		{"another version inside", edit(`"0.0.9"`, `"0.0.8"`), `says that it is engine "0.0.8"`},
		{"a file elsewhere", edit("0.0.9/sim", "../0.0.9/sim"), "legal is one in 0.0.9/"},
		{"a file in a folder", edit("0.0.9/sim", "0.0.9/../../sim"), "legal is one in 0.0.9/"},
		{"a missing file", func(dir string) { os.Remove(filepath.Join(dir, "0.0.9", "worker.js")) }, "worker.js"},
		{"no program", func(dir string) { os.WriteFile(filepath.Join(dir, "0.0.9", "sim.abc.wasm"), []byte("text"), 0o644) }, "no WebAssembly program"},
		{"nothing at all", func(dir string) { os.RemoveAll(filepath.Join(dir, "0.0.9")) }, "holds no engine"},
		{"no folder", func(dir string) { os.RemoveAll(dir) }, "earlier engines"},
	} {
		dir := t.TempDir()
		engineFolder(t, dir, "0.0.9", "old")
		c.spoil(dir)
		b := &builder{Config: Config{Engines: dir}, temp: t.TempDir()}
		if _, err := b.earlier(today); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
