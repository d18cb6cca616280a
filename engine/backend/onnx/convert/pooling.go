package convert

import "asterism/engine/backend/onnx/graph"

// mean is the direction of the mean of a row's tokens: of packed x [T, H] the sums [B, H]. The lengths of the vectors
// have no meaning, since every result is brought to unit length.
func (b *encoder) mean(x string, width int) string {
	own := b.once("own places", func() string {
		held := b.cast(b.cast(b.packed.mask, graph.Bool), graph.Float)
		return b.op("Unsqueeze", []string{held, b.ints(1)}) // [B, 1, P]
	})
	return b.reshape(b.op("MatMul", []string{own, b.unpack(x)}), -1, int64(width))
}

// firstToken and lastToken are the vectors [B, H] of those tokens of every row, of packed x [T, H].
func (b *encoder) firstToken(x string) string { return b.rows(x, b.packed.first) }
func (b *encoder) lastToken(x string) string  { return b.rows(x, b.packed.last) }

// tokenOf is the vector [B, H] of every row's first token with the given id, or of its first token if none has it.
func (b *encoder) tokenOf(x string, ids string, id int64) string {
	is := b.cast(b.op("Equal", []string{ids, b.number(id)}), graph.Int32)
	at := b.op("ArgMax", []string{is}, attr("axis", int64(1)), attr("keepdims", int64(0)))
	return b.rows(x, b.op("Add", []string{b.packed.first, at}))
}

// dense declares the output embedding [B, width] of unit length.
func (b *builder) dense(x string, width int) {
	b.output("embedding", b.unit(x), graph.Float, graph.Dims{"batch", width})
}
