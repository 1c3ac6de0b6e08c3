package link

import (
	"html"
	"strconv"
)

// OEmbed is what a program that shows links wants to know of an experiment, in the
// words of oembed.com, version 1.0, type rich. It is published as JSON.
type OEmbed struct {
	Version         string `json:"version"`
	Type            string `json:"type"`
	Title           string `json:"title"`
	ProviderName    string `json:"provider_name"`
	ProviderURL     string `json:"provider_url"`
	HTML            string `json:"html"`
	Width           int    `json:"width"`
	Height          int    `json:"height"`
	ThumbnailURL    string `json:"thumbnail_url"`
	ThumbnailWidth  int    `json:"thumbnail_width"`
	ThumbnailHeight int    `json:"thumbnail_height"`
	CacheAge        int    `json:"cache_age"` // seconds

	address string // of what the frame shows
}

// Size in pixels of an embedded experiment whose host knows nothing better.
const (
	embedWidth  = 720
	embedHeight = 560
)

// NewOEmbed describes an experiment of the site at base, the address of its root
// with a slash at the end. What the frame shows has the settings of fragment,
// which is what stands behind the # of a link, or nothing.
func NewOEmbed(base, slug, title, fragment string) OEmbed {
	address := base + "embed/" + slug + "/"
	if fragment != "" {
		address += "#" + fragment
	}
	e := OEmbed{
		Version: "1.0", Type: "rich", Title: title, ProviderName: "Clocksweep", ProviderURL: base,
		Width: embedWidth, Height: embedHeight,
		ThumbnailURL: base + "x/" + slug + "/preview.png", ThumbnailWidth: 1200, ThumbnailHeight: 630,
		CacheAge: 86400, address: address,
	}
	e.frame()
	return e
}

// Fit makes the frame no wider and no higher than its host has room for, pixels; 0 is
// room enough.
func (e *OEmbed) Fit(width, height int) {
	if width > 0 {
		e.Width = min(e.Width, width)
	}
	if height > 0 {
		e.Height = min(e.Height, height)
	}
	e.frame()
}

// frame writes the HTML.
func (e *OEmbed) frame() {
	e.HTML = `<iframe src="` + html.EscapeString(e.address) + `" title="` + html.EscapeString(e.Title) +
		`" width="` + strconv.Itoa(e.Width) + `" height="` + strconv.Itoa(e.Height) + `" loading="lazy" style="border:0;max-width:100%"></iframe>`
}
