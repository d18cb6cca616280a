package picture

import "fmt"

// Square returns the middle of an image, its shorter side resampled to size pixels: the input of the image tower. The parts outside the middle are
// lost; size is 224 for CLIP.
func (p *RGB) Square(size int) (*RGB, error) {
	if size < 1 || size > 4096 {
		return nil, fmt.Errorf("prepare image: size %d, want 1 to 4096", size)
	}
	width, height := size, size
	if p.Width <= p.Height {
		height = size * p.Height / p.Width
	} else {
		width = size * p.Width / p.Height
	}
	return p.resize(width, height, (width-size)/2, (height-size)/2, size), nil
}

// Planes appends the image's channels, one plane after another, as (x/255 − mean)/deviation, to dst: float32 [3, Height, Width].
func (p *RGB) Planes(dst []float32, mean, deviation [3]float32) []float32 {
	for c := range 3 {
		for at := c; at < len(p.Pix); at += 3 {
			dst = append(dst, (float32(p.Pix[at])/255-mean[c])/deviation[c])
		}
	}
	return dst
}
