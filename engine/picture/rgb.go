package picture

import (
	"image"
	"image/color"
)

// rgbOf returns an image's colours without its transparency. toRGB converts the format's brightness and colour differences.
func rgbOf(img image.Image, toRGB luma) *RGB {
	b := img.Bounds()
	out := &RGB{Width: b.Dx(), Height: b.Dy(), Pix: make([]uint8, 0, 3*b.Dx()*b.Dy())}
	at := colours(img, toRGB)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := at(x, y)
			out.Pix = append(out.Pix, c.R, c.G, c.B)
		}
	}
	return out
}

// colours returns the function that reads a pixel's colour.
func colours(img image.Image, toRGB luma) func(x, y int) color.NRGBA {
	switch m := img.(type) {
	case *image.NRGBA:
		return m.NRGBAAt
	case *image.YCbCr:
		c := chromaOf(m)
		return func(x, y int) color.NRGBA { return toRGB(c.at(x, y)) }
	case *image.NYCbCrA: // without its alpha
		c := chromaOf(&m.YCbCr)
		return func(x, y int) color.NRGBA { return toRGB(c.at(x, y)) }
	}
	return func(x, y int) color.NRGBA { return color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA) }
}
