package link

import (
	"reflect"
	"testing"

	"clocksweep/core/scenario"
)

// old are links as the lab has written them, at least one for each change of the
// codec. They must keep their meaning for ever: add lines, never change one.
var old = []struct {
	since   string // what was new
	link    string
	text    string // the scenario of run "a"
	engine  string
	figures []scenario.Figure
	extras  []scenario.Change
}{
	{since: "the first form: differences, and one of a run",
		link: "/x/shared-buffers-challenge/#v=1&shared_buffers=64MB&a.bgwriter_delay=20ms&seed=7",
		text: "shared_buffers = 64MB\nbgwriter_delay = 20ms\nseed = 7\n"},
	{since: "the first form, in the query and without a version",
		link: "/x/shared-buffers-challenge/?scale=5", text: "scale = 5\n"},
	{since: "the first form: everything but letters, digits and -._~ is encoded",
		link: "/x/shared-buffers-challenge/#v=1&script=%5Csleep%20%3Ascale%20ms&workload=custom", text: "script = '\\\\sleep :scale ms'\n"},
	{since: "colons and commas stand for themselves",
		link: "/x/shared-buffers-challenge/#v=1&script=%5Csleep%20:scale%20ms&workload=custom", text: "script = '\\\\sleep :scale ms'\n"},
	{since: "engine and figures",
		link: "/x/shared-buffers-challenge/#v=1&shared_buffers=64MB&engine=0.1.0&a.result.tps=109.3&a.result.hash=0123456789abcdef",
		text: "shared_buffers = 64MB\n", engine: "0.1.0",
		figures: []scenario.Figure{{Run: "a", Name: "tps", Value: "109.3"}, {Run: "a", Name: "hash", Value: "0123456789abcdef"}}},
	{since: "figures of the lab's one run, and its sweep",
		link: "/lab/#v=1&scale=5&engine=0.1.0&result.tps=109.3&sweep=shared_buffers:8MB..64MB%20x2",
		text: "scale = 5\n", engine: "0.1.0", figures: []scenario.Figure{{Name: "tps", Value: "109.3"}},
		extras: []scenario.Change{{Name: "sweep", Value: "shared_buffers:8MB..64MB x2"}}},
	{since: "the compressed form",
		link: "/x/shared-buffers-challenge/#v=1&z=eNoqzkgsSk2JTypNS0stKrY1M_F1UitOTU2xNVdLzUvPzEu1NdAz1DNQS9QrSi0uzSnRKykotjU0sNQzBgQAAP__UjITDA",
		text: "shared_buffers = 64MB\nseed = 7\n", engine: "0.1.0",
		figures: []scenario.Figure{{Run: "a", Name: "tps", Value: "109.3"}}},
}

func TestOldLinks(t *testing.T) {
	f, _ := scenario.Parse("[a]\n[b]\n")
	for _, c := range old {
		l, errs := Decode(c.link)
		if len(errs) > 0 {
			t.Errorf("%s: %v", c.since, errs)
		}
		runs, errs := f.With(l.Changes)
		if len(errs) > 0 || runs[0].Text() != c.text {
			t.Errorf("%s:\n%s\nmeans now\n%swant\n%serrors %v", c.since, c.link, runs[0].Text(), c.text, errs)
		}
		if l.Engine != c.engine || !reflect.DeepEqual(l.Figures, c.figures) || !reflect.DeepEqual(l.Extras, c.extras) {
			t.Errorf("%s:\n%s\nsays engine %q, figures %v, extras %v", c.since, c.link, l.Engine, l.Figures, l.Extras)
		}
	}
}
