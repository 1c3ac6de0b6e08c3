package replay_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/replay"
)

const recordedDir = "testdata/recorded"

var condenseFrom = flag.String("condense", "",
	"rebuild testdata/recorded from the recordings below these comma-separated directories, then test")

func TestMain(m *testing.M) {
	flag.Parse()
	if *condenseFrom != "" {
		if err := condenseAll(strings.Split(*condenseFrom, ",")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// condenseAll condenses every recording that has a trace of buffer accesses.
func condenseAll(roots []string) error {
	total := 0
	for _, root := range roots {
		dirs, err := filepath.Glob(filepath.Join(root, "*", "trace.csv.gz"))
		if err != nil {
			return err
		}
		for _, trace := range dirs {
			dir := filepath.Dir(trace)
			set, err := openText(dir)
			if err != nil {
				return fmt.Errorf("%s: %w", dir, err)
			}
			var out bytes.Buffer
			z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
			if err != nil {
				return err
			}
			if _, err := z.Write(set.AppendCompact(nil)); err != nil {
				return err
			}
			if err := z.Close(); err != nil {
				return err
			}
			name := filepath.Base(dir)
			if err := os.WriteFile(filepath.Join(recordedDir, name+".gz"), out.Bytes(), 0o644); err != nil {
				return err
			}
			fmt.Printf("%-12s %7d events %7d bytes\n", name, len(set.Events), out.Len())
			total += out.Len()
		}
	}
	fmt.Printf("%d bytes\n", total)
	return nil
}

// openText reads a recording's text files.
func openText(dir string) (*replay.Set, error) {
	open := func(name string) (io.Reader, error) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			data, err = os.ReadFile(filepath.Join(dir, name+".gz"))
			if err != nil {
				return nil, err
			}
			return gzip.NewReader(bytes.NewReader(data))
		}
		return bytes.NewReader(data), err
	}
	var f replay.Files
	var err error
	for name, to := range map[string]*io.Reader{
		"counts.json": &f.Counts, "settings.txt": &f.Settings, "rels.csv": &f.Rels, "trace.csv": &f.Trace, "snaps.csv": &f.Snaps,
	} {
		if *to, err = open(name); err != nil {
			return nil, err
		}
	}
	return replay.Read(f)
}

// openRecording reads a condensed recording.
func openRecording(t testing.TB, name string) *replay.Set {
	f, err := os.Open(filepath.Join(recordedDir, name+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	set, err := replay.ReadCompact(data)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// recordings returns the names of all condensed recordings.
func recordings(t testing.TB) []string {
	files, err := filepath.Glob(filepath.Join(recordedDir, "*.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		files[i] = strings.TrimSuffix(filepath.Base(files[i]), ".gz")
	}
	return files
}

func own(t testing.TB, set *replay.Set) bufmgr.Policy {
	p, ok := bufmgr.PolicyByName(set.Release.Policy())
	if !ok {
		t.Fatalf("there is no policy %s", set.Release.Policy())
	}
	return p.New(set.Buffers)
}

// TestReplayOfRealServers plays every recording to the rules of the release that
// it is told to be of.
func TestReplayOfRealServers(t *testing.T) {
	var told []string
	for _, g := range replay.Groups() {
		for _, r := range g.Recordings {
			told = append(told, r.Name)
			t.Run(r.Name, func(t *testing.T) { playRight(t, r.Name, g.Release) })
		}
	}
	slices.Sort(told)
	if files := recordings(t); !slices.Equal(told, files) || len(told) != 66 {
		t.Errorf("told of are the %d recordings\n%v, there are the %d\n%v", len(told), told, len(files), files)
	}
}

func playRight(t *testing.T, name string, release replay.Release) {
	set := openRecording(t, name)
	if set.Release != release {
		t.Errorf("it has the rules of %s, not of %s", set.Release, release)
	}
	pool := own(t, set)
	r := replay.NewPlayer(set, pool).Play()
	if r.Mismatches > 0 {
		t.Errorf("%d mismatches, the first: %v", r.Mismatches, r.First)
	}
	if err := pool.Check(); err != nil {
		t.Error(err)
	}
	if r.Recorded != r.Replayed || r.Recorded.Hits == 0 || r.Recorded.Misses == 0 {
		t.Errorf("recorded %+v, replayed %+v", r.Recorded, r.Replayed)
	}
	for _, q := range r.Quantities {
		t.Logf("%s %d/%d", q.Name, q.Right, q.Checked)
	}
}

// TestCompactRoundTrip writes a recording again and compares the bytes.
func TestCompactRoundTrip(t *testing.T) {
	for _, name := range []string{"7.4.30-E1c", "8.0.0-E3", "8.1.0-E3", "8.3.0-E4p", "9.6.24-E5"} {
		first := openRecording(t, name).AppendCompact(nil)
		set, err := replay.ReadCompact(first)
		if err != nil {
			t.Fatal(err)
		}
		if again := set.AppendCompact(nil); !bytes.Equal(first, again) {
			t.Errorf("%s: %d bytes became %d different ones", name, len(first), len(again))
		}
		for _, n := range []int{0, 1, len(first) / 2, len(first) - 1} {
			if _, err := replay.ReadCompact(first[:n]); err == nil {
				t.Errorf("%s: the first %d bytes of %d are taken for a recording", name, n, len(first))
			}
		}
	}
}
