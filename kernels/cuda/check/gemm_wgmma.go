package check

import (
	"fmt"

	"asterism/kernels/cuda"
)

// wgmmaShapes are rows × columns × depth: for the emulation some that end within a tile and within a slice, several tiles a block, a ring that goes round,
// and, where nothing follows the product, more rows of tiles than are walked together; then the real ones.
func wgmmaShapes(f cuda.Activation, products [][2]int) []Shape {
	out := []Shape{{1, 16, 8, true}, {31, 128, 64, true}, {33, 272, 96, true}, {129, 144, 520, true}}
	if f == cuda.Plain {
		out = append(out, Shape{2070, 160, 8, true})
	}
	for _, p := range products {
		out = append(out, shapes(p[0], p[1], 4096, 16384)...)
	}
	return out
}

func gemmWGMMAChecks() []Check {
	out := []Check{{Name: "weight_tiles", Needs: cuda.CanWGMMA, Run: checkWeightTiles, Work: tilesWork,
		Shapes: []Shape{{0, 1, 8, true}, {0, 130, 96, true}, {0, 384, 64, true}, {0, 4096, 1024, false}, {0, 17920, 1536, false}}}}
	for _, c := range gemmProducts {
		for _, way := range cuda.WGMMAWays {
			out = append(out, Check{Name: fmt.Sprintf("gemm_wgmma_%s%s", way.Name, c.f), Needs: cuda.CanWGMMA, Shapes: wgmmaShapes(c.f, c.products), Work: gemmWork,
				Run: func(b *Bench, s Shape) (float64, float64, error) { return checkGEMM(b, c.f, s, b.wgmma(way, s)) }})
		}
	}
	return out
}

// wgmma lays the weights into tiles and multiplies; small products by two blocks, or two pairs, so that each has several tiles.
func (b *Bench) wgmma(way cuda.WGMMAWay, s Shape) multiplier {
	sms := b.Machine.Device().Info().SMs
	if s.Small {
		sms = 2 * way.Team
	}
	return func(f cuda.Activation, out, a, w, bias, residual cuda.Pointer, rows, columns, depth int) (cuda.Launch, error) {
		tiles := b.Poison(cuda.WeightTilesBytes(columns, depth))
		b.Launch(cuda.WeightTiles(tiles, w, columns, depth))
		return cuda.GEMMWGMMA(f, way, out, a, tiles, bias, residual, rows, columns, depth, sms)
	}
}

func tilesWork(s Shape) Work { return Work{Bytes: 4 * float64(s.Columns) * float64(s.Depth)} }

// checkWeightTiles checks that every number is at its place, and that all others are zero.
func checkWeightTiles(b *Bench, s Shape) (err, limit float64, e error) {
	w := b.DrawBF16s(s.Columns*s.Depth, 1, 0)
	tiles := b.Poison(cuda.WeightTilesBytes(s.Columns, s.Depth))
	b.Launch(cuda.WeightTiles(tiles, b.BF16s(w), s.Columns, s.Depth))
	got := b.ReadBF16s(tiles)
	return Error(got, referenceTiles(w, s.Columns, s.Depth), cuda.WGMMASlice), exact, nil
}
