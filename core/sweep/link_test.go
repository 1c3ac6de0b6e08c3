package sweep

import (
	"strings"
	"testing"
)

func TestFormRoundTrip(t *testing.T) {
	for _, f := range []Form{
		{Settings: [2]string{"shared_buffers"}, Values: [2]string{"1MB..32MB x2"}, Seeds: "3", Measure: "tps"},
		{Settings: [2]string{"shared_buffers", "filesystem"}, Values: [2]string{"8MB, 64MB", "all"}, Seeds: "", Measure: "p99"},
		{Settings: [2]string{"vm.dirty_ratio"}, Values: [2]string{"0..100 +20"}, Seeds: "x", Measure: "tps"},
	} {
		got, err := ReadForm(Form{Settings: [2]string{"a", "b"}}, f.String())
		if err != nil || got != f {
			t.Errorf("%s is read as %+v, %v", f.String(), got, err)
		}
	}
}

func TestReadFormKeepsWhatIsLeftOut(t *testing.T) {
	def := Form{Settings: [2]string{"shared_buffers", ""}, Values: [2]string{"1MB", ""}, Seeds: "3", Measure: "tps"}
	got, err := ReadForm(def, "seeds:5")
	want := def
	want.Seeds = "5"
	if err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	got, err = ReadForm(def, "clients:1,2")
	want = def
	want.Settings[0], want.Values[0] = "clients", "1,2"
	if err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestReadFormRefuses(t *testing.T) {
	def := Form{Seeds: "3", Measure: "tps"}
	for text, want := range map[string]string{
		"":                       "part \"\"",
		"nonsense":               "part \"nonsense\"",
		":1":                     "part \":1\"",
		"a:1~b:2~c:3":            "more than two",
		"measure:speed":          "measure \"speed\"",
		strings.Repeat("y", 999): "…",
	} {
		got, err := ReadForm(def, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want an error with %q", text, err, want)
			continue
		}
		if got != def || len(err.Error()) > 300 {
			t.Errorf("%.40q: the form is %+v, the error %q", text, got, err)
		}
	}
}
