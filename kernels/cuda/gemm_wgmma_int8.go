package cuda

import (
	"fmt"
	"slices"
)

// WGMMAInt8Ways are the ways of [GEMMWGMMAInt8].
var WGMMAInt8Ways = []WGMMAWay{WGMMAPair, WGMMANarrow}

// Int8Tiles describes the copy of weights int8 [columns, depth] into tiles for [GEMMWGMMAInt8], [WeightTilesBytes](columns, depth/2) of them: a copy treats them as half
// as many numbers of bf16. depth must be a multiple of 16.
func Int8Tiles(tiles, w Pointer, columns, depth int) (Launch, error) {
	if depth%gemmInt8Step != 0 {
		return Launch{}, fmt.Errorf("launch weight_tiles of bytes: depth %d, want a multiple of %d", depth, gemmInt8Step)
	}
	return WeightTiles(tiles, w, columns, depth/2)
}

// GEMMWGMMAInt8 describes what [GEMMInt8] does, to the bit, with w's bytes in tiles ([Int8Tiles]), for GPUs of which [CanWGMMA] is true; sms is how many blocks run in
// parallel, as for [GEMMWGMMA]. depth must be a multiple of 16, columns one of 8, with [SwiGLU] of 16.
func GEMMWGMMAInt8(f Activation, way WGMMAWay, out Pointer, a, w Int8Rows, bias, residual Pointer, rows, columns, depth, sms int) (Launch, error) {
	name := fmt.Sprintf("gemm_wgmma_int8_%s%s", way.Name, f)
	if !slices.Contains(WGMMAInt8Ways, way) {
		return Launch{}, fmt.Errorf("launch %s: there is no such way", name)
	}
	err := checkWGMMA(f, residual, rows, columns, depth, gemmInt8Step, sms, out|a.Data|w.Data|residual, bias|w.Scales)
	if err == nil && depth > gemmInt8Deep {
		err = fmt.Errorf("depth %d, want at most %d, so that sums stay in 32 bits", depth, gemmInt8Deep)
	}
	if err != nil {
		return Launch{}, fmt.Errorf("launch %s: %w", name, err)
	}
	return launchWGMMA(name, f, way, []Arg{out, a.Data, a.Scales, w.Data, w.Scales, bias}, residual, rows, columns, depth, sms), nil
}
