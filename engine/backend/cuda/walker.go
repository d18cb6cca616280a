package cuda

import "asterism/kernels/cuda"

// walker runs one layout through a network. It stores the first error, and launches nothing after it.
type walker struct {
	gpu       cuda.Machine
	layout    *layout
	whole     [wholes]cuda.Pointer // the layout's whole numbers
	pixels    cuda.Pointer
	buffers   [buffers]cuda.Pointer // none overlaps another
	quantised cuda.Pointer
	result    cuda.Pointer
	packed    cuda.Pointer
	products  *products // the ways to multiply; nil: the kernels that every GPU has
	rows      int       // that products multiply: the tokens, or fewer where a walk continues with some of them
	spared    int       // multiprocessors that products leave to questions
	err       error
}

func (k *walker) setError(err error) {
	if k.err == nil {
		k.err = err
	}
}

// launch starts a kernel; err is that of its description.
func (k *walker) launch(l cuda.Launch, err error) {
	k.setError(err)
	if k.err == nil {
		k.err = k.gpu.Launch(l)
	}
}

// tokens and texts are the layout's.
func (k *walker) tokens() int { return k.layout.size().tokens }
func (k *walker) texts() int  { return k.layout.size().texts }

// embedded is out = norm(table[ids] + positions[places] + kind); positions and kind may be 0.
func (k *walker) embedded(out, table, positions, kind cuda.Pointer, n norm) {
	k.launch(cuda.EmbedLayerNorm(out, k.whole[wholeIDs], k.whole[wholePlaces], table, positions, kind, n.scale, n.shift, k.tokens(), n.width, n.epsilon))
}

// gathered is out = table[ids] + positions[places]; positions may be 0.
func (k *walker) gathered(out, table, positions cuda.Pointer, width int) {
	k.launch(cuda.Gather(out, k.whole[wholeIDs], k.whole[wholePlaces], table, positions, k.tokens(), width))
}

// picked gathers the rows of x that stand for the texts, and the walk continues with these alone.
func (k *walker) picked(out, x cuda.Pointer, width int) {
	k.rows = k.texts()
	k.launch(cuda.Gather(out, k.whole[wholePicks], 0, x, 0, k.rows, width))
}

// mixed is x = x + y·wᵀ + bias, where attention's results are y. After the last attention only the tokens that stand for the texts matter, so a network that
// needs no others sets last, and the walk continues with these alone. wide is a buffer for them.
func (k *walker) mixed(x, y, wide cuda.Pointer, d dense, last bool) {
	if !last {
		k.product(cuda.Plain, x, y, d, x)
		return
	}
	k.picked(wide, y, d.in)
	k.picked(y, x, d.out)
	k.product(cuda.Plain, x, wide, d, y)
}

// normed is out = norm(x) of k.rows rows; out may be x.
func (k *walker) normed(out, x cuda.Pointer, n norm) {
	if n.shift == 0 {
		k.launch(cuda.RMSNorm(out, 0, x, 0, n.scale, k.rows, n.width, n.epsilon))
		return
	}
	k.launch(cuda.LayerNorm(out, x, 0, n.scale, n.shift, k.rows, n.width, n.epsilon))
}

// normedSum is x = norm(x + y) of all tokens. The sum is made in float32 here and never rounded; a product that adds x to its results would round it to bf16
// and touch as many bytes.
func (k *walker) normedSum(x, y cuda.Pointer, n norm) {
	k.launch(cuda.LayerNorm(x, y, x, n.scale, n.shift, k.tokens(), n.width, n.epsilon))
}

// attentionShape defines how the tokens of a text attend to one another.
type attentionShape struct {
	heads, keyHeads, width int
	causal                 bool
	filled                 bool // there are tokens that no token attends to
}

// attention mixes the values of each text by its queries and keys; all are side by side in qkv.
func (k *walker) attention(out, qkv cuda.Pointer, as attentionShape) {
	queries, keys := cuda.Pointer(2*as.heads*as.width), cuda.Pointer(2*as.keyHeads*as.width)
	a := cuda.Attention{Q: qkv, K: qkv + queries, V: qkv + queries + keys, Stride: (as.heads + 2*as.keyHeads) * as.width,
		Heads: as.heads, Group: as.heads / as.keyHeads, Width: as.width, Causal: as.causal, WGMMA: k.products.attends(as)}
	if as.filled {
		a.Seen = k.whole[wholeSeen]
	}
	k.launch(a.Launch(out, k.whole[wholeTiles], k.whole[wholeOffsets], k.layout.size().tiles))
}

// rotated rotates the heads of queries and keys in qkv by their positions.
func (k *walker) rotated(qkv cuda.Pointer, as attentionShape, t rotaryTables) {
	heads := as.heads + as.keyHeads
	k.launch(cuda.Rotary(qkv, k.whole[wholePlaces], t.cosines, t.sines, k.tokens(), (heads+as.keyHeads)*as.width, heads, as.width))
}

// pooled is out = the texts' sums of rows of x, of unit length, float32 [texts, width].
func (k *walker) pooled(out, x cuda.Pointer, width int) {
	k.launch(cuda.Pool(out, x, k.whole[wholeRanges], k.texts(), width))
}

// united is out = k.rows rows of x of unit length, float32.
func (k *walker) united(out, x cuda.Pointer, width int) { k.launch(cuda.Unit(out, x, k.rows, width)) }
