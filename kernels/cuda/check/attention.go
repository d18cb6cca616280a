package check

import (
	"sort"

	"asterism/kernels/cuda"
)

// attentionKind is one way of attending that a model of the full profile has.
type attentionKind struct {
	name       string
	width      int // of a head
	heads      int // of the full model
	fewHeads   int // on the emulation
	group, few int // heads that share a key head: of the full model, on the emulation
	causal     bool
	filled     bool // texts end with tokens that no token attends to
	wgmma      bool
}

var attentionKinds = []attentionKind{
	{"attention_32", 32, 12, 2, 1, 1, false, false, false},
	{"attention_64", 64, 16, 2, 1, 1, false, false, false},
	{"attention_64_filled", 64, 12, 2, 1, 1, false, true, false},
	{"attention_64_causal", 64, 12, 1, 1, 1, true, false, false},
	{"attention_128_grouped", 128, 12, 4, 6, 2, true, false, false},
	{"attention_wgmma_64", 64, 16, 2, 1, 1, false, false, true},
	{"attention_wgmma_64_filled", 64, 12, 2, 1, 1, false, true, true},
	{"attention_wgmma_64_causal", 64, 12, 1, 1, 1, true, false, true},
	{"attention_wgmma_128_grouped", 128, 12, 4, 6, 2, true, false, true},
}

// attentionChecks have shapes of tokens × width of all heads × width of a head. The tokens are cut into texts by [cutRows].
func attentionChecks() (out []Check) {
	for _, k := range attentionKinds {
		s := []Shape{{356, k.fewHeads * k.width, k.width, true}, {1, k.fewHeads * k.width, k.width, true}} // texts of up to three tiles: as many as go round
		if k.name == "attention_64" || k.name == "attention_wgmma_64" {
			s = append(s, Shape{556, k.width, k.width, true}) // and one of four
		}
		s = append(s, shapes(k.heads*k.width, k.width, 4096, 16384)...)
		c := Check{Name: k.name, Shapes: s, Run: k.check, Work: k.work}
		if k.wgmma {
			c.Needs = cuda.CanWGMMA
		}
		out = append(out, c)
	}
	return out
}

// groupOf is how many heads share a key head at a shape.
func (k attentionKind) groupOf(s Shape) int {
	if s.Small {
		return k.few
	}
	return k.group
}

// work counts both products over the pairs of tokens that attend to one another.
func (k attentionKind) work(s Shape) (w Work) {
	offsets := cutRows(s.Rows)
	seen := k.seen(offsets)
	for i := range len(offsets) - 1 {
		n := float64(offsets[i+1] - offsets[i])
		pairs := n * float64(seen[i])
		if k.causal {
			pairs = n * (n + 1) / 2
		}
		w.FLOPs += 4 * pairs * float64(s.Columns)
	}
	w.Bytes = 2 * float64(s.Rows) * float64(s.Columns) * (2 + 2/float64(k.groupOf(s)))
	return w
}

// attentionSample is how many results of a query and head are compared.
const attentionSample = 2048

func (k attentionKind) check(b *Bench, s Shape) (worst, limit float64, err error) {
	heads, group := s.Columns/s.Depth, k.groupOf(s)
	keyHeads := heads / group
	stride := (heads + 2*keyHeads) * s.Depth
	offsets := cutRows(s.Rows)
	tiles := cuda.AttentionTiles(offsets)
	qkv := b.DrawBF16s(s.Rows*stride, 1.5, 0)
	out, all := b.Poison(2*s.Rows*s.Columns), b.BF16s(qkv)
	a := cuda.Attention{Q: all, K: all + cuda.Pointer(2*heads*s.Depth), V: all + cuda.Pointer(2*(heads+keyHeads)*s.Depth),
		Stride: stride, Heads: heads, Group: group, Width: s.Depth, Causal: k.causal, WGMMA: k.wgmma}
	seen := k.seen(offsets)
	if k.filled {
		a.Seen = b.Ints(seen)
	}
	b.Launch(a.Launch(out, b.Ints(tiles), b.Ints(offsets), len(tiles)/2))
	pairs, columns := b.Sample(s.Rows*heads, attentionSample), b.Sample(s.Depth, s.Depth)
	return rowsError(b.ReadBF16s(out), s.Depth, pairs, columns, func(pair int) []float64 {
		row, head := pair/heads, pair%heads
		text, from := textOf(offsets, row)
		to := from + int(seen[text])
		if k.causal {
			to = row + 1
		}
		part := func(first, last, at int) (out [][]float64) {
			for row := first; row < last; row++ {
				out = append(out, widen(qkv[row*stride+at*s.Depth:][:s.Depth]))
			}
			return out
		}
		keyHead := heads + head/group
		return ReferenceAttention(part(row, row+1, head), part(from, to, keyHead), part(from, to, keyHead+keyHeads), false)[0]
	}), OneRounding, nil
}

// seen is how many tokens of each text are attended to: all, or of those filled up about a third, and in some texts one.
func (k attentionKind) seen(offsets []int32) []int32 {
	out := make([]int32, len(offsets)-1)
	for i := range out {
		out[i] = offsets[i+1] - offsets[i]
		if k.filled {
			out[i] = (out[i] + 2) / 3
		}
	}
	return out
}

// textOf is the text that owns a row, and its first row.
func textOf(offsets []int32, row int) (text, from int) {
	i := sort.Search(len(offsets), func(i int) bool { return int(offsets[i]) > row })
	return i - 1, int(offsets[i-1])
}
