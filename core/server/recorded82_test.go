package server

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
)

// forms82 has what one client's transactions did on instrumented servers, table by
// table: how often each sequence of accesses came. A is accounts, T tellers, B
// branches, H history, small letters their keys; the second letter tells pages of
// one transaction apart; ' is a page that the process had pinned already, - the
// last unpin.
//
//go:embed testdata/forms82.txt
var forms82 string

// accessRecorder is a policy that writes down what backends do with it.
type accessRecorder struct {
	bufmgr.Policy
	s     *Server
	did   []access
	reads int
	pins  int
}

// access is a read or an unpin of a page.
type access struct {
	page        bufmgr.Page
	held, unpin bool
}

func (p *accessRecorder) Read(be *bufmgr.Backend, pg bufmgr.Page, held bool) (b int32, hit bool) {
	p.did = append(p.did, access{page: pg, held: held})
	return p.Policy.Read(be, pg, held)
}

func (p *accessRecorder) Release(be *bufmgr.Backend, b int32) (listed bool) {
	p.did = append(p.did, access{page: p.PageOf(b), unpin: true})
	return p.Policy.Release(be, b)
}

// letters are the relations of pgbench's tables in order, keys in small letters.
func (p *accessRecorder) letter(pg bufmgr.Page) byte {
	s := p.s
	switch s.owner[s.os.FileOf(pg)].rel {
	case s.accounts.rel:
		return 'A'
	case s.accountKey:
		return 'a'
	case s.tellers.rel:
		return 'T'
	case s.tellerKey:
		return 't'
	case s.branches.rel:
		return 'B'
	case s.branchKey:
		return 'b'
	case s.history.rel:
		return 'H'
	}
	return 0
}

// form returns what was done to the pages of the relations with the given letters.
func (p *accessRecorder) form(letters string) string {
	var out []string
	var seen []bufmgr.Page
	for _, a := range p.did {
		l := p.letter(a.page)
		if l == 0 || !strings.ContainsRune(letters, rune(l)) {
			continue
		}
		i := slices.Index(seen, a.page)
		if i < 0 {
			i = len(seen)
			seen = append(seen, a.page)
		}
		word := string(l) + string(rune('p'+i))
		switch {
		case a.unpin:
			word = "-" + word
		case a.held:
			word += "'"
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// recorded82 is what one release was recorded to do.
type recorded82 struct {
	release     string
	n           int
	reads, pins float64        // of a transaction, in the middle
	forms       map[string]int // how often
	order       []string       // of the above
}

func readForms82(t *testing.T) []recorded82 {
	var all []recorded82
	for line := range strings.Lines(forms82) {
		line = strings.TrimSpace(line)
		if line[0] == '#' {
			continue
		}
		f := strings.Fields(line)
		if f[0] == "release" {
			n, err1 := strconv.Atoi(f[2])
			reads, err2 := strconv.ParseFloat(f[4], 64)
			pins, err3 := strconv.ParseFloat(f[6], 64)
			if err1 != nil || err2 != nil || err3 != nil {
				t.Fatal(line)
			}
			all = append(all, recorded82{release: f[1], n: n, reads: reads, pins: pins, forms: map[string]int{}})
			continue
		}
		count, form, _ := strings.Cut(line, " ")
		n, err := strconv.Atoi(count)
		if err != nil {
			t.Fatal(line)
		}
		last := &all[len(all)-1]
		last.forms[form] = n
		last.order = append(last.order, form)
	}
	return all
}

// TestForms82 repeats the recorded runs. Which rows come is chance, so that a form
// may come more or less often by four times the root of its count. Branches is
// judged up to three pages: later the recordings differ from each other, because a
// full leaf is split with a chance of 1 % or passed by. (There is none in 8.2.)
func TestForms82(t *testing.T) {
	judged := 0
	for _, want := range readForms82(t) {
		got, reads, pins := formsOf(t, &want)
		n := float64(want.n)
		t.Logf("%s: %.2f reads, recorded %.2f; %.2f pins, recorded %.2f", want.release, reads/n, want.reads, pins/n, want.pins)
		if math.Abs(reads/n/want.reads-1) > 0.02 || math.Abs(pins/n/want.pins-1) > 0.02 {
			t.Errorf("%s: %.2f reads and %.2f pins a transaction, recorded are %.2f and %.2f", want.release, reads/n, pins/n, want.reads, want.pins)
		}
		for _, form := range want.order {
			if want.release != "8.2" && (strings.Contains(form, "Bs") || strings.HasPrefix(form, "bp")) {
				continue
			}
			judged++
			count := float64(want.forms[form])
			if d := float64(got[form]) - count; math.Abs(d) > 4*math.Sqrt(count) {
				t.Errorf("%s: %d times %s, recorded %d times", want.release, got[form], form, want.forms[form])
			}
		}
	}
	if judged < 50 {
		t.Errorf("only %d forms were judged", judged)
	}
}

// formsOf counts the forms of a simulated run, and reads and pins of pages of
// pgbench's tables.
func formsOf(t *testing.T, want *recorded82) (forms map[string]int, reads, pins float64) {
	r := start(t, of(t, "release="+want.release+" build=64-bit fsync=off scale=1 clients=1 shared_buffers=2MB transactions="+
		strconv.Itoa(want.n)+" checkpoint_timeout=3600s checkpoint_segments=100"))
	s := r.s
	s.before83.vacuums = false
	rec := &accessRecorder{Policy: s.policy, s: s}
	s.policy = rec
	forms = map[string]int{}
	for done := int64(0); s.clients > 0; {
		s.sim.Step(1)
		if n := s.samples.total.Count; n == done {
			continue
		}
		done++
		for _, letters := range []string{"aA", "tT", "bB", "H"} {
			forms[rec.form(letters)]++
		}
		for _, a := range rec.did {
			if a.unpin || rec.letter(a.page) == 0 {
				continue
			}
			reads++
			if !a.held {
				pins++
			}
		}
		rec.did = rec.did[:0]
	}
	return forms, reads, pins
}
