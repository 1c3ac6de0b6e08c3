package generate

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"clocksweep/core/scenario"
)

// small is a scenario that is over at once.
func small(t *testing.T, seed string) *scenario.Scenario {
	t.Helper()
	sc := scenario.New()
	for name, value := range map[string]string{"scale": "1", "transactions": "50", "seed": seed} {
		if err := sc.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return sc
}

// engine writes a program and opens the folder of its results.
func engine(t *testing.T, folder, program string) kept {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sim.wasm")
	if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	k, err := keep(folder, file)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestKeptIsTheSameResult(t *testing.T) {
	b := &builder{kept: engine(t, t.TempDir(), "engine")}
	sc := small(t, "1")
	if b.kept.get(sc) != nil {
		t.Fatal("a result before any run")
	}
	ran, err := b.run(sc)
	if err != nil {
		t.Fatal(err)
	}
	again := b.kept.get(sc)
	if again == nil {
		t.Fatal("the result was not kept")
	}
	if again.Hash() != ran.Hash() {
		t.Errorf("kept %s, ran %s", again.Hash(), ran.Hash())
	}
	if b.kept.get(small(t, "2")) != nil {
		t.Error("a run with another seed has found the result")
	}
}

func TestKeptBelongsToAnEngine(t *testing.T) {
	folder := t.TempDir()
	b := &builder{kept: engine(t, folder, "engine")}
	sc := small(t, "1")
	if _, err := b.run(sc); err != nil {
		t.Fatal(err)
	}
	if engine(t, folder, "another").get(sc) != nil {
		t.Error("another engine has found the result")
	}
	if engine(t, folder, "engine").get(sc) == nil {
		t.Error("the engine itself has not")
	}
}

func TestBrokenFileIsRunAnew(t *testing.T) {
	b := &builder{kept: engine(t, t.TempDir(), "engine")}
	sc := small(t, "1")
	ran, err := b.run(sc)
	if err != nil {
		t.Fatal(err)
	}
	file := b.kept.file(sc)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, whole[:len(whole)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := b.run(sc)
	if err != nil {
		t.Fatal(err)
	}
	if again.Hash() != ran.Hash() {
		t.Error("half a file has changed the result")
	}
}

func TestOldEnginesAreForgotten(t *testing.T) {
	folder := t.TempDir()
	first := engine(t, folder, "0").folder
	if err := os.Chtimes(first, time.Unix(0, 0), time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	for i := range mostEngines {
		engine(t, folder, strconv.Itoa(i+1))
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != mostEngines {
		t.Errorf("%d engines are kept, not %d", len(entries), mostEngines)
	}
	if _, err := os.Stat(first); !os.IsNotExist(err) {
		t.Error("the oldest engine is still there")
	}
}

func TestNothingIsKeptWithoutAFolder(t *testing.T) {
	b := &builder{}
	sc := small(t, "1")
	if _, err := b.run(sc); err != nil {
		t.Fatal(err)
	}
	if b.kept.get(sc) != nil {
		t.Error("a result was found")
	}
}

// A result's compressed form is made once for an engine.
func TestKeptPacked(t *testing.T) {
	folder := t.TempDir()
	k := engine(t, folder, "engine")
	made := 0
	pack := func(data []byte) ([]byte, error) {
		made++
		return brotliOf(data)
	}
	first, err := k.packed([]byte("a result"), pack)
	if err != nil {
		t.Fatal(err)
	}
	again, err := engine(t, folder, "engine").packed([]byte("a result"), pack)
	if err != nil || made != 1 || !bytes.Equal(first, again) {
		t.Errorf("packed %d times, %v, into %x and %x", made, err, first, again)
	}
	other, err := k.packed([]byte("another result"), pack)
	if err != nil || made != 2 || bytes.Equal(first, other) {
		t.Errorf("another one: packed %d times, %v, into %x", made, err, other)
	}
	if _, err := (kept{}).packed([]byte("a result"), pack); err != nil || made != 3 {
		t.Errorf("without a folder: packed %d times, %v", made, err)
	}
}
