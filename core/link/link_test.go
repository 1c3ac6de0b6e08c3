package link

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/scenario"
)

// long is a link with every setting of the lab in it.
func long() scenario.Link {
	l := scenario.Link{Version: 1, Experiment: "shared-buffers-challenge", Engine: "0.1.0"}
	for i, s := range scenario.Settings() {
		l.Changes = append(l.Changes, scenario.Change{Run: []string{"", "32MB"}[i%2], Name: s.Name, Value: strconv.Itoa(i) + " läuft & more"})
	}
	l.Figures = []scenario.Figure{{Run: "32MB", Name: "tps", Value: "109.3"}}
	l.SetExtra("sweep", "shared_buffers:8MB..64MB x2")
	l.Unknown = []scenario.Change{{Name: "future.knob", Value: "on"}}
	return l
}

func TestLongLinksAreCompressed(t *testing.T) {
	l := long()
	text := Encode(l)
	if !strings.HasPrefix(text, "/x/shared-buffers-challenge/#v=1&z=") || len(text) > len(l.String())/2 {
		t.Fatalf("%d bytes instead of %d: %s", len(text), len(l.String()), text)
	}
	for _, form := range []string{text, "https://lab.example/sub" + text, strings.Replace(text, "#", "?", 1), strings.TrimPrefix(text, "/x/shared-buffers-challenge/#")} {
		got, errs := Decode(form)
		want := l
		if !strings.Contains(form, "/x/") {
			want.Experiment = ""
		}
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), "future.knob") || !reflect.DeepEqual(got, want) {
			t.Errorf("%.60s: %v\n got %+v\nwant %+v", form, errs, got, want)
		}
	}
}

// The border between the two forms is Long, and the link is the same on both
// sides of it.
func TestReadableUntilLong(t *testing.T) {
	for length := Long - 40; length < Long+40; length++ {
		l := scenario.Link{Version: 1, Experiment: "a", Changes: []scenario.Change{{Name: "script", Value: strings.Repeat("x", length-len("/x/a/#v=1&script="))}}}
		text := Encode(l)
		if packed := strings.Contains(text, "z="); packed != (len(l.String()) > Long) {
			t.Fatalf("a link of %d bytes is written %.30s", len(l.String()), text)
		}
		if got, errs := Decode(text); len(errs) > 0 || !reflect.DeepEqual(got, l) {
			t.Fatalf("%d bytes: errors %v", length, errs)
		}
	}
}

// A link that was cut off anywhere gives the settings that are whole, and says
// that something is missing.
func TestTruncated(t *testing.T) {
	l := long()
	text := Encode(l)
	start := strings.Index(text, "z=") + 2
	most := 0
	for end := start; end < len(text); end++ {
		got, errs := Decode(text[:end])
		if len(errs) == 0 || !strings.HasPrefix(errs[0].Error(), "z: th") {
			t.Fatalf("cut off at %d of %d: errors %v", end, len(text), errs)
		}
		if n := len(got.Changes); n > len(l.Changes) || !reflect.DeepEqual(got.Changes, append([]scenario.Change(nil), l.Changes[:n]...)) && n > 0 {
			t.Fatalf("cut off at %d of %d: %d changes, not those of the link: %+v", end, len(text), n, got.Changes)
		}
		most = max(most, len(got.Changes))
	}
	if most < len(l.Changes)/2 {
		t.Errorf("of %d settings at most %d survive a cut", len(l.Changes), most)
	}
}

// A link in which any character is wrong never gives a setting that the sender
// did not send.
func TestDamaged(t *testing.T) {
	l := long()
	text := Encode(l)
	for at := strings.Index(text, "z=") + 2; at < len(text); at++ {
		wrong := byte('A')
		if text[at] == wrong {
			wrong = 'B'
		}
		got, errs := Decode(text[:at] + string(wrong) + text[at+1:])
		if len(errs) == 0 {
			// The unused bits of the last character are the only harmless ones.
			if at < len(text)-1 || !reflect.DeepEqual(got.Changes, l.Changes) {
				t.Fatalf("a wrong character at %d is not noticed", at)
			}
			continue
		}
		for i, c := range got.Changes {
			if c != l.Changes[i] {
				t.Fatalf("a wrong character at %d makes the setting %+v of %+v", at, c, l.Changes[i])
			}
		}
	}
}

func TestHostile(t *testing.T) {
	deflated := func(text string) string {
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		w.Write([]byte(text))
		w.Close()
		return base64.RawURLEncoding.EncodeToString(b.Bytes())
	}
	for name, c := range map[string]struct{ link, want string }{
		"a bomb":       {"#v=1&z=" + deflated(strings.Repeat("a", 5<<20)), "unpacks to more than 65536 bytes"},
		"one in one":   {"#v=1&z=" + deflated("z="+deflated("seed=7")), "stands inside of another"},
		"nothing":      {"#v=1&z=", "is not the compressed form"},
		"no base64":    {"#v=1&z=%00%ff!!", "is not the compressed form"},
		"no deflate":   {"#v=1&z=AAAAAAAA", "is not the compressed form"},
		"binary":       {"#v=1&z=" + deflated("\x00\xff=\x01&seed=\xff"), "is not part of a link"},
		"markup":       {"#v=1&z=" + deflated("<img src=x onerror=alert(1)>=1"), "there is no such setting"},
		"engine":       {"#v=1&engine=../../evil", "is not the version of an engine"},
		"a long value": {"#v=1&seed=7&32MB.result.tps=" + strings.Repeat("9", 80<<10), "too long"},
		"many":         {"#v=1&z=" + deflated(strings.Repeat("result.a=1&", 5000)), "too many settings"},
		"a version":    {"#v=7&z=" + deflated("seed=7"), "is a version of links unknown here"},
	} {
		l, errs := Decode(c.link)
		all := ""
		for _, err := range errs {
			all += err.Error() + "\n"
		}
		if !strings.Contains(all, c.want) {
			t.Errorf("%s: %+v\n%s", name, l, all)
		}
		for _, err := range errs {
			if len(err.Error()) > 400 {
				t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
			}
		}
		if again, _ := Decode(Encode(l)); !reflect.DeepEqual(again.Changes, l.Changes) || !reflect.DeepEqual(again.Unknown, l.Unknown) {
			t.Errorf("%s: written again it is another link", name)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, l := range old {
		f.Add(l.link)
	}
	f.Add(Encode(long()))
	f.Add("#v=1&z=eJw&z=eJwrSS0usTUEAAZEAd4#z=")
	f.Fuzz(func(t *testing.T, text string) {
		l, _ := Decode(text)
		again, _ := Decode(Encode(l))
		again.Version = l.Version
		if !reflect.DeepEqual(again, l) {
			t.Fatalf("%q is read as %+v, written as %q, and read again as %+v", text, l, Encode(l), again)
		}
	})
}
