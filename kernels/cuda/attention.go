package cuda

import (
	"fmt"
	"math"
)

const attentionTile = 64 // queries a block, and keys a step

// Attention says what one attention does. Q, K and V are bf16, row t of head h at Q + 2·(t·Stride + h·Width) bytes; out is bf16 [T, Heads·Width].
type Attention struct {
	Q, K, V Pointer
	Stride  int // numbers from one row to the next
	Heads   int
	Group   int // heads that share a key head; 1 for plain attention
	Width   int // of a head: 32, 64 or 128
	Causal  bool
}

// AttentionTiles are the blocks' work for texts with the given running lengths: pairs of text and first query.
func AttentionTiles(offsets []int32) []int32 {
	var out []int32
	for i := range len(offsets) - 1 {
		for first := int32(0); first < offsets[i+1]-offsets[i]; first += attentionTile {
			out = append(out, int32(i), first)
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
	if a.Group < 1 || a.Heads%a.Group != 0 {
		return Launch{}, fmt.Errorf("launch attention: %d heads in groups of %d", a.Heads, a.Group)
	}
	causal := int32(0)
	if a.Causal {
		causal = 1
	}
	scale := float32(math.Log2E / math.Sqrt(float64(a.Width)))
	return Launch{Kernel: fmt.Sprintf("attention_%d", a.Width), GridX: blocks, GridY: a.Heads, Threads: 128, Shared: 3 * attentionTile * a.Width * 2,
		Args: []Arg{out, a.Q, a.K, a.V, tiles, offsets, int32(a.Stride), int32(a.Heads), int32(a.Group), causal, scale}}, nil
}
