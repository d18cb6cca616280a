package convert

// layers are the parts of a network that take vectors one at a time: products with matrices, norms and activations.
type layers struct {
	tensors
	int8    bool            // matrices are multiplied as 8-bit integers
	vectors string          // the name of the number of vectors that matrices are now multiplied with
	gated   map[string]bool // tensors that come from a GELU and so are never below −0.17
}

// linear is x·Wᵀ + bias for packed tokens x [T, in], with W [out, in] as repositories store it. An empty bias is none.
func (b *layers) linear(x, weight, bias string, in, out int) string {
	return b.addBias(b.product(x, weight, bias, in, out))
}

// sum is value + bias, where the next operator adds the bias [H]; an empty one is added already.
type sum struct{ value, bias string }

// product is linear whose bias may be added later, for operators that do so in passing.
func (b *layers) product(x, weight, bias string, in, out int) sum {
	if bias != "" {
		bias = b.weight(bias, out)
	}
	if b.int8 {
		return sum{b.int8Product(x, weight, in, out), bias}
	}
	inputs := []string{x, b.weight(weight, out, in)}
	if bias != "" {
		inputs = append(inputs, bias)
	}
	return sum{b.op("Gemm", inputs, attr("transB", int64(1))), ""}
}

// few is linear for one vector a row of the batch, x [B, in].
func (b *layers) few(x, weight, bias string, in, out int) string {
	return b.twice(x, func(x string) string { return b.linear(x, weight, bias, in, out) })
}

// twice computes f of x [B, in] with the first row repeated at the end. The runtime has other kernels for a matrix of
// one row, which round in another order; so there is always a second one.
func (b *layers) twice(x string, f func(x string) string) string {
	b.vectors = rowVectors
	defer func() { b.vectors = packedVectors }()
	return b.op("Slice", []string{f(b.rowMore(x)), b.ints(0), b.ints(-1), b.ints(0)})
}

// embed gathers the rows of ids [N] from a table [vocabulary, width].
func (b *layers) embed(table, ids string, vocabulary, width int) string {
	return b.rows(b.weight(table, vocabulary, width), ids)
}
