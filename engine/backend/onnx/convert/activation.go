package convert

import (
	"maps"
	"slices"
)

// activations are the functions between two matrices, by their names in config.json's hidden_act.
var activations = map[string]func(*layers, sum) string{
	"gelu":              (*layers).gelu,
	"gelu_new":          (*layers).geluTanh,
	"gelu_pytorch_tanh": (*layers).geluTanh,
	"quick_gelu":        (*layers).quickGelu,
	"silu":              func(b *layers, s sum) string { return b.silu(b.addBias(s)) },
	"relu":              func(b *layers, s sum) string { return b.op("Relu", []string{b.addBias(s)}) },
}

// activation applies the function that config.json names.
func (b *layers) activation(name string, s sum) string {
	f, ok := activations[name]
	if !ok {
		b.fail("config.json: activation %q is not known; known are %q", name, slices.Sorted(maps.Keys(activations)))
		return ""
	}
	y := f(b, s)
	b.gated[y] = name != "silu" // which goes down to −0.28
	return y
}

// addBias adds the bias that was not added yet.
func (b *layers) addBias(s sum) string {
	if s.bias == "" {
		return s.value
	}
	return b.op("Add", []string{s.value, s.bias})
}

// gelu is x·½(1 + erf(x/√2)) (Hendrycks & Gimpel 2016).
func (b *layers) gelu(s sum) string {
	if s.bias == "" {
		return b.own("Gelu", []string{s.value})
	}
	return b.own("BiasGelu", []string{s.value, s.bias})
}

// geluTanh is its approximation x·½(1 + tanh(√(2/π)(x + 0.044715·x³))).
func (b *layers) geluTanh(s sum) string {
	if s.bias == "" {
		return b.own("FastGelu", []string{s.value})
	}
	return b.own("FastGelu", []string{s.value, s.bias})
}

// quickGelu is x·σ(1.702·x).
func (b *layers) quickGelu(s sum) string {
	return b.own("QuickGelu", []string{b.addBias(s)}, attr("alpha", float32(1.702)))
}

// silu is x·σ(x).
func (b *layers) silu(x string) string {
	return b.own("QuickGelu", []string{x}, attr("alpha", float32(1)))
}

// swiglu is up·silu(gate) (Shazeer 2020).
func (b *layers) swiglu(gate, up string) string {
	return b.op("Mul", []string{up, b.silu(gate)})
}
