package convert

import (
	"fmt"
	"path"

	"asterism/engine/backend/onnx/graph"
)

// onnxDense is a dense space of a BERT encoder: the mean of a row's tokens.
func (j *job) onnxDense() error {
	c, err := j.readBERT()
	if err != nil {
		return err
	}
	if err := j.prepareDense(c); err != nil {
		return err
	}
	if err := j.readOwnText(); err != nil {
		return err
	}
	return j.onnxEmbedding(c.Hidden, j.b.foreignMean("attention_mask"))
}

// onnxLast is a dense space of a decoder: the vector of a row's last token.
func (j *job) onnxLast() error {
	c, err := j.prepareQwen2()
	if err != nil {
		return err
	}
	if err := j.readOwnText(); err != nil {
		return err
	}
	return j.onnxEmbedding(c.Hidden, j.b.foreignLast("attention_mask"))
}

// onnxEmbedding declares the output embedding, of unit length.
func (j *job) onnxEmbedding(width int, pick string) error {
	pooled, err := j.onnxPooled(width, pick)
	if err != nil {
		return err
	}
	j.b.output("embedding", j.b.foreignUnit(pooled, width), graph.Float, graph.Dims{"batch", width})
	return nil
}

// onnxPooled are the graph's vectors [B, length, width], summed with the weights pick [B, 1, length]; a graph that
// returns only a pooled vector is assumed to pool as the space does.
func (j *job) onnxPooled(width int, pick string) (string, error) {
	b := j.b
	name, err := b.base.output([]int64{-1, -1, int64(width)}, "last_hidden_state", "token_embeddings")
	if err == nil {
		return b.reshape(b.op("MatMul", []string{pick, name}), -1, int64(width)), nil
	}
	name, pooled := b.base.output([]int64{-1, int64(width)}, "sentence_embedding")
	if pooled != nil {
		return "", fmt.Errorf("%s: %w", j.onnx, err)
	}
	return name, nil
}

// foreignMean gives all tokens of a row the same weight, [B, 1, length] of a mask [B, length]. Lengths of vectors have no meaning here.
func (b *builder) foreignMean(mask string) string {
	return b.reshape(b.cast(mask, graph.Float), 0, 1, -1)
}

// foreignLast is 1 at the last token of a row and 0 elsewhere: where the mask falls from 1 to 0, or ends.
func (b *builder) foreignLast(mask string) string {
	held := b.cast(mask, graph.Float)
	next := b.op("Pad", []string{b.op("Slice", []string{held, b.ints(1), b.ints(end), b.ints(1)}), b.ints(0, 0, 0, 1)})
	return b.reshape(b.op("Sub", []string{held, next}), 0, 1, -1)
}

// foreignUnit is x [B, width] brought to unit length. A sum over a dimension is a product with ones, since the operators for
// sums differ between versions.
func (b *builder) foreignUnit(x string, width int) string {
	ones := make([]float32, width)
	for i := range ones {
		ones[i] = 1
	}
	square := b.op("MatMul", []string{b.op("Mul", []string{x, x}), b.constant("ones", ones, width, 1)})
	length := b.op("Max", []string{b.op("Sqrt", []string{square}), b.scalar(1e-12)})
	return b.op("Div", []string{x, length})
}

// onnxPair is the space of pairs: the graph gets every row twice, with the words of each direction.
func (j *job) onnxPair() error {
	c, d, err := j.prepareNomic()
	if err != nil {
		return err
	}
	b, given := j.b, []string{"input_ids", "attention_mask"}
	if err := j.readOwn(b, j.onnx, followed, given, textInputs()...); err != nil {
		return err
	}
	if b.base.opset < pairOpset {
		return fmt.Errorf("%s: its operators are of version %d, but the two directions need %d or later", j.onnx, b.base.opset, pairOpset)
	}
	ids, mask := b.double(d)
	for i, x := range []string{ids, mask} {
		b.g.Node("Identity", ours(given[i]), []string{x})
	}
	b.base.front, b.g = b.g, graph.Graph{}
	b.base.makeInputs(ours("input_ids"))
	both, err := j.onnxPooled(c.Hidden, b.foreignMean(ours("attention_mask")))
	if err != nil {
		return err
	}
	return j.pair(both, c.Hidden)
}

// pairOpset is the first version in which the greater of two whole numbers can be taken.
const pairOpset = 12

// onnxCLIP is the space that texts and images share: the graphs of the two towers.
func (j *job) onnxCLIP() error {
	c, _, err := j.prepareCLIP()
	if err != nil {
		return err
	}
	// Causal towers need no mask: no token attends to what comes after the end of a text.
	if err := j.readOwnText("attention_mask"); err != nil {
		return err
	}
	if !j.b.base.has("attention_mask") {
		j.b.g.Input("attention_mask", graph.Int64, graph.Dims{"batch", "length"})
	}
	if err := j.onnxTower(j.b, j.onnx, c.Width, "text_embeds"); err != nil {
		return err
	}
	if j.model.Image, err = j.imageTower(c.Image.Size); err != nil {
		return err
	}
	j.image = newBuilder(j.b.weights, j.side, j.opt.Precision)
	file, size := path.Join(path.Dir(j.onnx), visionName), int64(c.Image.Size)
	pixels := baseInput{name: "pixel_values", kind: graph.Float, dims: []int64{-1, 3, size, size}, form: fmt.Sprintf("float32 [batch, 3, %d, %[1]d]", size)}
	if err := j.readOwn(j.image, file, nil, nil, pixels); err != nil {
		return err
	}
	return j.onnxTower(j.image, file, c.Width, "image_embeds")
}

// onnxTower declares a tower's projected vectors as the output embedding, of unit length.
func (j *job) onnxTower(b *builder, file string, width int, output string) error {
	name, err := b.base.output([]int64{-1, int64(width)}, output)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	b.output("embedding", b.foreignUnit(name, width), graph.Float, graph.Dims{"batch", width})
	return nil
}

// onnxTerms pools the scores of the vocabulary as [job.splade] does.
func (j *job) onnxTerms() error {
	c, err := j.readBERT()
	if err != nil {
		return err
	}
	if err := j.prepareTerms(c); err != nil {
		return err
	}
	if err := j.readOwnText(); err != nil {
		return err
	}
	b := j.b
	name, err := b.base.output([]int64{-1, -1, int64(c.Vocabulary)}, "logits")
	if err != nil {
		return fmt.Errorf("%s: %w", j.onnx, err)
	}
	held := b.reshape(b.cast("attention_mask", graph.Float), 0, -1, 1)
	scores := b.op("Mul", []string{b.op("Relu", []string{name}), held})
	n := c.Vocabulary / termShare
	top, ids := b.fresh("top"), b.fresh("ids")
	b.g.NodeOf("", "TopK", []string{top, ids}, []string{b.foreignMax(scores), b.ints(int64(n))}, attr("axis", int64(1)))
	b.output("term_ids", ids, graph.Int64, graph.Dims{"batch", n})
	b.output("term_weights", b.op("Log", []string{b.op("Add", []string{top, b.scalar(1)})}), graph.Float, graph.Dims{"batch", n})
	return nil
}

// foreignMax is the greatest over the places of x [B, L, V]; its axis is an attribute before version 18, then an input.
func (b *builder) foreignMax(x string) string {
	keepDims := attr("keepdims", int64(0))
	if b.base.opset < 18 {
		return b.op("ReduceMax", []string{x}, keepDims, attr("axes", []int64{1}))
	}
	return b.op("ReduceMax", []string{x, b.ints(1)}, keepDims)
}
