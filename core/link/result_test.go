package link

import (
	"strings"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

func play(t *testing.T, text string) *result.Result {
	t.Helper()
	file, errs := scenario.Parse(text)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	run, err := server.New(file.Runs()[0])
	if err != nil {
		t.Fatal(err)
	}
	for run.Step(1 << 20) {
	}
	return run.Result()
}

// The numbers of a result go through a link and are compared with the same result,
// with another, and with what is not the sender's.
func TestVerdict(t *testing.T) {
	r := play(t, "scale = 2\nduration = 2s\n")
	other := play(t, "scale = 2\nduration = 2s\nseed = 8\n")
	stopped := *r
	stopped.Stopped = true
	l, errs := Decode(Encode(scenario.Link{Figures: Summary([]*result.Result{r})}))
	if len(errs) > 0 || len(l.Figures) != 6 {
		t.Fatalf("%d figures came back: %v, errors %v", len(l.Figures), l.Figures, errs)
	}
	if n := len(Summary([]*result.Result{&stopped})); n != 0 {
		t.Errorf("a run that was stopped has %d figures", n)
	}
	tps := []scenario.Figure{{Name: "tps", Value: l.Figures[0].Value}}
	strange := []scenario.Figure{{Name: "future", Value: "1"}, {Run: "a", Name: "tps", Value: "2"}}
	for _, c := range []struct {
		name    string
		figures []scenario.Figure
		here    *result.Result
		theirs  string
		want    string
		ok      bool
	}{
		{"the same", l.Figures, r, "1", "Reproduced: all 5 numbers of the link came out the same here, and equal hashes prove that the whole results are equal.", true},
		{"without a hash", tps, r, "", "Reproduced: the one number of the link came out the same here.", true},
		{"another engine", l.Figures, r, "2", "Reproduced: all 5 numbers of the link came out the same here, although its engine was 2 and this is 1.", true},
		{"another seed", l.Figures, other, "1", "Not reproduced: Throughput, transactions/s is " + l.Figures[0].Value + " in the link and ", false},
		{"of the same engine", l.Figures, other, "1", "Both say engine 1, ", false},
		{"of another engine", l.Figures, other, "2", "The engines differ: 2 in the link, 1 here.", false},
		{"of no engine", l.Figures, other, "", "does not say which engine", false},
		{"unknown numbers", strange, r, "1", "None of the link’s numbers can be compared", false},
		{"beside unknown ones", append(strange, tps...), r, "1", "Reproduced: the one number", true},
		{"a part of a run", l.Figures, &stopped, "1", "None of the link’s numbers can be compared", false},
	} {
		text, ok := Verdict(Beside(c.figures, Summary([]*result.Result{c.here})), c.theirs, "1")
		if ok != c.ok || !strings.Contains(text, c.want) {
			t.Errorf("%s: %v, %s", c.name, ok, text)
		}
	}
}
