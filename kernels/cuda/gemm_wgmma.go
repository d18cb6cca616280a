package cuda

import (
	"fmt"
	"slices"
)

// The sizes that gemm_wgmma.cu works in.
const (
	WGMMASide    = 128 // rows of a tile, and of its weights' tiles
	WGMMASlice   = 64  // numbers of the depth, in a tile
	wgmmaRing    = 12 * WGMMASide * WGMMASlice * 2
	wgmmaShared  = 1024 + wgmmaRing + 6*16 // slack to begin at a multiple of 1024, the ring, two barriers a stage
	wgmmaThreads = 384
)

// WGMMAWay is a way of [GEMMWGMMA]: the columns of a block's tile, and how many blocks share the weights that they read.
type WGMMAWay struct {
	Name        string // in the kernel's
	Width, Team int
}

// The ways of [GEMMWGMMA]. The wider tile reads less input for each product, the narrower leaves less of a tile empty. A pair of blocks in a cluster reads each half
// of the weights' tile once for both, a third less than a wide tile alone.
var (
	WGMMAPair   = WGMMAWay{"pair", 256, 2}
	WGMMAWide   = WGMMAWay{"256", 256, 1}
	WGMMANarrow = WGMMAWay{"128", 128, 1}
	WGMMAWays   = []WGMMAWay{WGMMAPair, WGMMAWide, WGMMANarrow}
)

// CanWGMMA reports whether a GPU has the products of a warpgroup: compute capability 9.0 alone, which the code is compiled for (sm_90a).
func CanWGMMA(i Info) bool { return i.Major == 9 && i.Minor == 0 && i.SharedPerBlock >= wgmmaShared }

// WeightTilesBytes is the size of weights [columns, depth] in tiles.
func WeightTilesBytes(columns, depth int) int {
	return blocks(columns, WGMMASide) * blocks(depth, WGMMASlice) * WGMMASide * WGMMASlice * 2
}

// WeightTiles describes the copy of weights bf16 [columns, depth] into tiles for [GEMMWGMMA], [WeightTilesBytes] of them. depth must be a multiple of 8.
func WeightTiles(tiles, w Pointer, columns, depth int) (Launch, error) {
	if depth < 8 || depth%8 != 0 || columns < 1 || blocks(columns, WGMMASide) > mostBlocksY {
		return Launch{}, fmt.Errorf("launch weight_tiles: %d columns, depth %d; want a multiple of 8 and at most %d columns", columns, depth, mostBlocksY*WGMMASide)
	}
	if err := aligned(tiles, w); err != nil {
		return Launch{}, fmt.Errorf("launch weight_tiles: %w", err)
	}
	return Launch{Kernel: "weight_tiles", GridX: blocks(depth, WGMMASlice), GridY: blocks(columns, WGMMASide), Threads: 256,
		Args: []Arg{tiles, w, int32(columns), int32(depth)}}, nil
}

// GEMMWGMMA describes what [GEMM] does, with the weights in tiles ([WeightTiles]), for GPUs of which [CanWGMMA] is true; sms is how many blocks run in parallel: one
// a multiprocessor; both of a pair are always launched. depth must be a multiple of 8, columns one of 8, with [SwiGLU] of 16; a, out and residual begin at multiples
// of 16 bytes.
func GEMMWGMMA(f Activation, way WGMMAWay, out, a, tiles, bias, residual Pointer, rows, columns, depth, sms int) (Launch, error) {
	name := fmt.Sprintf("gemm_wgmma_%s%s", way.Name, f)
	if !slices.Contains(WGMMAWays, way) {
		return Launch{}, fmt.Errorf("launch %s: there is no such way", name)
	}
	if err := checkWGMMA(f, residual, rows, columns, depth, 8, sms, out|a|tiles|residual, bias); err != nil {
		return Launch{}, fmt.Errorf("launch %s: %w", name, err)
	}
	return launchWGMMA(name, f, way, []Arg{out, a, tiles, bias}, residual, rows, columns, depth, sms), nil
}

// checkWGMMA refuses what the kernels cannot do: depth is in multiples of step, wide is what is read by 16 bytes at once, paired what is by 8.
func checkWGMMA(f Activation, residual Pointer, rows, columns, depth, step, sms int, wide, paired Pointer) error {
	unit := 8
	if f == SwiGLU {
		unit = 16
	}
	switch {
	case depth < step || depth%step != 0 || columns < unit || columns%unit != 0 || rows < 1 || sms < 1:
		return fmt.Errorf("%d rows, %d columns, depth %d, %d blocks; want multiples of %d columns and of %d in depth", rows, columns, depth, sms, unit, step)
	case f == SwiGLU && residual != 0:
		return fmt.Errorf("it adds no residual")
	case wide%16 != 0 || paired%8 != 0:
		return fmt.Errorf("an argument lies at no multiple of 16 bytes")
	}
	return nil
}

// launchWGMMA describes the launch of a kernel with the given first arguments.
func launchWGMMA(name string, f Activation, way WGMMAWay, args []Arg, residual Pointer, rows, columns, depth, sms int) Launch {
	teams := max(min(sms/way.Team, blocks(rows, way.Team*WGMMASide)*blocks(columns, way.Width)), 1)
	if f != SwiGLU {
		args = append(args, residual)
	}
	args = append(args, int32(rows), int32(columns), int32(depth), int32(teams))
	return Launch{Kernel: name, GridX: way.Team * teams, GridY: 1, Threads: wgmmaThreads, Shared: wgmmaShared, Args: args}
}
