package picture

import (
	"image"
	"image/color"
)

// chroma interpolates colour differences that have one sample for two pixels in a direction (4:2:0, 4:2:2): three quarters of the nearer
// sample and a quarter of the next, as the reference decoders do, instead of squares of one colour.
type chroma struct {
	img              *image.YCbCr
	halfX, halfY     bool
	columns, samples int // samples per line, lines of samples
}

func chromaOf(m *image.YCbCr) chroma {
	c := chroma{img: m}
	switch m.SubsampleRatio {
	case image.YCbCrSubsampleRatio420:
		c.halfX, c.halfY = true, true
	case image.YCbCrSubsampleRatio422:
		c.halfX = true
	case image.YCbCrSubsampleRatio440:
		c.halfY = true
	}
	// The planes start at a whole sample: the decoders' images start at (0, 0).
	c.columns, c.samples = samplesOf(m.Rect.Dx(), c.halfX), samplesOf(m.Rect.Dy(), c.halfY)
	return c
}

func samplesOf(pixels int, half bool) int {
	if half {
		return (pixels + 1) / 2
	}
	return pixels
}

func (c *chroma) at(x, y int) color.YCbCr {
	if !c.halfX && !c.halfY {
		return c.img.YCbCrAt(x, y)
	}
	nearX, nextX := neighbours(x-c.img.Rect.Min.X, c.columns, c.halfX)
	nearY, nextY := neighbours(y-c.img.Rect.Min.Y, c.samples, c.halfY)
	near, next := nearY*c.img.CStride, nextY*c.img.CStride
	between := func(plane []uint8) uint8 {
		a, b := int(plane[near+nearX]), int(plane[near+nextX])
		d, e := int(plane[next+nearX]), int(plane[next+nextX])
		return uint8((9*a + 3*b + 3*d + e + 8) / 16)
	}
	return color.YCbCr{Y: c.img.Y[c.img.YOffset(x, y)], Cb: between(c.img.Cb), Cr: between(c.img.Cr)}
}

// neighbours returns the sample of a pixel and the next nearest one; both are the same if there is one sample per pixel, and at the edges.
func neighbours(pixel, samples int, half bool) (near, next int) {
	if !half {
		return pixel, pixel
	}
	near = pixel / 2
	return near, min(max(near+2*(pixel%2)-1, 0), samples-1)
}
