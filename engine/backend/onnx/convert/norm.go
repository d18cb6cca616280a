package convert

// layerNorm is (x − mean)/√(variance + epsilon)·scale + bias over the last dimension (Ba et al. 2016).
func (b *layers) layerNorm(x, scale, bias string, epsilon float64, width int) string {
	return b.op("LayerNormalization", []string{x, b.weight(scale, width), b.weight(bias, width)},
		attr("axis", int64(-1)), attr("epsilon", float32(epsilon)))
}

// addNorm is layerNorm of x + s. The runtime's operator for both at once takes four times as long (one number after
// another; 960 tokens of 384 numbers: 2.5 ms against 0.6), and it uses that instead of an Add, but not of a Sum.
func (b *layers) addNorm(x string, s sum, scale, bias string, epsilon float64, width int) string {
	return b.layerNorm(b.add(x, s), scale, bias, epsilon, width)
}

// add is x + s.
func (b *layers) add(x string, s sum) string {
	inputs := []string{x, s.value}
	if s.bias != "" {
		inputs = append(inputs, s.bias)
	}
	return b.op("Sum", inputs)
}

// rmsNorm is x/√(mean(x²) + epsilon)·scale over the last dimension (Zhang & Sennrich 2019).
func (b *layers) rmsNorm(x, scale string, epsilon float64, width int) string {
	return b.op("SimplifiedLayerNormalization", []string{x, b.weight(scale, width)},
		attr("axis", int64(-1)), attr("epsilon", float32(epsilon)))
}

// unitOf is unit for x [B, width], behind graphs of any version too.
func (b *builder) unitOf(x string, width int) string {
	if b.base != nil {
		return b.foreignUnit(x, width)
	}
	return b.unit(x)
}

// unit divides every vector of the last dimension by its length; one of zeros stays.
func (b *layers) unit(x string) string {
	length := b.op("ReduceL2", []string{x, b.ints(-1)}, attr("keepdims", int64(1)))
	return b.op("Div", []string{x, b.op("Max", []string{length, b.scalar(1e-12)})})
}
