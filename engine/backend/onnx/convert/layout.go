package convert

import "asterism/engine/backend/onnx/graph"

// block is the multiple to which rows are padded in attention and pooling. The runtime's kernels take several vectors of
// numbers a step and handle the remainder differently; in multiples of a block the same instructions compute every
// number, however long the longest row of the batch is. With AVX-512 the bits were equal for 16, 32 and 64; 32 also fits
// kernels of eight numbers a vector and four vectors a step. Texts of log-normal lengths with mean 60 are faster by 8 %
// (f32) and 22 % (int8) than in blocks of 64 (6×384 encoder, processor time on a loaded machine).
const block = 32

// layout says where the tokens of a batch of B rows are. T counts the tokens with a mask above 0, L the places of the
// inputs, P = L padded to a multiple of [block].
type layout struct {
	ids    string // [T] int64
	column string // [T] int64: place in the row
	number string // [B, L] int64: the token at every place; at padding, the row's last one
	spread string // [B, P] int64: likewise; behind L the batch's first token
	place  string // [T] int64: place in the flattened [B·P]
	mask   string // [B, P] int64: 0, 1 or 2 as the input attention_mask
	batch  string // [1] int64: B
	places string // [1] int64: P
	first  string // [B] int64: the first token of every row
	last   string // [B] int64: the last token of every row
}

// encoder lays the tokens of a batch out and builds what joins the tokens of one row: attention and pooling.
type encoder struct {
	layers
	packed layout
}

// inputs declares the two inputs of every text graph.
func (b *encoder) inputs() (ids, mask string) {
	b.g.Input("input_ids", graph.Int64, graph.Dims{"batch", "length"})
	b.g.Input("attention_mask", graph.Int64, graph.Dims{"batch", "length"})
	return "input_ids", "attention_mask"
}

// pack lays out ids and mask, both [B, L] int64 with the padding of a row at its end.
func (b *encoder) pack(ids, mask string) {
	p := &b.packed
	length := b.size(ids, 1)
	p.batch = b.size(ids, 0)
	p.places = b.op("Mul", []string{b.op("Div", []string{b.op("Add", []string{length, b.ints(block - 1)}), b.ints(block)}), b.ints(block)})
	extra := b.op("Concat", []string{b.ints(0, 0, 0), b.op("Sub", []string{p.places, length})}, attr("axis", int64(0)))

	flat := b.reshape(mask, -1)
	at := b.reshape(b.op("NonZero", []string{flat}), -1)
	p.ids = b.rows(b.reshape(ids, -1), at)
	row := b.op("Div", []string{at, length})
	p.column = b.op("Mod", []string{at, length})
	p.place = b.op("Add", []string{b.op("Mul", []string{row, p.places}), p.column})

	// The running count of tokens, less one, is a token's own number; at padding it is that of the row's last token.
	tokens := b.cast(b.cast(flat, graph.Bool), graph.Int64)
	count := b.op("Sub", []string{b.op("CumSum", []string{tokens, b.number(0)}), b.ints(1)})
	p.number = b.op("Reshape", []string{count, b.op("Concat", []string{p.batch, b.ints(-1)}, attr("axis", int64(0)))})
	p.first = b.reshape(b.columns(p.number, 0, 1), -1)
	p.last = b.reshape(b.columns(p.number, -1, end), -1)
	p.spread = b.op("Pad", []string{p.number, extra})
	p.mask = b.op("Pad", []string{mask, extra})
}

// unpack turns packed tokens [T, H] into rows [B, P, H]. Places without a token have some other token's vector: the
// code that reads it must mask it.
func (b *encoder) unpack(x string) string { return b.rows(x, b.packed.spread) }

// repack is the inverse of unpack, for x [B, P, H].
func (b *encoder) repack(x string, width int) string {
	return b.rows(b.reshape(x, -1, int64(width)), b.packed.place)
}

// seen is true at places with a token that others may attend to, [B, P] bool: mask 1.
func (b *encoder) seen() string {
	return b.once("seen", func() string { return b.op("Equal", []string{b.packed.mask, b.number(1)}) })
}
