package picture

import "math"

// precision is the number of fractional bits of a weight. With 8 bits for a pixel and 2 for the filter's overshoot that fills 32.
const precision = 32 - 8 - 2

// taps are the weights for one position of a resampled line: Σ weight[i]·source[from+i], in units of 2^−precision.
type taps struct {
	from   int
	weight []int32
}

// bicubic is Keys' cubic convolution kernel with a = −½ (Keys 1981, "Cubic Convolution Interpolation for Digital Image Processing", eq. 4).
func bicubic(x float64) float64 {
	const a = -0.5
	switch x = math.Abs(x); {
	case x < 1:
		return ((a+2)*x-(a+3))*x*x + 1
	case x < 2:
		return (((x-5)*x+8)*x - 4) * a
	}
	return 0
}

// lineTaps returns the weights of the positions from first to below last, for a line of n pixels that is resampled to m. If it shrinks, the kernel is
// stretched over all pixels of a position, which avoids aliasing. Weights are rounded to fixed point, like those of the reference library for 8-bit
// images.
func lineTaps(n, m, first, last int) []taps {
	scale := float64(n) / float64(m)
	stretch := max(scale, 1)
	support := 2 * stretch
	out := make([]taps, 0, last-first)
	for place := first; place < last; place++ {
		centre := (float64(place) + 0.5) * scale
		from, to := max(int(centre-support+0.5), 0), min(int(centre+support+0.5), n)
		out = append(out, taps{from, fixedPoint(from, to, centre, stretch)})
	}
	return out
}

func fixedPoint(from, to int, centre, stretch float64) []int32 {
	weights, sum := make([]float64, to-from), 0.0
	for i := range weights {
		weights[i] = bicubic((float64(i+from) - centre + 0.5) / stretch)
		sum += weights[i]
	}
	out := make([]int32, len(weights))
	for i, w := range weights {
		out[i] = int32(math.Round(w / sum * (1 << precision)))
	}
	return out
}

// at is the weighted sum of one channel; step is the distance of neighbours in pix.
func (t *taps) at(pix []uint8, start, step int) uint8 {
	sum := int32(1) << (precision - 1)
	at := start + t.from*step
	for _, w := range t.weight {
		sum += w * int32(pix[at])
		at += step
	}
	return uint8(min(max(sum>>precision, 0), 255))
}

// resize resamples to width × height and returns the square of it with this side whose upper left corner is (left, top). Lines are resampled first
// and rounded to 8 bits, then columns, as in the reference library. A side that keeps its length keeps its pixels: the kernel is 1 at 0 and 0 at
// every other integer.
func (p *RGB) resize(width, height, left, top, side int) *RGB {
	rows := lineTaps(p.Height, height, top, top+side)
	begin, end := rows[0].from, 0
	for _, r := range rows {
		end = max(end, r.from+len(r.weight))
	}
	flat := p.lines(lineTaps(p.Width, width, left, left+side), begin, end)
	out := &RGB{side, side, make([]uint8, 0, 3*side*side)}
	for _, r := range rows {
		r.from -= begin
		for at := range 3 * side {
			out.Pix = append(out.Pix, r.at(flat, at, 3*side))
		}
	}
	return out
}

// lines resamples the lines from begin to below end.
func (p *RGB) lines(columns []taps, begin, end int) []uint8 {
	out := make([]uint8, 0, 3*len(columns)*(end-begin))
	for y := begin; y < end; y++ {
		row := p.Pix[3*y*p.Width : 3*(y+1)*p.Width]
		for i := range columns {
			for c := range 3 {
				out = append(out, columns[i].at(row, c, 3))
			}
		}
	}
	return out
}
