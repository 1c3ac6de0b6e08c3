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
	frame := `<iframe src="` + html.EscapeString(address) + `" title="` + html.EscapeString(title) +
		`" width="` + strconv.Itoa(embedWidth) + `" height="` + strconv.Itoa(embedHeight) + `" loading="lazy" style="border:0;max-width:100%"></iframe>`
	return OEmbed{
		Version: "1.0", Type: "rich", Title: title, ProviderName: "Clocksweep", ProviderURL: base,
		HTML: frame, Width: embedWidth, Height: embedHeight,
		ThumbnailURL: base + "x/" + slug + "/preview.png", ThumbnailWidth: 1200, ThumbnailHeight: 630,
		CacheAge: 86400,
	}
}
