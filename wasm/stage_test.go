//go:build !js

package wasm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"clocksweep/core/stage"
)

// staged is what the worker of a watched pool posts.
type staged struct {
	Type, Message, Problem, Text string
	Problems                     []string
	Lists                        [][]string
	At                           int64
	Ended                        bool
	Words                        []string
	Numbers                      [][]float64
	States                       [][]byte
}

// direct lets the worker's script answer messages, and returns what it posted.
func direct(t *testing.T, sim string, messages ...map[string]any) []staged {
	t.Helper()
	in, err := json.Marshal(messages)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "testdata/stage.mjs", "../site/js/stager.js", sim, filepath.Join(goroot(t), "lib", "wasm", "wasm_exec.js"))
	cmd.Stdin = bytes.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.Bytes())
	}
	var posted []staged
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, len(out)+1)
	for lines.Scan() {
		var m staged
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatalf("%v in %.100s", err, lines.Bytes())
		}
		if m.Type != "seeking" {
			posted = append(posted, m)
		}
	}
	return posted
}

// sameStage compares a frame with a stage that was played natively.
func sameStage(t *testing.T, got staged, want *stage.Stage) {
	t.Helper()
	if got.Type != "frame" || got.At != want.At() || got.Words[0] != want.Words() {
		t.Fatalf("%s at %d, %q; want %d, %q (%s)", got.Type, got.At, got.Words, want.At(), want.Words(), got.Message)
	}
	for i, p := range want.Pools {
		var s stage.State
		p.Look(&s, 1)
		if !bytes.Equal(got.States[i], append(s.Cells, s.Rels...)) {
			t.Errorf("%s: another state", p.Name)
		}
		if numbers := p.Numbers(nil, &s); !reflect.DeepEqual(got.Numbers[i], numbers) {
			t.Errorf("%s: %v, want %v", p.Name, got.Numbers[i], numbers)
		}
		if got.Words[1+i] != p.Words() {
			t.Errorf("%s: %q, want %q", p.Name, got.Words[1+i], p.Words())
		}
	}
}

func setNatively(t *testing.T, settings, file string, at int64) *stage.Stage {
	t.Helper()
	c, problems := stage.Parse(settings)
	s, more, err := stage.New(c, strings.NewReader(file))
	if err != nil || len(problems)+len(more) > 0 {
		t.Fatal(err, problems, more)
	}
	s.Play(at)
	return s
}

// TestStageSameAsNative goes forward, back, by hand and through a trace.
func TestStageSameAsNative(t *testing.T) {
	sim := buildSim(t)
	const settings = "policies=clock83,2q,clock19\nbuffers=128\nstream=mix"
	const byHand = settings + "\nhand=900w0.7"
	posted := direct(t, sim,
		map[string]any{"type": "go", "id": 1, "settings": settings, "at": 3000},
		map[string]any{"type": "play", "id": 1, "accesses": 17, "ms": 60000},
		map[string]any{"type": "go", "id": 2, "settings": settings, "at": 900},
		map[string]any{"type": "touch", "id": 2, "settings": byHand, "rel": 0, "block": 7, "write": true},
		map[string]any{"type": "go", "id": 3, "settings": byHand, "at": 1200},
		map[string]any{"type": "tell", "pool": 1, "buffer": 5},
		map[string]any{"type": "touch", "id": 3, "settings": "x", "rel": 99, "block": 7},
	)
	if len(posted) != 9 || posted[0].Type != "stage" || posted[3].Type != "stage" || len(posted[0].Lists) != 7 {
		t.Fatalf("%d messages", len(posted))
	}
	sameStage(t, posted[1], setNatively(t, settings, "", 3000))
	sameStage(t, posted[2], setNatively(t, settings, "", 3017))
	sameStage(t, posted[4], setNatively(t, settings, "", 900))
	sameStage(t, posted[5], setNatively(t, byHand, "", 901))
	want := setNatively(t, byHand, "", 1200)
	sameStage(t, posted[6], want)
	if posted[7].Text != want.Pools[1].Tell(5) {
		t.Errorf("%q", posted[7].Text)
	}
	if !strings.Contains(posted[8].Problem, "relation 99") || posted[8].At != 1200 {
		t.Errorf("%+v", posted[8])
	}
}

func TestStageOfATrace(t *testing.T) {
	sim := buildSim(t)
	const settings = "stream=recorded\nbuffers=16"
	file := longTrace(3000)
	posted := direct(t, sim,
		map[string]any{"type": "go", "id": 1, "settings": settings, "at": 5},
		map[string]any{"type": "trace", "bytes": file},
		map[string]any{"type": "go", "id": 2, "settings": settings, "at": 1e6},
		map[string]any{"type": "trace", "bytes": []byte("a,1,look\n")},
		map[string]any{"type": "go", "id": 3, "settings": settings, "at": 5},
		map[string]any{"type": "go", "id": 4, "settings": "buffers=17\ncolor=red", "at": 5},
	)
	if m := posted[0]; m.Type != "failed" || !strings.Contains(m.Message, "none has been read") {
		t.Errorf("%+v", m)
	}
	sameStage(t, posted[2], setNatively(t, settings, string(file), 1e6))
	if m := posted[2]; !m.Ended || m.At != 3000 {
		t.Errorf("ended %v at %d", m.Ended, m.At)
	}
	if m := posted[3]; m.Type != "failed" || !strings.Contains(m.Message, `the access is "look"`) {
		t.Errorf("%+v", m)
	}
	// After a failure the next stage is set anew.
	if m := posted[4]; m.Type != "stage" || len(m.Problems) != 1 || !strings.Contains(m.Problems[0], "color") {
		t.Errorf("%+v", m)
	}
	sameStage(t, posted[5], setNatively(t, "buffers=17", "", 5))
}
