package page

import (
	"strings"
	"testing"
)

func head(t *testing.T, place Place) string {
	t.Helper()
	var out strings.Builder
	h := &Home{Frame: Frame{Title: `A "title" & more`, Description: "About", Root: "./", Place: place}}
	if err := h.Write(&out); err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(out.String(), "</head>")
	return head
}

// A page that knows its address names it, its picture and how it is embedded, the
// last before everything else.
func TestHeadWithAddress(t *testing.T) {
	got := head(t, Place{Base: "https://lab.example/sub/", Folder: "x/a/", Preview: "x/a/preview.png", OEmbed: "x/a/oembed.json"})
	_, first, _ := strings.Cut(got, "<head>\n")
	if want := `<link rel="alternate" type="application/json+oembed" href="https://lab.example/sub/x/a/oembed.json" title="A &#34;title&#34; &amp; more">`; !strings.HasPrefix(first, want) {
		t.Errorf("the head begins with\n%.200s\nwant\n%s", first, want)
	}
	for _, want := range []string{
		`<meta property="og:title" content="A &#34;title&#34; &amp; more">`,
		`<meta property="og:url" content="https://lab.example/sub/x/a/">`,
		`<link rel="canonical" href="https://lab.example/sub/x/a/">`,
		`<meta property="og:image" content="https://lab.example/sub/x/a/preview.png">`,
		`<meta name="twitter:card" content="summary_large_image">`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the head lacks %s:\n%s", want, got)
		}
	}
}

// What would have to be absolute is left out where nobody knows the address.
func TestHeadWithoutAddress(t *testing.T) {
	got := head(t, Place{Folder: "x/a/", Preview: "x/a/preview.png", OEmbed: "x/a/oembed.json"})
	for _, name := range []string{"og:url", "canonical", "og:image", "oembed"} {
		if strings.Contains(got, name) {
			t.Errorf("the head has %s without an address:\n%s", name, got)
		}
	}
	if !strings.Contains(got, "og:title") || !strings.HasPrefix(got, "<!DOCTYPE html>") {
		t.Errorf("the head is\n%s", got)
	}
}
