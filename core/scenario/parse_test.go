package scenario

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestParse runs testdata/parse: a configuration, and what comes of it. Each
// run is printed with its text, then the errors.
func TestParse(t *testing.T) {
	datadriven.RunTest(t, "testdata/parse", func(t *testing.T, d *datadriven.TestData) string {
		f, errs := Parse(d.Input)
		var b strings.Builder
		for i, s := range f.Runs() {
			b.WriteString("run " + strconv.Quote(f.Names()[i]) + "\n" + s.Text())
		}
		for _, err := range errs {
			b.WriteString("error: " + err.Error() + "\n")
		}
		return b.String()
	})
}

// TestLink runs testdata/link: a link, and what comes of it.
func TestLink(t *testing.T) {
	datadriven.RunTest(t, "testdata/link", func(t *testing.T, d *datadriven.TestData) string {
		l, errs := DecodeLink(d.Input)
		var b strings.Builder
		b.WriteString("experiment " + strconv.Quote(l.Experiment) + " version " + strconv.Itoa(l.Version) + "\n")
		for _, c := range l.Changes {
			b.WriteString("run " + strconv.Quote(c.Run) + ": " + c.Name + " = " + strconv.Quote(c.Value) + "\n")
		}
		for _, c := range l.Unknown {
			b.WriteString("unknown " + strconv.Quote(c.Name) + " = " + strconv.Quote(c.Value) + "\n")
		}
		if l.Engine != "" {
			b.WriteString("engine " + l.Engine + "\n")
		}
		for _, f := range l.Figures {
			b.WriteString("run " + strconv.Quote(f.Run) + ": figure " + f.Name + " = " + strconv.Quote(f.Value) + "\n")
		}
		for _, e := range l.Extras {
			b.WriteString("extra " + e.Name + " = " + strconv.Quote(e.Value) + "\n")
		}
		for _, err := range errs {
			b.WriteString("error: " + err.Error() + "\n")
		}
		b.WriteString("link: " + l.String() + "\n")
		return b.String()
	})
}

// old are links as earlier versions of the lab wrote them. They must keep
// their meaning for ever: add lines, never change one.
var old = []struct{ link, text string }{
	{"/x/shared-buffers-challenge/#v=1&shared_buffers=256MB&hardware=meddle2011&seed=7", "shared_buffers = 256MB\nseed = 7\n"},
	{"/x/shared-buffers-challenge/#v=1&shared_buffers=64MB&a.bgwriter_delay=20ms&seed=7", "shared_buffers = 64MB\nbgwriter_delay = 20ms\nseed = 7\n"},
	{"/x/shared-buffers-challenge/#v=1&filesystem=ext4&barrier=off", "filesystem = ext4\nbarrier = off\n"},
	{"/x/shared-buffers-challenge/#v=1&vm.dirty_ratio=33&a.vm.dirty_background_ratio=3", "vm.dirty_background_ratio = 3\nvm.dirty_ratio = 33\n"},
	{"/x/shared-buffers-challenge/#v=1&b.scale=5&clients=8", "clients = 8\n"},
	{"/x/shared-buffers-challenge/?scale=5", "scale = 5\n"},
	{"/x/shared-buffers-challenge/#v=1&checkpoint_completion_target=0.9&fsync=off", "checkpoint_completion_target = 0.9\nfsync = off\n"},
}

func TestOldLinks(t *testing.T) {
	f, _ := Parse("[a]\n[b]\n")
	for _, c := range old {
		l, errs := DecodeLink(c.link)
		if len(errs) > 0 || l.Experiment != "shared-buffers-challenge" {
			t.Errorf("%s: experiment %q, errors %v", c.link, l.Experiment, errs)
		}
		runs, errs := f.With(l.Changes)
		if len(errs) > 0 || runs[0].Text() != c.text {
			t.Errorf("%s means now\n%swant\n%serrors %v", c.link, runs[0].Text(), c.text, errs)
		}
	}
}

// Any change comes back from its link as it was.
func TestLinkRoundTrip(t *testing.T) {
	runs := []string{"", "32MB", "a.b", "50 % & more", "läuft", "x=y#z?", "vm"}
	values := []string{"64MB", "", "a b", "100%", "ä/ö?#&=+", "'quoted'"}
	var changes []Change
	for i, def := range Settings() {
		for j, run := range runs {
			changes = append(changes, Change{Run: run, Name: def.Name, Value: values[(i+j)%len(values)]})
		}
	}
	link := EncodeLink("shared-buffers-challenge", changes)
	l, errs := DecodeLink(link)
	if len(errs) > 0 || l.Experiment != "shared-buffers-challenge" || !slices.Equal(l.Changes, changes) {
		t.Errorf("%d of %d changes came back, errors %v", len(l.Changes), len(changes), errs)
	}
	if l.String() != link {
		t.Errorf("written again the link is\n%s\ninstead of\n%s", l, link)
	}
	if i := strings.IndexFunc(link, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"'<>+`, r) }); i >= 0 {
		t.Errorf("the link needs quoting at %q", link[i:])
	}
}

func TestHostileInput(t *testing.T) {
	long := strings.Repeat("x", maxInput+1)
	if _, errs := Parse(long); len(errs) != 1 || errs[0].Error() != "a configuration of 65537 bytes is too long; legal is at most 65536 bytes" {
		t.Errorf("long file: %v", errs)
	}
	if _, errs := DecodeLink(long); len(errs) != 1 || errs[0].Error() != "a link of 65537 bytes is too long; legal is at most 65536 bytes" {
		t.Errorf("long link: %v", errs)
	}
	for _, text := range []string{
		strings.Repeat("y\n", maxInput/2),
		strings.Repeat("a=", maxInput/2),
		strings.Repeat("[]\n", maxInput/3),
		strings.Repeat("&b", maxInput/2),
		"shared_buffers = '" + strings.Repeat("9", maxInput/2) + "'\n",
	} {
		_, errs := Parse(text)
		_, linkErrs := DecodeLink(text)
		for _, list := range [][]error{errs, linkErrs} {
			if len(list) > maxErrors+1 {
				t.Errorf("%.10q...: %d errors", text, len(list))
			}
			for _, err := range list {
				if len(err.Error()) > 400 {
					t.Errorf("%.10q...: an error of %d bytes", text, len(err.Error()))
				}
			}
		}
		if len(errs) == 0 {
			t.Errorf("%.10q...: no error in the file", text)
		}
	}
	// More runs than fit are refused, the others stay.
	var many strings.Builder
	for i := range maxRuns + 1 {
		many.WriteString("[" + strconv.Itoa(i) + "]\nscale = 2\n")
	}
	f, errs := Parse(many.String())
	if len(errs) != 1 || len(f.Runs()) != maxRuns || !strings.Contains(errs[0].Error(), "one section too many") {
		t.Errorf("%d runs, errors %v", len(f.Runs()), errs)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "shared_buffers = 32MB\n[a]\nscale=2\n[b]\n", "x = 'it''s' # c", "[", "[]", "a=\\", "fsync 'o\\ff'", "scale='5", "release = 8.3\nwal_buffers = -1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, _ := Parse(text)
		for _, s := range file.Runs() {
			again, errs := Parse(s.Text())
			for _, err := range errs {
				if e, ok := err.(*Error); !ok || e.Setting != "shared_buffers" || e.Line != 0 {
					t.Fatalf("the text of a scenario is refused: %v\n%s", err, s.Text())
				}
			}
			if got := again.Runs()[0].Text(); got != s.Text() {
				t.Fatalf("the text of a scenario changes from\n%s\nto\n%s", s.Text(), got)
			}
		}
	})
}

func FuzzDecodeLink(f *testing.F) {
	for _, c := range old {
		f.Add(c.link)
	}
	for _, link := range []string{"", "#", "?a=%", "#v=2&z=abc", "https://example.org/lab/x/a/?b=%41#c=%c3%a4", "x=y", "/x//#", "x/x", "=", "#%3d=%26"} {
		f.Add(link)
	}
	f.Fuzz(func(t *testing.T, link string) {
		l, _ := DecodeLink(link)
		again, _ := DecodeLink(l.String())
		if again.Experiment != l.Experiment || !slices.Equal(again.Changes, l.Changes) || !slices.Equal(again.Unknown, l.Unknown) ||
			again.Engine != l.Engine || !slices.Equal(again.Figures, l.Figures) || !slices.Equal(again.Extras, l.Extras) {
			t.Fatalf("%q is read as %+v, written as %q, and read again as %+v", link, l, l, again)
		}
	})
}
