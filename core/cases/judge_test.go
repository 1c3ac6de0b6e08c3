//go:build !invariants && !js

package cases

import (
	"fmt"
	"testing"
)

// TestJudge: a check can fail, and says so in each of its forms.
func TestJudge(t *testing.T) {
	value := func(name string) (float64, error) {
		if name == "A:x" {
			return 10, nil
		}
		return 0, fmt.Errorf("no %s", name)
	}
	for _, c := range []struct {
		text  string
		holds bool
	}{
		{"A:x = 10", true}, {"A:x = 10.5 ± 5%", true}, {"A:x = 10.6 ± 5%", false}, {"A:x = 11 ± 1", true}, {"A:x = 11 ± 0.9", false},
		{"A:x < 10", false}, {"A:x <= 10", true}, {"A:x > 10", false}, {"A:x >= 10", true},
		{"A:x in 9..11", true}, {"A:x in 10.5..11", false}, {"3 > 2 > 1", true}, {"3 > 1 > 2", false},
		{"floor(64 / (2 + 0.5)) * 16384 = 409600", true}, {"2 + 3 * 4 - 1 = 13", true}, {"8 / 4 / 2 = 1", true}, {"7 - 2 - 1 = 4", true},
	} {
		if v, err := judge(c.text, value); err != nil || v.holds != c.holds {
			t.Errorf("%s: %v, %v", c.text, v, err)
		}
	}
	for _, text := range []string{"", "A:x", "A:x =", "A:x ~ 3", "B:x = 1", "A:x in 3", "( 1 = 1", "floor 3 = 3"} {
		if v, err := judge(text, value); err == nil {
			t.Errorf("%s: %v and no error", text, v)
		}
	}
}

// TestMissesAreWatched: a recorded miss must stay the miss that it is.
func TestMissesAreWatched(t *testing.T) {
	for x, good := range map[float64]bool{1.39: true, 1.41: true, 1.5: false, 1.3: false, 3: false} {
		k := check{text: "x in 2.5..7", missed: &miss{figure: "1.4 ± 2%"}}
		problem := k.problem(func(string) (float64, error) { return x, nil })
		if (problem == "") != good {
			t.Errorf("%g: %q", x, problem)
		}
	}
	list, err := parse("f", "case c\nshape x > 3 missed: 2 ± 1% because of y\n")
	if err != nil || list[0].checks[0].missed.because != "of y" || list[0].checks[0].text != "x > 3" {
		t.Errorf("%v, %v", list, err)
	}
	for _, text := range []string{"law x = 1", "case c\nshape x > 3 missed: 2", "case c\nrule x"} {
		if _, err := parse("f", text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
