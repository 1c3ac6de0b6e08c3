package api

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"clocksweep/core/link"
)

// labEmbed is how a link of the lab is shown by others: it has no page for frames, so
// its links have a title and a picture (oembed.com, version 1.0, type link).
type labEmbed struct {
	Version         string `json:"version"`
	Type            string `json:"type"`
	Title           string `json:"title"`
	ProviderName    string `json:"provider_name"`
	ProviderURL     string `json:"provider_url"`
	ThumbnailURL    string `json:"thumbnail_url"`
	ThumbnailWidth  int    `json:"thumbnail_width"`
	ThumbnailHeight int    `json:"thumbnail_height"`
	CacheAge        int    `json:"cache_age"` // seconds
}

// oembed is GET /oembed.
func oembed(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if format := query.Get("format"); format != "" && format != "json" {
		problem(http.StatusNotImplemented, "not-found", "the format "+clean(format)+" is not given; legal is json").write(w)
		return
	}
	page, ok := shownAt(query.Get("url"))
	if !ok {
		problem(http.StatusNotFound, "not-found", "url is not a link of the lab; legal are addresses with /x/EXPERIMENT/, /embed/EXPERIMENT/ or /lab/ in them").write(w)
		return
	}
	root := base(r)
	var answer any
	if page.experiment != nil {
		e := link.NewOEmbed(root, page.name(), page.title(), strings.TrimPrefix(page.fragment(), "#"))
		if len(page.changes) > 0 { // else the picture of the build shows it, in a form that more programs take
			e.ThumbnailURL = root + page.picture()
		}
		e.Fit(number(query.Get("maxwidth")), number(query.Get("maxheight")))
		answer = e
	} else {
		answer = labEmbed{
			Version: "1.0", Type: "link", Title: page.title(), ProviderName: "Clocksweep", ProviderURL: root,
			ThumbnailURL: root + page.picture(), ThumbnailWidth: cardWidth, ThumbnailHeight: cardHeight, CacheAge: 86400,
		}
	}
	body, err := json.Marshal(answer)
	if err != nil {
		panic("api: " + err.Error()) // texts and numbers
	}
	w.Header().Set("Cache-Control", "public, max-age=86400")
	send(w, r, "application/json", append(body, '\n'))
}

// number reads a size; 0 is none.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
