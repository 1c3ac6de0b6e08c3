// Package preview draws what is shown of a page where only a link to it stands, in
// a chat or a mailing list's archive: 1200 by 630 pixels, as Open Graph wants it.
//
// A preview is composed as an SVG document, of the page's question and one chart in
// the light theme, and rendered by whoever has a rasterizer. Lines are broken by
// the metrics of the fonts that it is rendered in, those of the Go project ([Fonts]):
// they come with the module, so that no font on a machine and no network is needed
// and the pixels are the same everywhere.
//
// It is a package of its own so that the page's program does not carry the fonts.
package preview
