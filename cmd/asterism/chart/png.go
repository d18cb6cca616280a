package chart

import (
	"image"
	"image/color"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// rasterScale is how many pixels a point of the picture has; it keeps small letters readable.
const rasterScale = 2

// raster draws on pixels.
type raster struct {
	img     *image.RGBA
	letters *letters
	err     error // the last error
}

func newRaster() (*raster, error) {
	l, err := newLetters()
	if err != nil {
		return nil, err
	}
	return &raster{img: image.NewRGBA(image.Rect(0, 0, pictureWidth*rasterScale, pictureHeight*rasterScale)), letters: l}, nil
}

func (r *raster) box(x, y, width, height float64, c color.RGBA) {
	px := func(v float64) int { return int(math.Round(v * rasterScale)) }
	for j := px(y); j < px(y+height); j++ {
		for i := px(x); i < px(x+width); i++ {
			r.img.SetRGBA(i, j, c)
		}
	}
}

// line covers each pixel by its distance from the segment, which smooths the edge.
func (r *raster) line(x0, y0, x1, y1, width float64, c color.RGBA) {
	x0, y0, x1, y1, half := x0*rasterScale, y0*rasterScale, x1*rasterScale, y1*rasterScale, width*rasterScale/2
	dx, dy := x1-x0, y1-y0
	length := dx*dx + dy*dy
	r.cover(math.Min(x0, x1)-half, math.Min(y0, y1)-half, math.Max(x0, x1)+half, math.Max(y0, y1)+half, c, func(x, y float64) float64 {
		along := 0.
		if length > 0 {
			along = math.Max(0, math.Min(1, ((x-x0)*dx+(y-y0)*dy)/length))
		}
		return half - math.Hypot(x-x0-along*dx, y-y0-along*dy)
	})
}

func (r *raster) disc(x, y, radius float64, c color.RGBA, _ string) {
	x, y, radius = x*rasterScale, y*rasterScale, radius*rasterScale
	r.cover(x-radius, y-radius, x+radius, y+radius, c, func(px, py float64) float64 { return radius - math.Hypot(px-x, py-y) })
}

// cover paints the pixels of a region. depth returns how far within the shape the centre of a pixel is.
func (r *raster) cover(x0, y0, x1, y1 float64, c color.RGBA, depth func(x, y float64) float64) {
	for j := int(y0) - 1; j <= int(y1)+1; j++ {
		for i := int(x0) - 1; i <= int(x1)+1; i++ {
			r.blend(i, j, c, depth(float64(i)+.5, float64(j)+.5)+.5)
		}
	}
}

// blend blends a colour into a pixel; share is 0 (none of it) to 1.
func (r *raster) blend(x, y int, c color.RGBA, share float64) {
	if share <= 0 || !(image.Point{x, y}).In(r.img.Rect) {
		return
	}
	share = min(share, 1)
	old := r.img.RGBAAt(x, y)
	mix := func(from, to uint8) uint8 {
		return uint8(math.Round(float64(from) + (float64(to)-float64(from))*share))
	}
	r.img.SetRGBA(x, y, color.RGBA{mix(old.R, c.R), mix(old.G, c.G), mix(old.B, c.B), 255})
}

// text draws with a font; y is the base line.
func (r *raster) text(x, y, size float64, at anchor, c color.RGBA, s string) {
	face, err := r.letters.face(size * rasterScale)
	if err != nil {
		r.err = err
		return
	}
	s = r.letters.known(s)
	d := font.Drawer{Dst: r.img, Src: image.NewUniform(c), Face: face, Dot: fixed.P(int(math.Round(x*rasterScale)), int(math.Round(y*rasterScale)))}
	switch at {
	case atMiddle:
		d.Dot.X -= d.MeasureString(s) / 2
	case atEnd:
		d.Dot.X -= d.MeasureString(s)
	}
	d.DrawString(s)
}

// write writes the picture, or returns the last drawing error.
func (r *raster) write(to io.Writer) error {
	if r.err != nil {
		return r.err
	}
	return png.Encode(to, r.img)
}
