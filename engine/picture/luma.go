package picture

import (
	"image/color"
	"math"
)

// luma converts a pixel's brightness and two colour differences to a colour.
type luma func(color.YCbCr) color.NRGBA

// lumaOf returns the meaning of a format's brightness. JPEG uses all of 0…255 (JFIF); lossy WebP has video's 16…235 and 16…240 (RFC 6386,
// section 9.2, and ITU-R BT.601), which the decoder's own colour type ignores: everything would be slightly grey.
func lumaOf(format string) luma {
	if format == "webp" {
		return videoRange
	}
	return fullRange
}

func fullRange(c color.YCbCr) color.NRGBA {
	r, g, b := color.YCbCrToRGB(c.Y, c.Cb, c.Cr)
	return color.NRGBA{R: r, G: g, B: b, A: 255}
}

func videoRange(c color.YCbCr) color.NRGBA {
	y, u, v := 255.0/219*(float64(c.Y)-16), 255.0/224*(float64(c.Cb)-128), 255.0/224*(float64(c.Cr)-128)
	return color.NRGBA{R: level(y + 1.402*v), G: level(y - 0.344136*u - 0.714136*v), B: level(y + 1.772*u), A: 255}
}

func level(v float64) uint8 { return uint8(math.Round(min(max(v, 0), 255))) }
