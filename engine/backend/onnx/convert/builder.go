package convert

import "asterism/models"

// builder writes one graph: the networks of the architectures, and the heads behind them. It has four levels, each of which
// uses only those below it:
//
// - [nodes] adds operators and constants, and makes names. - [tensors] makes the weights of the repository known to
// the graph. - [layers] are products, norms and activations of vectors, whatever row they belong to. - [encoder] lays
// the tokens of a batch out, and builds what joins tokens of one row: attention and pooling.
//
// Tensors are known by name; [T, H] is the packed form, a row a token.
type builder struct {
	encoder
}

func newBuilder(w weights, side *sideFile, precision string) *builder {
	b := &builder{}
	b.g.Opset = opset
	b.made, b.used, b.gated = map[string]string{}, map[string]bool{}, map[string]bool{}
	b.weights, b.side = w, side
	b.int8, b.vectors = precision == models.PrecisionInt8, packedVectors
	return b
}
