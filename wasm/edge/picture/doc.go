// Package picture draws what is shown of a link: texts, lines and areas on white
// paper, as an SVG document or as a PNG image of the same.
//
// Many programs that show links take no SVG, and a worker has neither a browser nor
// room for a font's file: its whole program has three megabytes. So the outlines of
// the letters of the Go fonts (golang.org/x/image/font/gofont), those that European
// languages and the lab's texts need, are kept in a form of our own, letters.bin:
// 32 kB compressed rather than 137 kB, and without the reader of TrueType files, which is
// larger than the rasterizer. A test makes the file, and compares it with the fonts:
//
//	go test ./wasm/edge/picture -rewrite
//
// A PNG has at most 256 colors: white, and steps from white to each color of the
// picture, for smooth edges. A third of the size and of the time of one in full color.
package picture
