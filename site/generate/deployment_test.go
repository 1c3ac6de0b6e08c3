package generate

import (
	"os"
	"testing"
)

func TestLimitRows(t *testing.T) {
	text, err := os.ReadFile("../" + limitsFile)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := limitRows(text)
	if err != nil {
		t.Fatal(err)
	}
	most := map[string]string{}
	for _, r := range rows {
		most[r.Name] = r.Most
	}
	for name, want := range map[string]string{"body_bytes": "64 kB", "virtual_seconds": "1h", "buffers": "32GB", "memory_bytes": "64 MB", "events": "40,000,000", "parallel": "6"} {
		if most[name] != want {
			t.Errorf("%s is %q, want %q", name, most[name], want)
		}
	}
	for _, broken := range []string{`{}`, `{"body_bytes": 1}`, `[]`, string(text[:len(text)-3]) + `, "more": 1}`} {
		if rows, err := limitRows([]byte(broken)); err == nil {
			t.Errorf("%s is taken: %v", broken, rows)
		}
	}
}
