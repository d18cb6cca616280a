package convert

import (
	"math"

	"asterism/engine/backend/onnx/graph"
)

// attentionShape defines how tokens attend to one another: softmax(q·kᵀ/√width + mask)·v a head (Vaswani et al. 2017). Fewer
// heads for keys and values than for queries share them evenly (grouped queries, Ainslie et al. 2023).
type attentionShape struct {
	heads, keyHeads, width int // width of a head
	causal                 bool
	rotary                 *rotary // nil: no rotation
}

// attention takes packed q [T, heads·width], k and v [T, keyHeads·width] and returns packed [T, heads·width].
func (b *encoder) attention(q, k, v string, a attentionShape) string {
	q, k = b.rotate(b.unpack(q), a.heads, a), b.rotate(b.unpack(k), a.keyHeads, a)
	v = b.unpack(v)
	if a.heads == a.keyHeads {
		return b.repack(b.multiHead(q, k, v, a), a.heads*a.width)
	}
	return b.repack(b.grouped(q, k, v, a), a.heads*a.width)
}

// multiHead is the runtime's own operator, over rows [B, P, heads·width].
func (b *encoder) multiHead(q, k, v string, a attentionShape) string {
	inputs := []string{q, k, v, "", b.keyMask()}
	if a.causal {
		inputs = append(inputs, b.future())
	}
	return b.own("MultiHeadAttention", inputs, attr("num_heads", int64(a.heads)))
}

// keyMask is 1 where a token may be attended to, [B, P] int32.
func (b *encoder) keyMask() string {
	return b.once("key mask", func() string { return b.cast(b.seen(), graph.Int32) })
}

// keyBias is 0 where a token may be attended to and −∞ elsewhere, [B, 1, 1, 1, P].
func (b *encoder) keyBias() string {
	return b.once("key bias", func() string {
		bias := b.op("Where", []string{b.seen(), b.scalar(0), b.scalar(float32(math.Inf(-1)))})
		return b.op("Unsqueeze", []string{bias, b.ints(1, 2, 3)})
	})
}

// future is −∞ where a key comes after the query, [1, 1, P, P].
func (b *encoder) future() string {
	return b.once("future", func() string {
		places := b.op("Range", []string{b.number(0), b.reshapeScalar(b.packed.places), b.number(1)})
		row, column := b.op("Unsqueeze", []string{places, b.ints(0, 1, 2)}), b.op("Unsqueeze", []string{places, b.ints(0, 1, 3)})
		return b.op("Where", []string{b.op("Greater", []string{row, column}), b.scalar(float32(math.Inf(-1))), b.scalar(0)})
	})
}

// grouped is attention of several query heads to each key head, in plain operators; rows as in multiHead.
func (b *encoder) grouped(q, k, v string, a attentionShape) string {
	group := int64(a.heads / a.keyHeads)
	split := func(x string, group int64) string { // [B, keyHeads, group, P, width]
		x = b.reshape(x, 0, 0, int64(a.keyHeads), group, int64(a.width))
		return b.transpose(x, 0, 2, 3, 1, 4)
	}
	scores := b.own("FusedMatMul", []string{split(q, group), split(k, 1)}, attr("transB", int64(1)), attr("alpha", float32(1/math.Sqrt(float64(a.width)))))
	scores = b.op("Add", []string{scores, b.scoreBias(a.causal)})
	mixed := b.op("MatMul", []string{b.op("Softmax", []string{scores}, attr("axis", int64(-1))), split(v, 1)})
	return b.reshape(b.transpose(mixed, 0, 3, 1, 2, 4), 0, 0, int64(a.heads*a.width))
}

// scoreBias joins the masks for grouped, [B, 1, 1, P or 1, P].
func (b *encoder) scoreBias(causal bool) string {
	if !causal {
		return b.keyBias()
	}
	return b.once("score bias", func() string {
		return b.op("Add", []string{b.keyBias(), b.op("Unsqueeze", []string{b.future(), b.ints(0)})})
	})
}
