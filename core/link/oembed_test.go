package link

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestOEmbed(t *testing.T) {
	e := NewOEmbed("https://lab.example/sub/", "a-slug", `"Quoted" <b> & more`, "v=1&seed=7")
	data, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"version": "1.0", "type": "rich", "title": `"Quoted" <b> & more`, "provider_name": "Clocksweep", "provider_url": "https://lab.example/sub/",
		"thumbnail_url": "https://lab.example/sub/x/a-slug/preview.png", "thumbnail_width": 1200.0, "thumbnail_height": 630.0,
		"width": float64(embedWidth), "height": float64(embedHeight),
	} {
		if fields[name] != want {
			t.Errorf("%s is %v, want %v", name, fields[name], want)
		}
	}
	want := `<iframe src="https://lab.example/sub/embed/a-slug/#v=1&amp;seed=7" title="&#34;Quoted&#34; &lt;b&gt; &amp; more" `
	if !strings.HasPrefix(e.HTML, want) {
		t.Errorf("got %s", e.HTML)
	}
	if e := NewOEmbed("https://lab.example/", "a", "A", ""); !strings.HasPrefix(e.HTML, `<iframe src="https://lab.example/embed/a/" `) {
		t.Errorf("without settings: %s", e.HTML)
	}
}
