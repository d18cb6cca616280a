package cuda

import (
	"encoding/binary"
	"fmt"
	"math"

	"asterism/kernels/cuda"
)

// activations are the rooms that batches share, and those of a batch's whole numbers.
type activations struct {
	numbers [3]room
	whole   [5]room
	out     room
}

// walker runs one batch through a model. The first fault is kept; what is launched after it does nothing.
type walker struct {
	card   cuda.Machine
	rooms  *activations
	layout *layout

	ids, places, offsets, ranges, tiles cuda.Pointer
	err                                 error
}

func walkerOf(m cuda.Machine, rooms *activations, l *layout) *walker {
	k := &walker{card: m, rooms: rooms, layout: l}
	for i, v := range [][]int32{l.ids, l.places, l.offsets, l.ranges, l.tiles} {
		at, err := rooms.whole[i].fill(m, bytesOf32(v))
		*[]*cuda.Pointer{&k.ids, &k.places, &k.offsets, &k.ranges, &k.tiles}[i] = at
		k.keep(err)
	}
	return k
}

func (k *walker) keep(err error) {
	if k.err == nil {
		k.err = err
	}
}

// numbers is room for n numbers of bf16.
func (k *walker) numbers(i, n int) cuda.Pointer {
	at, err := k.rooms.numbers[i].need(k.card, 2*n)
	k.keep(err)
	return at
}

func (k *walker) launch(l cuda.Launch) {
	if k.err == nil {
		k.err = k.card.Launch(l)
	}
}

// product is out = f(x·wᵀ + bias) + residual over all tokens.
func (k *walker) product(f cuda.Activation, out, x cuda.Pointer, d dense, residual cuda.Pointer) {
	l, err := cuda.GEMM(f, out, x, d.w, d.bias, residual, k.layout.tokens(), d.out, d.in)
	k.keep(err)
	k.launch(l)
}

// attention mixes the values of each text by its queries and keys, which lie side by side in qkv.
func (k *walker) attention(out, qkv cuda.Pointer, heads, width int) {
	row := cuda.Pointer(2 * heads * width)
	a := cuda.Attention{Q: qkv, K: qkv + row, V: qkv + 2*row, Stride: 3 * heads * width, Heads: heads, Group: 1, Width: width}
	l, err := a.Launch(out, k.tiles, k.offsets, len(k.layout.tiles)/2)
	k.keep(err)
	k.launch(l)
}

// pooled returns the texts' vectors: sums over the layout's ranges of rows of width numbers, of unit length.
func (k *walker) pooled(x cuda.Pointer, width int) ([][]float32, error) {
	n := k.layout.texts() * width
	out, err := k.rooms.out.need(k.card, 4*n)
	k.keep(err)
	k.launch(cuda.Pool(out, x, k.ranges, k.layout.texts(), width))
	data := make([]byte, 4*n)
	if k.err == nil {
		k.err = k.card.Download(data, out)
	}
	if k.err != nil {
		return nil, k.err
	}
	vectors := make([][]float32, k.layout.texts())
	for i := range vectors {
		vectors[i] = make([]float32, width)
		for j := range vectors[i] {
			v := math.Float32frombits(binary.LittleEndian.Uint32(data[4*(i*width+j):]))
			if v != v {
				return nil, fmt.Errorf("row %d: the card gave NaN", k.layout.rows[i])
			}
			vectors[i][j] = v
		}
	}
	return vectors, nil
}
