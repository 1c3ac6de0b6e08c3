package generate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
	"clocksweep/core/sweep"
)

// mostEngines is of how many engines results are kept.
const mostEngines = 8

// kept are the results of earlier builds in a folder. Running every experiment takes
// minutes, and most builds change a page and not the engine. A result is found
// again only by the very engine that made it: sim.wasm is built from the same
// packages, always to the same bytes, so its hash names them. Without a folder
// nothing is kept.
type kept struct {
	folder string // of this engine
}

// keep opens the folder for the engine in a sim.wasm and forgets the engines that
// were used longest ago.
func keep(folder, simWasm string) (kept, error) {
	if folder == "" {
		return kept{}, nil
	}
	program, err := os.ReadFile(simWasm)
	if err != nil {
		return kept{}, err
	}
	sum := sha256.Sum256(program)
	k := kept{folder: filepath.Join(folder, hex.EncodeToString(sum[:8]))}
	if err := os.MkdirAll(k.folder, 0o755); err != nil {
		return kept{}, err
	}
	return k, forget(folder, filepath.Base(k.folder))
}

// forget removes all but the engines that were written last, and never the present one.
func forget(folder, present string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var engines []os.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && e.Name() != present {
			engines = append(engines, info)
		}
	}
	slices.SortFunc(engines, func(x, y os.FileInfo) int {
		return cmp.Or(y.ModTime().Compare(x.ModTime()), cmp.Compare(x.Name(), y.Name()))
	})
	for _, e := range engines[min(len(engines), mostEngines-1):] {
		if err := os.RemoveAll(filepath.Join(folder, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// file is where the result of a scenario lies.
func (k kept) file(sc *scenario.Scenario) string {
	sum := sha256.Sum256([]byte(sc.Experiment + "\n" + sc.Run + "\n" + sweep.Key(server.Engine, sc) + "\n" + sc.Text()))
	return filepath.Join(k.folder, hex.EncodeToString(sum[:12]))
}

// get returns nil if there is no whole result of the scenario.
func (k kept) get(sc *scenario.Scenario) *result.Result {
	if k.folder == "" {
		return nil
	}
	data, err := os.ReadFile(k.file(sc))
	if err != nil {
		return nil
	}
	r, err := result.Decode(data)
	if err != nil || !sweep.Same(server.Engine, sc, r) {
		return nil
	}
	return r
}

// put keeps a result.
func (k kept) put(sc *scenario.Scenario, r *result.Result) error {
	if k.folder == "" {
		return nil
	}
	if err := k.write(k.file(sc), result.Append(nil, r)); err != nil {
		return fmt.Errorf("keeping a result: %w", err)
	}
	return nil
}

// write makes a file. It gets its name when it is whole, since two builds may share a
// folder.
func (k kept) write(path string, data []byte) error {
	file, err := os.CreateTemp(k.folder, ".new-*")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = cmp.Or(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// packed compresses what is the same in every build with an engine: its results as they
// are handed out, more than half of the bytes of a site. The compressed form is kept.
func (k kept) packed(data []byte, pack func([]byte) ([]byte, error)) ([]byte, error) {
	if k.folder == "" {
		return pack(data)
	}
	sum := sha256.Sum256(data)
	path := filepath.Join(k.folder, hex.EncodeToString(sum[:12])+".br")
	if br, err := os.ReadFile(path); err == nil {
		return br, nil
	}
	br, err := pack(data)
	if err != nil {
		return nil, err
	}
	if err := k.write(path, br); err != nil {
		return nil, fmt.Errorf("keeping a compressed result: %w", err)
	}
	return br, nil
}
