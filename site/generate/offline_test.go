package generate

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"clocksweep/core/server"
)

func TestGroupOf(t *testing.T) {
	for name, want := range map[string]string{
		"index.html":                                        "shell",
		"offline/index.html":                                "shell",
		"assets/site.0123456789.css":                        "shell",
		"assets/charts.0123456789.js":                       "programs",
		"assets/page.0123456789.wasm":                       "programs",
		"engine/" + server.Engine + "/sim.0123456789.wasm":  "programs",
		"engine/" + server.Engine + "/worker.0123456789.js": "programs",
		"engine/" + server.Engine + "/engine.json":          "",
		"engine/0.0.0/sim.0123456789.wasm":                  "",
		"engine/index.json":                                 "",
		"x/shared-buffers-challenge/index.html":             "pages",
		"x/shared-buffers-challenge/result.json":            "programs",
		"x/shared-buffers-challenge/result.bin":             "programs",
		"traces/example.csv":                                "programs",
		"404.html":                                          "",
		"serviceworker.js":                                  "",
		"embedding/index.html":                              "pages",
		"embedding/Clocksweep.jsx.txt":                      "pages",
		"embed.js":                                          "pages",
		"embed/shared-buffers-challenge/index.html":         "pages",
		"embed/ext3-xfs-2011/index.html":                    "",
		"x/shared-buffers-challenge/picture.svg":            "pages",
		"x/ext3-xfs-2011/picture.svg":                       "",
		"robots.txt":                                        "",
	} {
		if got := groupOf(name); got != want {
			t.Errorf("%s is in the group %q, want %q", name, got, want)
		}
	}
}

// TestForOffline checks that the service worker knows a file by the hash of what
// has been written.
func TestForOffline(t *testing.T) {
	b := &builder{temp: t.TempDir()}
	contents := map[string]string{"index.html": "<h1>home</h1>", "assets/site.css": "h1{}", "robots.txt": "none"}
	for name, data := range contents {
		if err := b.write(name, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.packed(); err != nil {
		t.Fatal(err)
	}
	files := forOffline(b.sizes)
	if len(files["shell"]) != 2 || len(files["pages"]) != 0 || len(files["programs"]) != 0 {
		t.Fatalf("the groups are %v", files)
	}
	for _, name := range []string{"index.html", "assets/site.css"} {
		sum := sha256.Sum256([]byte(contents[name]))
		if want := fmt.Sprintf("%x", sum[:8]); files["shell"][name] != want { // as js/serviceworker.js computes it
			t.Errorf("%s has the hash %s, want %s", name, files["shell"][name], want)
		}
	}
}
