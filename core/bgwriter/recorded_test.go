package bgwriter_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
)

// step is one line of a recording, cut into words; the format is described in
// testdata/README.md.
type step []string

// load reads a recording: the first line apart, which tells the number of
// buffers and the settings.
func load(t *testing.T, name string) (head step, steps []step) {
	t.Helper()
	data, err := os.ReadFile("testdata/recorded/" + name + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		steps = append(steps, strings.Fields(line))
	}
	return steps[0], steps[1:]
}

// value returns the number after key in the step, or other if it is not there.
func (s step) value(key string, other float64) float64 {
	for _, word := range s {
		if digits, ok := strings.CutPrefix(word, key+"="); ok {
			f, err := strconv.ParseFloat(strings.TrimSuffix(digits, "ms"), 64)
			if err != nil {
				panic(err)
			}
			return f
		}
	}
	return other
}

func (s step) int(i int) int {
	n, err := strconv.Atoi(s[i])
	if err != nil {
		panic(err)
	}
	return n
}

// look is a buffer that a round looked at.
type look struct {
	buf     int32
	written bool
}

// looks reads the words "buffer:written".
func looks(words []string) []look {
	var out []look
	for _, w := range words {
		digits, written, _ := strings.Cut(w, ":")
		n, err := strconv.Atoi(digits)
		if err != nil {
			panic(err)
		}
		out = append(out, look{int32(n), written == "1"})
	}
	return out
}

// near reports whether a recorded nap (µs) can be one of ms: the processes of a
// recorded server do not always run when they would.
func near(us, ms int) bool { return us >= ms*1000-1000 && us < ms*1000+250_000 }
