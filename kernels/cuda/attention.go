package cuda

import (
	"fmt"
	"math"
)

const attentionTile = 64 // queries a block, and keys a step

// Attention defines one attention. Q, K and V are bf16, row t of head h at Q + 2·(t·Stride + h·Width) bytes; out is bf16 [T, Heads·Width].
type Attention struct {
	Q, K, V Pointer
	Stride  int // numbers from one row to the next
	Heads   int
	Group   int // heads that share a key head; 1 for plain attention
	Width   int // of a head: 32, 64 or 128
	Causal  bool
	Seen    Pointer // int32 [texts]: how many of each text's tokens are attended to, at least 1; 0: all
	WGMMA   bool    // long texts by the products of a warpgroup, for GPUs of which [CanWGMMA] is true and heads of 64 or 128
}

// attentionBuffers is how many tiles a block stores at once: of queries or the next keys, of keys, and of values; for a warpgroup the queries stay there, in addition to the next keys.
const attentionBuffers, attentionBuffersWGMMA = 3, 4

// attentionSlot is the rows in whose multiples a text begins in a tile that it shares: a warp's.
const attentionSlot = 16

// AttentionTiles are the blocks' work for texts with the given running lengths. Each is a pair of text and first query, or, for several whole texts in a row that
// share a tile, of the first of them and minus their number. A text shares a tile if it fits.
func AttentionTiles(offsets []int32) (out []int32) {
	used, texts := 0, int32(0) // slots and texts of a tile that is still open
	for i := range int32(len(offsets) - 1) {
		length := offsets[i+1] - offsets[i]
		n := blocks(int(length), attentionSlot)
		if texts > 0 && used+n <= attentionTile/attentionSlot {
			used, texts = used+n, texts+1
			out[len(out)-1] = -texts
			continue
		}
		for first := int32(0); first < length; first += attentionTile {
			out = append(out, i, first)
		}
		if used, texts = n, 1; n == 0 || n >= attentionTile/attentionSlot {
			texts = 0
		}
	}
	return out
}

// Launch describes out = softmax(q·kᵀ/√Width)·v for every text and head. tiles and offsets are [AttentionTiles] and the running lengths, in device
// memory; blocks is the number of tiles.
func (a Attention) Launch(out, tiles, offsets Pointer, blocks int) (Launch, error) {
	if a.Width != 32 && a.Width != 64 && a.Width != 128 {
		return Launch{}, fmt.Errorf("launch attention: heads of %d, want 32, 64 or 128", a.Width)
	}
	if a.WGMMA && a.Width == 32 {
		return Launch{}, fmt.Errorf("launch attention: heads of 32 are not multiplied by a warpgroup")
	}
	if a.Group < 1 || a.Heads%a.Group != 0 {
		return Launch{}, fmt.Errorf("launch attention: %d heads in groups of %d", a.Heads, a.Group)
	}
	if a.Stride%8 != 0 || a.Q%16 != 0 || a.K%16 != 0 || a.V%16 != 0 {
		return Launch{}, fmt.Errorf("launch attention: rows %d numbers apart from %#x, %#x and %#x; want multiples of 8 and of 16 bytes, which are copied at once", a.Stride, a.Q, a.K, a.V)
	}
	if blocks < 1 || a.Heads < 1 || a.Heads > 65535 {
		return Launch{}, fmt.Errorf("launch attention: %d tiles and %d heads, want at least 1 tile and 1 to 65,535 heads", blocks, a.Heads)
	}
	causal := int32(0)
	if a.Causal {
		causal = 1
	}
	scale := float32(math.Log2E / math.Sqrt(float64(a.Width)))
	kernel, shared := "attention", attentionBuffers*attentionTile*a.Width*2
	if a.WGMMA {
		kernel, shared = "attention_wgmma", attentionBuffersWGMMA*attentionTile*a.Width*2+1024 // to begin at a multiple of 1024
	}
	return Launch{Kernel: fmt.Sprintf("%s_%d", kernel, a.Width), GridX: blocks, GridY: a.Heads, Threads: 128, Shared: shared,
		Args: []Arg{out, a.Q, a.K, a.V, tiles, offsets, a.Seen, int32(a.Stride), int32(a.Heads), int32(a.Group), causal, scale}}, nil
}
