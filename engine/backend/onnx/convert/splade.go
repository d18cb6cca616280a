package convert

import (
	"asterism/engine/backend/onnx/graph"
	"asterism/models"
)

// splade is a sparse space (Formal et al. 2021): the scores of all vocabulary ids for every token, log(1 + max(0, ·)), and
// of these the greatest over all tokens of the row, special ones included, as its authors do.
func (j *job) splade() error {
	c, err := j.readBERT()
	if err != nil {
		return err
	}
	if err := j.prepareTerms(c); err != nil {
		return err
	}
	b := j.b
	b.pack(b.inputs())
	b.terms(b.vocabularyScores(b.bert(c), c), c.Vocabulary)
	return nil
}

// prepareTerms checks the repository's pooling and fills in windows and frames.
func (j *job) prepareTerms(c *BERT) error {
	if err := j.expect(models.Terms, c.Vocabulary); err != nil {
		return err
	}
	if err := j.checkModules(""); err != nil {
		return err
	}
	window, err := j.window(c.Places, c.Places)
	if err != nil {
		return err
	}
	return j.markedFrames("", "", window)
}

// vocabularyScores is the head of masked language modelling, and of its scores for the tokens of a row the greatest, [B,
// Vocabulary]. Its matrix is the embedding's own unless the repository has one of its own. It is computed in parts of the
// vocabulary, so that the scores of all tokens for all terms, 122 kB a token, are never in memory together.
func (b *builder) vocabularyScores(x string, c *BERT) string {
	const p = "cls.predictions."
	x = b.activation(c.Activation, b.bertPart(p+"transform.dense", x, c.Hidden, c.Hidden))
	scale, bias := b.normNames(p + "transform.LayerNorm")
	x = b.layerNorm(x, scale, bias, c.Epsilon, c.Hidden)
	matrix := "bert.embeddings.word_embeddings.weight"
	if b.weights.has(p + "decoder.weight") {
		matrix = p + "decoder.weight"
	}
	bias = p + "bias"
	if !b.weights.has(bias) { // the two are one tensor, under either name in a file
		bias = p + "decoder.bias"
	}
	n := vocabularyParts(c.Vocabulary)
	most := make([]string, n)
	for i := range most {
		scores := b.linear(x, part(matrix, i, n), part(bias, i, n), c.Hidden, c.Vocabulary/n)
		most[i] = b.greatest(scores)
	}
	return b.op("Concat", most, attr("axis", int64(1)))
}

// maxPart is the most terms of a part of the vocabulary.
const maxPart = 8192

// vocabularyParts is the least number of equal parts that are no larger than maxPart; 1 where there is none. BERT's 30,522
// terms have six of 5,087.
func vocabularyParts(vocabulary int) int {
	for n := (vocabulary + maxPart - 1) / maxPart; n <= maxPart; n++ {
		if vocabulary%n == 0 {
			return n
		}
	}
	return 1
}

// greatest is the greatest of every column over the tokens of a row, [B, H] of packed x [T, H]. At padding a row's last
// token is repeated, which changes nothing.
func (b *encoder) greatest(x string) string {
	return b.op("ReduceMax", []string{b.rows(x, b.packed.number), b.ints(1)}, attr("keepdims", int64(0)))
}

// termShare is the part of the vocabulary that a sparse vector may use, one in twenty.
const termShare = 20

// terms declares the outputs term_ids and term_weights [B, N]: of the rows' scores [B, vocabulary], cut at zero, the
// N = vocabulary/20 greatest, and log(1 + ·), which keeps their order.
func (b *builder) terms(scores string, vocabulary int) {
	n := vocabulary / termShare
	top, ids := b.fresh("top"), b.fresh("ids")
	b.g.NodeOf("", "TopK", []string{top, ids}, []string{b.op("Relu", []string{scores}), b.ints(int64(n))}, attr("axis", int64(1)))
	b.output("term_ids", ids, graph.Int64, graph.Dims{"batch", n})
	b.output("term_weights", b.logOnePlus(top, n), graph.Float, graph.Dims{"batch", n})
}

// logOnePlus is log(1 + x) of rows [B, n], in rows of a multiple of [block]: the runtime computes whole vectors and
// the remainder differently.
func (b *builder) logOnePlus(x string, n int) string {
	wide := b.op("Pad", []string{x, b.ints(0, 0, 0, int64(-n&(block-1)))})
	y := b.op("Log", []string{b.op("Add", []string{wide, b.scalar(1)})})
	return b.columns(y, 0, int64(n))
}
