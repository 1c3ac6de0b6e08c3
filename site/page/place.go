package page

// Place is where a page stands, for those who see only a link to it.
type Place struct {
	// Base is the address of the site's root with a slash at the end; empty if it
	// is not known when the site is built. What may not be relative is left out
	// then: previews and oEmbed.
	Base    string
	Folder  string // of the page, from the root of the site: "", "lab/", "x/slug/"
	Preview string // file with the picture of the page
	OEmbed  string // file that tells how the page is embedded; empty if it can't be
}

// Surround returns the frame of a page.
func (f *Frame) Surround() *Frame { return f }

// URL returns the address of the page, empty without a base.
func (p Place) URL() string { return p.absolute(p.Folder, true) }

// PreviewURL returns the address of the picture, empty without a base.
func (p Place) PreviewURL() string { return p.absolute(p.Preview, p.Preview != "") }

// OEmbedURL returns the address of what programs ask that embed the page, empty
// without a base.
func (p Place) OEmbedURL() string { return p.absolute(p.OEmbed, p.OEmbed != "") }

func (p Place) absolute(path string, there bool) string {
	if p.Base == "" || !there {
		return ""
	}
	return p.Base + path
}
