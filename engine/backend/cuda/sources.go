package cuda

import "asterism/engine/backend/onnx/safetensors"

// source reads rows of a matrix in its layout on the GPU: n of them from `from` on, one after another. After an error, which the loader stores, it returns nil.
type source func(from, n int) []float32

// part is a matrix of the repository with a number of rows.
type part struct {
	name string
	rows int
}

// stack is matrices of rows of `in` numbers, one below another: three projections become one product.
func (l *loader) stack(in int, parts ...part) source {
	tensors := make([]safetensors.Tensor, len(parts))
	for i, p := range parts {
		tensors[i] = l.find(p.name, p.rows, in)
	}
	return func(from, n int) []float32 {
		out := make([]float32, 0, n*in)
		first := 0 // row of the part
		for i, p := range parts {
			if a, b := max(from, first), min(from+n, first+p.rows); a < b {
				out = append(out, l.rowsOf(tensors[i], a-first, b-a)...)
			}
			first += p.rows
		}
		if l.err != nil {
			return nil
		}
		return out
	}
}

// rowsOf reads rows of a tensor.
func (l *loader) rowsOf(t safetensors.Tensor, from, n int) []float32 {
	if l.err != nil {
		return nil
	}
	v, err := l.set.Rows(l.ctx, t, from, n)
	l.err = err
	return v
}

// gated returns the rows of two matrices alternately, a gate's before its value's, as [cuda.SwiGLU] takes them.
func gated(in int, gates, values source) source {
	return func(from, n int) []float32 {
		first, last := from/2, (from+n+1)/2
		g, v := gates(first, last-first), values(first, last-first)
		if g == nil || v == nil {
			return nil
		}
		out := make([]float32, 0, n*in)
		for row := from; row < from+n; row++ {
			half := g
			if row%2 == 1 {
				half = v
			}
			at := row/2 - first
			out = append(out, half[at*in:(at+1)*in]...)
		}
		return out
	}
}

// widened are rows of `in` numbers with zeros behind them, up to width.
func widened(in, width int, rows source) source {
	return func(from, n int) []float32 {
		v := rows(from, n)
		if v == nil {
			return nil
		}
		out := make([]float32, n*width)
		for i := range n {
			copy(out[i*width:], v[i*in:(i+1)*in])
		}
		return out
	}
}
