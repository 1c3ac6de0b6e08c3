package sweep

import (
	"errors"
	"strconv"
	"strings"
)

// RunSet is a set of runs of a sweep, by their index in [Plan.Jobs]. It is written
// "0-17,19", so that who has lost a connection can say what it has got.
type RunSet struct{ in []bool }

// NewRunSet returns the empty set of a sweep with so many runs.
func NewRunSet(runs int) *RunSet { return &RunSet{make([]bool, runs)} }

// ReadRunSet reads a text. It is an error if it is no list of runs and spans, or one
// of them is not a run of the sweep.
func ReadRunSet(text string, runs int) (*RunSet, error) {
	s := NewRunSet(runs)
	if strings.TrimSpace(text) == "" {
		return s, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		low, high, span := strings.Cut(strings.TrimSpace(part), "-")
		if !span {
			high = low
		}
		first, err1 := strconv.Atoi(low)
		last, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil || first < 0 || last < first || last >= runs {
			return nil, errors.New(strconv.Quote(shortened(part)) + " is not a run of the sweep or a span of them; legal is 0 to " + strconv.Itoa(runs-1) + ", for instance 0-4,7")
		}
		for i := first; i <= last; i++ {
			s.in[i] = true
		}
	}
	return s, nil
}

// shortened cuts what is too long to be repeated in a sentence.
func shortened(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// Add puts a run into the set.
func (s *RunSet) Add(run int) { s.in[run] = true }

// Has reports whether a run is in the set.
func (s *RunSet) Has(run int) bool { return s.in[run] }

// Len is the number of runs in the set.
func (s *RunSet) Len() int {
	n := 0
	for _, in := range s.in {
		if in {
			n++
		}
	}
	return n
}

// String writes the set as [ReadRunSet] reads it.
func (s *RunSet) String() string {
	var b strings.Builder
	for i := 0; i < len(s.in); i++ {
		if !s.in[i] {
			continue
		}
		first := i
		for i+1 < len(s.in) && s.in[i+1] {
			i++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(first))
		if i > first {
			b.WriteString("-" + strconv.Itoa(i))
		}
	}
	return b.String()
}
