package convert

// linear is x·Wᵀ + bias for packed tokens x [T, in], with W [out, in] as repositories keep it. An empty bias is none.
func (b *builder) linear(x, weight, bias string, in, out int) string {
	return b.settle(b.product(x, weight, bias, in, out))
}

// sum is value + bias, where the bias [H] is left to the operator that comes next; an empty one is added already.
type sum struct{ value, bias string }

// product is linear whose bias may be added later, for operators that do so in passing.
func (b *builder) product(x, weight, bias string, in, out int) sum {
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
func (b *builder) few(x, weight, bias string, in, out int) string {
	return b.twice(x, func(x string) string { return b.linear(x, weight, bias, in, out) })
}

// twice computes f of x [B, in] with the first row there once more. The runtime has other kernels for a matrix of one
// row, which round in another order; so there is always a second one.
func (b *builder) twice(x string, f func(x string) string) string {
	b.vectors = rowVectors
	defer func() { b.vectors = packedVectors }()
	return b.op("Slice", []string{f(b.rowMore(x)), b.ints(0), b.ints(-1), b.ints(0)})
}

// rowMore repeats the first row of x at the end.
func (b *builder) rowMore(x string) string {
	return b.op("Concat", []string{x, b.firstRow(x)}, attr("axis", int64(0)))
}

// firstRow is the first row of x.
func (b *builder) firstRow(x string) string {
	return b.op("Slice", []string{x, b.ints(0), b.ints(1), b.ints(0)})
}

// embed looks ids [N] up in a table [vocabulary, width].
func (b *builder) embed(table, ids string, vocabulary, width int) string {
	return b.rows(b.weight(table, vocabulary, width), ids)
}

// constant is a float32 tensor that the graph itself holds.
func (b *builder) constant(name string, v []float32, dims ...int) string {
	return b.once("constant "+name, func() string { return b.g.Floats(b.fresh(name), v, dims...) })
}
