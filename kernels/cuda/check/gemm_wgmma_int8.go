package check

import (
	"bytes"
	"fmt"

	"asterism/kernels/cuda"
)

// wgmmaInt8Shapes are rows × columns × depth: for the emulation some that end within a tile and within a slice, several tiles a block and a ring that goes round; then
// the real ones, which gemm_int8 has as well.
func wgmmaInt8Shapes(f cuda.Activation) []Shape {
	out := []Shape{{1, 16, 16, true}, {33, 272, 192, true}, {129, 144, 1040, true}}
	_, many := int8Shapes(f)
	for _, s := range many {
		if !s.Small {
			out = append(out, s)
		}
	}
	return out
}

func gemmWGMMAInt8Checks() (out []Check) {
	for _, f := range []cuda.Activation{cuda.Plain, cuda.GELU, cuda.GELUTanh, cuda.QuickGELU, cuda.SwiGLU} {
		for _, way := range cuda.WGMMAInt8Ways {
			out = append(out, Check{Name: fmt.Sprintf("gemm_wgmma_int8_%s%s", way.Name, f), Needs: cuda.CanWGMMA, Shapes: wgmmaInt8Shapes(f), Work: int8Work,
				Run: func(b *Bench, s Shape) (float64, float64, error) {
					worst, limit, err := checkGEMMInt8At(b, f, s, b.wgmmaInt8(way, s))
					if err == nil && s.Small {
						err = checkSameBits(b, f, s, way)
					}
					return worst, limit, err
				}})
		}
	}
	return out
}

// wgmmaInt8 lays the weights into tiles and multiplies; small products by two blocks, or two pairs, so that each has several tiles.
func (b *Bench) wgmmaInt8(way cuda.WGMMAWay, s Shape) int8Multiplier {
	sms := b.Machine.Device().Info().SMs
	if s.Small {
		sms = 2 * way.Team
	}
	return func(f cuda.Activation, out cuda.Pointer, a, w cuda.Int8Rows, bias, residual cuda.Pointer, rows, columns, depth int) (cuda.Launch, error) {
		tiles := cuda.Int8Rows{Data: b.Poison(cuda.WeightTilesBytes(columns, depth/2)), Scales: w.Scales}
		b.Launch(cuda.Int8Tiles(tiles.Data, w.Data, columns, depth))
		return cuda.GEMMWGMMAInt8(f, way, out, a, tiles, bias, residual, rows, columns, depth, sms)
	}
}

// checkSameBits compares with [cuda.GEMMInt8]: the batch decides which of the two multiplies a text, and the bits must be the same.
func checkSameBits(b *Bench, f cuda.Activation, s Shape, way cuda.WGMMAWay) error {
	a, w, bias := b.int8Rows(b.drawInt8(s.Rows, s.Depth, 1)), b.int8Rows(b.drawInt8(s.Columns, s.Depth, 0.1)), b.Floats(b.DrawFloats(s.Columns, 0.5, 0))
	width := productWidth(f, s.Columns)
	var residual cuda.Pointer
	if f != cuda.SwiGLU {
		residual = b.BF16s(b.DrawBF16s(s.Rows*width, 1, 0))
	}
	product := func(multiply int8Multiplier) []byte {
		out := b.Poison(2 * s.Rows * width)
		b.Launch(multiply(f, out, a, w, bias, residual, s.Rows, s.Columns, s.Depth))
		return b.ReadBytes(out)
	}
	if !bytes.Equal(product(b.wgmmaInt8(way, s)), product(cuda.GEMMInt8)) {
		return fmt.Errorf("the numbers are not gemm_int8%s's to the bit", f)
	}
	return nil
}
