package generate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"clocksweep/core/link"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
	"clocksweep/site/page"
)

// Every engine has a folder below engine/, named for its version, with all that is
// needed to run it and engine.json, which names the files. engine/index.json lists
// them, today's first. The folder engine/ of an earlier site, or of several put
// together, is what a build takes earlier engines from.
const (
	engineFile = "engine.json"
	indexFile  = "index.json"
)

// engines writes the engine of this version and those of Config.Engines.
func (b *builder) engines() error {
	today, err := b.today()
	if err != nil {
		return err
	}
	b.engine = today
	all := []page.Engine{today}
	if b.Engines != "" {
		earlier, err := b.earlier(today)
		if err != nil {
			return err
		}
		all = append(all, earlier...)
	}
	return b.writeJSON("engine/"+indexFile, struct {
		Today   string        `json:"today"`
		Engines []page.Engine `json:"engines"`
	}{today.Version, all})
}

func (b *builder) writeJSON(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return b.write(name, append(data, '\n'))
}

// today writes the engine that was built with this site.
func (b *builder) today() (page.Engine, error) {
	e := page.Engine{Version: server.Engine}
	for _, item := range []struct {
		name *string
		file string
		make func() ([]byte, error)
	}{
		{&e.Sim, "sim.wasm", func() ([]byte, error) { return os.ReadFile(filepath.Join(b.Wasm, "sim.wasm")) }},
		{&e.Worker, "worker.js", func() ([]byte, error) { return bundle(b.Site, "js/worker.js", "iife") }},
		{&e.WasmExec, "wasm_exec.js", b.wasmExec},
	} {
		data, err := item.make()
		if err != nil {
			return e, err
		}
		*item.name = e.Version + "/" + hashed(item.file, data)
		if err := b.write("engine/"+*item.name, data); err != nil {
			return e, err
		}
	}
	return e, b.writeJSON("engine/"+e.Version+"/"+engineFile, e)
}

// earlier copies the engines of earlier versions, the newest first.
func (b *builder) earlier(today page.Engine) ([]page.Engine, error) {
	entries, err := os.ReadDir(b.Engines)
	if err != nil {
		return nil, fmt.Errorf("earlier engines: %w", err)
	}
	var list []page.Engine
	for _, entry := range entries {
		if !entry.IsDir() {
			continue // the index of the site it was taken from
		}
		e, err := readEngine(b.Engines, entry.Name())
		if err != nil {
			return nil, fmt.Errorf("earlier engine %s: %w", entry.Name(), err)
		}
		if e.Version == today.Version {
			if e.Sim != today.Sim {
				return nil, fmt.Errorf("%s has another engine %s than this build, and links could not tell them apart: change Engine in core/server/run.go", b.Engines, e.Version)
			}
			continue
		}
		if err := b.copyEngine(e); err != nil {
			return nil, fmt.Errorf("earlier engine %s: %w", e.Version, err)
		}
		list = append(list, e)
	}
	if len(list) == 0 && len(entries) == 0 {
		return nil, fmt.Errorf("%s holds no engine; legal is a folder with one for each version, as engine/ of an earlier site", b.Engines)
	}
	slices.SortFunc(list, func(x, y page.Engine) int { return -link.CompareVersions(x.Version, y.Version) })
	return list, nil
}

// readEngine reads what a folder says of the engine in it, and refuses what would
// lead out of the folder.
func readEngine(dir, version string) (e page.Engine, err error) {
	if !scenario.ValidEngine(version) {
		return e, errors.New("the folder is not named for the version of an engine, as 0.1.0 would be")
	}
	data, err := os.ReadFile(filepath.Join(dir, version, engineFile))
	if err != nil {
		return e, err
	}
	if err := json.Unmarshal(data, &e); err != nil {
		return e, fmt.Errorf("%s: %w", engineFile, err)
	}
	if e.Version != version {
		return e, fmt.Errorf("%s says that it is engine %q", engineFile, e.Version)
	}
	for _, name := range []string{e.Sim, e.Worker, e.WasmExec} {
		file, ok := strings.CutPrefix(name, version+"/")
		if !ok || file == "" || strings.ContainsAny(file, "/\\") {
			return e, fmt.Errorf("%s names the file %q; legal is one in %s/", engineFile, name, version)
		}
	}
	return e, nil
}

// copyEngine takes the files over as they are, with their compressed forms: the
// browser of somebody who has them need not fetch them again.
func (b *builder) copyEngine(e page.Engine) error {
	for _, name := range []string{e.Sim, e.Worker, e.WasmExec} {
		source := filepath.Join(b.Engines, filepath.FromSlash(name))
		data, err := os.ReadFile(source)
		if err != nil {
			return err
		}
		if name == e.Sim && !bytes.HasPrefix(data, []byte("\x00asm")) {
			return fmt.Errorf("%s is no WebAssembly program", name)
		}
		brotli := func() ([]byte, error) {
			br, err := os.ReadFile(source + ".br")
			if errors.Is(err, fs.ErrNotExist) {
				return brotliOf(data)
			}
			return br, err
		}
		if err := b.put("engine/"+name, data, brotli); err != nil {
			return err
		}
	}
	return b.writeJSON("engine/"+e.Version+"/"+engineFile, e)
}
