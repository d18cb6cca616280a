package cuda

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"asterism/engine/backend/onnx/convert"
	"asterism/engine/backend/onnx/safetensors"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
	"asterism/models"
)

// nomic is the space of pairs (the encoder of Nussbaum et al. 2024: BERT with rotary positions and gated matrices). Each text runs twice, with the words for
// a cause behind the model's own prefix and with those for an effect. The vectors are the means of the last ones, and behind them a matrix for each
// direction if the user has trained some. The texts of all causes come before those of all effects.
type nomic struct {
	texts
	hidden, inner int
	attention     attentionShape
	words, kinds  cuda.Pointer
	rotaryTables  rotaryTables
	embedded      norm
	layers        []bertLayer // up is gated
	at            int         // how many tokens of a row come before the words of a direction
	directions    [2][]int32
	heads         []dense // none, or one a direction
}

// headsName is where a pull puts the user's own matrices.
const headsName = "heads.safetensors"

func loadNomic(l *loader, r repository) *nomic {
	c, h := r.Nomic, r.Nomic.Hidden
	longest := r.model.Window + max(len(r.Cause), len(r.Effect))
	r.expect(l, models.Pair, h, c.Places)
	if longest > c.Places || c.Interleaved {
		l.fail("config.json: %d places for windows of %d, rotary_emb_interleaved %t; want as many, and false, which is what the kernels do", c.Places, longest, c.Interleaved)
	}
	n := &nomic{texts: texts{window: r.model.Window, vocabulary: c.Vocabulary}, hidden: h, inner: *c.Inner, at: len(r.model.PassageFrame.Before), directions: [2][]int32{r.Cause, r.Effect},
		attention:    attentionShape{heads: c.Heads, keyHeads: c.Heads, width: l.heads(h, c.Heads)},
		words:        l.matrix(h, c.Vocabulary, l.stack(h, part{"embeddings.word_embeddings.weight", c.Vocabulary})),
		kinds:        l.matrix(h, 1, l.stack(h, part{"embeddings.token_type_embeddings.weight", c.Types})),
		rotaryTables: l.rotaryTables(longest, h/c.Heads, c.RotaryBase),
		embedded:     l.norm("emb_ln", h, c.Epsilon)}
	for i := 0; i < c.Layers && l.err == nil; i++ {
		n.layers = append(n.layers, loadNomicLayer(l, fmt.Sprintf("encoder.layers.%d.", i), c))
	}
	n.loadHeads(l, filepath.Join(r.dir, headsName))
	return n
}

func loadNomicLayer(l *loader, p string, c *convert.Nomic) bertLayer {
	h, inner := c.Hidden, *c.Inner
	bias := func(present bool, name string, n int) cuda.Pointer {
		if !present {
			return 0
		}
		return l.vector(part{p + name + ".bias", n})
	}
	out := bertLayer{
		qkv:   l.dense(h, 3*h, bias(c.QKVBias, "attn.Wqkv", 3*h), l.stack(h, part{p + "attn.Wqkv.weight", 3 * h})),
		mixed: l.dense(h, h, bias(c.QKVBias, "attn.out_proj", h), l.stack(h, part{p + "attn.out_proj.weight", h})),
		down:  l.dense(inner, h, bias(c.OutBias, "mlp.fc2", h), l.stack(inner, part{p + "mlp.fc2.weight", h})),

		afterAttention: l.norm(p+"norm1", h, c.Epsilon), afterFFN: l.norm(p+"norm2", h, c.Epsilon),
	}
	var both cuda.Pointer
	if c.InBias {
		both = l.gatedVector(part{p + "mlp.fc12.bias", inner}, part{p + "mlp.fc11.bias", inner})
	}
	out.up = l.dense(h, 2*inner, both, gated(h, l.stack(h, part{p + "mlp.fc12.weight", inner}), l.stack(h, part{p + "mlp.fc11.weight", inner})))
	return out
}

// loadHeads loads the user's matrices where there are some.
func (n *nomic) loadHeads(l *loader, path string) {
	if _, err := os.Stat(path); l.err != nil || errors.Is(err, fs.ErrNotExist) {
		return
	}
	repository := l.set
	defer func() { l.set = repository }()
	if l.set, l.err = safetensors.Open(l.ctx, path); l.err != nil {
		return
	}
	for _, name := range []string{"cause.weight", "effect.weight"} {
		n.heads = append(n.heads, l.small(n.hidden, n.hidden, l.stack(n.hidden, part{name, n.hidden})))
	}
}

func (n *nomic) lay(in *batch.Batch, rows []int) (*layout, error) {
	l := newLayout(in.Role)
	var texts [][]int32
	if err := n.each(in, rows, func(row int, ids []int32) { l.rows, texts = append(l.rows, row), append(texts, ids) }); err != nil {
		return nil, err
	}
	for _, words := range n.directions {
		for _, ids := range texts {
			own, places := n.directed(ids, words)
			l.text(own, places, len(own), 0)
		}
	}
	return l.closed(), nil
}

// directed returns a text with the words of a direction, and its tokens' positions: the words have the same position in every text, also in one that ends before it.
func (n *nomic) directed(ids, words []int32) (own, places []int32) {
	before := min(n.at, len(ids))
	own = slices.Concat(ids[:before], words, ids[before:])
	for i := range own {
		place := i
		if i >= before {
			place += n.at - before
		}
		places = append(places, int32(place))
	}
	return own, places
}

func (n *nomic) needs(s size) need {
	out := need{buffers: [buffers]int{2 * s.tokens * n.hidden, 2 * s.tokens * n.hidden, 2 * s.tokens * max(3*n.hidden, n.inner)}}
	vectors := s.texts
	if n.heads != nil {
		out.buffers[bufferOther] = 4 * s.texts * n.hidden
		vectors *= len(n.heads)
	}
	out.result, out.packed = 4*vectors*n.hidden, bytesOfBytes(vectors, n.hidden)
	return out
}

func (n *nomic) walk(k *walker) {
	x, y, wide := k.buffers[bufferX], k.buffers[bufferY], k.buffers[bufferWide]
	k.embedded(x, n.words, 0, n.kinds, n.embedded)
	for i := range n.layers {
		l := &n.layers[i]
		k.product(cuda.Plain, wide, x, l.qkv, 0)
		k.rotated(wide, n.attention, n.rotaryTables)
		k.attention(y, wide, n.attention)
		k.product(cuda.Plain, wide, y, l.mixed, 0)
		k.normedSum(x, wide, l.afterAttention)
		k.product(cuda.SwiGLU, wide, x, l.up, 0)
		k.product(cuda.Plain, y, wide, l.down, 0)
		k.normedSum(x, y, l.afterFFN)
	}
	if n.heads == nil {
		k.pooled(k.result, x, n.hidden)
		k.packBytes(k.texts(), n.hidden)
		return
	}
	n.directedBy(k)
	k.packBytes(len(n.heads)*k.texts(), n.hidden)
}

// directedBy sends all pooled texts through both matrices: only the processor knows which half a text is in, since a layout may be filled up.
func (n *nomic) directedBy(k *walker) {
	x, y, wide, pooled := k.buffers[bufferX], k.buffers[bufferY], k.buffers[bufferWide], k.buffers[bufferOther]
	k.pooled(pooled, x, n.hidden)
	k.rows = k.texts()
	k.launch(cuda.Narrow(y, pooled, k.rows, n.hidden))
	for i, head := range n.heads {
		k.product(cuda.Plain, wide, y, head, 0)
		k.united(k.result+cuda.Pointer(4*i*k.rows*n.hidden), wide, n.hidden)
	}
}

// halves returns how many vectors a layout gave, and which of them is the effect of its first row; the cause is the first of all.
func (n *nomic) halves(l *layout) (vectors, effects int) {
	texts := l.size().texts
	if n.heads != nil {
		return 2 * texts, texts + len(l.rows) // the second matrix's vectors come after all of the first's
	}
	return texts, len(l.rows)
}

func (n *nomic) values(l *layout, data []byte, out outcome) error {
	vectors, effects := n.halves(l)
	if l.packed {
		return n.readPacked(l, packedRowsOf(data, vectors, n.hidden), effects, out.packed)
	}
	for i, row := range l.rows {
		cause, err := unit(data, i*n.hidden, n.hidden)
		effect, other := unit(data, (effects+i)*n.hidden, n.hidden)
		if err = errors.Join(err, other); err != nil {
			return fmt.Errorf("row %d: %w", row, err)
		}
		if cause != nil && effect != nil {
			out.values[row].Dense = slices.Concat(cause, effect)
		}
	}
	return nil
}

// readPacked reads packed pairs in the same way.
func (n *nomic) readPacked(l *layout, vectors packedRows, effects int, out []fingerprint.Packed) error {
	for i, row := range l.rows {
		first, cause, err := vectors.row(i)
		second, effect, other := vectors.row(effects + i)
		if err = errors.Join(err, other); err != nil {
			return fmt.Errorf("row %d: %w", row, err)
		}
		if first > 0 && second > 0 {
			numbers := appendInt8(appendInt8(make([]int8, 0, 2*n.hidden), cause), effect)
			out[row] = fingerprint.Packed{Int8: numbers, Scales: []float32{first, second}}
		}
	}
	return nil
}
