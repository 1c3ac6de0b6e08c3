// Package serve hands out the built site the way a good static host does:
// right types, the precompressed form the browser accepts, hashed files kept
// for ever and everything else checked at each visit.
package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// types are the media types of what a site holds. The system's own table is
// not asked, because it differs from machine to machine.
var types = map[string]string{
	".html":  "text/html; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".json":  "application/json",
	".svg":   "image/svg+xml",
	".png":   "image/png",
	".txt":   "text/plain; charset=utf-8",
	".wasm":  "application/wasm",
	".woff2": "font/woff2",
}

// encodings are the precompressed forms, the smallest first.
var encodings = []struct{ name, ext string }{{"br", ".br"}, {"gzip", ".gz"}}

// Handler serves the files of site.
func Handler(site fs.FS) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are served", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
		info, err := fs.Stat(site, orDot(name))
		if err == nil && info.IsDir() {
			if !strings.HasSuffix(r.URL.Path, "/") {
				w.Header().Set("Location", path.Base(name)+"/") // relative: the site may stand in a subfolder
				w.WriteHeader(http.StatusMovedPermanently)
				return
			}
			name = path.Join(name, "index.html")
			_, err = fs.Stat(site, name)
		}
		if err != nil {
			send(w, r, site, "404.html", http.StatusNotFound)
			return
		}
		send(w, r, site, name, http.StatusOK)
	})
}

func orDot(name string) string {
	if name == "" {
		return "."
	}
	return name
}

// send answers with one file in the best form that the browser accepts.
func send(w http.ResponseWriter, r *http.Request, site fs.FS, name string, status int) {
	h := w.Header()
	data, encoding, err := read(site, name, r.Header.Get("Accept-Encoding"))
	if err != nil {
		http.Error(w, "there is no file of this name", http.StatusNotFound)
		return
	}
	if t, ok := types[path.Ext(name)]; ok {
		h.Set("Content-Type", t)
	} else {
		h.Set("Content-Type", "application/octet-stream")
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "frame-ancestors "+framers(name))
	h.Set("Vary", "Accept-Encoding")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	if forever(name) {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	if status != http.StatusOK {
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			w.Write(data)
		}
		return
	}
	sum := sha256.Sum256(data)
	h.Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

// forever tells whether a file never changes: its name is made from its contents.
func forever(name string) bool {
	return strings.HasPrefix(name, "assets/") || strings.HasPrefix(name, "engine/") && path.Ext(name) != ".json"
}

// framers says who may show a file in a frame: anybody an embed, nobody any other
// page. A page can't say so in its markup.
func framers(name string) string {
	if strings.Contains("/"+name, "/embed/") { // the site may stand in a subfolder
		return "*"
	}
	return "'none'"
}

// read returns a file's contents and how they are encoded.
func read(site fs.FS, name, accept string) (data []byte, encoding string, err error) {
	for _, e := range encodings {
		if !accepts(accept, e.name) {
			continue
		}
		if data, err = fs.ReadFile(site, name+e.ext); err == nil {
			return data, e.name, nil
		}
	}
	data, err = fs.ReadFile(site, name)
	return data, "", err
}

// accepts reads an Accept-Encoding header: names, each perhaps with a weight,
// of which zero forbids.
func accepts(header, encoding string) bool {
	for _, part := range strings.Split(header, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) != encoding {
			continue
		}
		weight = strings.TrimSpace(weight)
		return weight != "q=0" && strings.TrimRight(weight, "0") != "q=0."
	}
	return false
}
