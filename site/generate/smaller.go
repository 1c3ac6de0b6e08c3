package generate

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
)

// smaller writes a picture with a palette. A preview has few colors and many shades
// between them, at the edges of letters and lines: those that a palette of 256 has
// no place for become the nearest it has, which nobody sees.
func smaller(data []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	flat := image.NewPaletted(full.Bounds(), commonest(full, 256))
	nearest := map[color.Color]uint8{}
	for y := flat.Rect.Min.Y; y < flat.Rect.Max.Y; y++ {
		for x := flat.Rect.Min.X; x < flat.Rect.Max.X; x++ {
			c := full.At(x, y)
			i, known := nearest[c]
			if !known {
				i = uint8(flat.Palette.Index(c))
				nearest[c] = i
			}
			flat.SetColorIndex(x, y, i)
		}
	}
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, flat)
	return out.Bytes(), err
}

// commonest returns the most frequent colors of a picture, at most so many.
func commonest(picture image.Image, most int) color.Palette {
	count := map[color.NRGBA]int{}
	area := picture.Bounds()
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			count[color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)]++
		}
	}
	colors := slices.SortedFunc(maps.Keys(count), func(a, b color.NRGBA) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	for _, c := range colors[:min(most, len(colors))] {
		palette = append(palette, c)
	}
	return palette
}
