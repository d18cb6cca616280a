package reference

// loader reads weights and keeps the first error; from then on every state is empty. So a forward pass reads like its
// formulas, and looks for an error once a layer.
type loader struct {
	w   *weights
	err error
}

func (l *loader) matrix(name string, rows, width int) *matrix {
	if l.err != nil {
		return nil
	}
	m, err := l.w.matrix(name, rows, width)
	l.err = err
	return m
}

func (l *loader) vector(name string, n int) []float64 {
	if l.err != nil {
		return nil
	}
	v, err := l.w.vector(name, n)
	l.err = err
	return v
}

// project is x·Wᵀ with the weight name.weight.
func (l *loader) project(x states, name string, out int) states {
	return l.matrix(name+".weight", out, width(x)).times(x)
}

// linear is x·Wᵀ + b.
func (l *loader) linear(x states, name string, out int) states {
	y, b := l.project(x, name, out), l.vector(name+".bias", out)
	if l.err != nil {
		return nil
	}
	for _, v := range y {
		for i := range v {
			v[i] += b[i]
		}
	}
	return y
}

// norm is a layer norm with the weights name.weight and name.bias.
func (l *loader) norm(x states, name string, epsilon float64) states {
	scale, shift := l.vector(name+".weight", width(x)), l.vector(name+".bias", width(x))
	if l.err != nil {
		return nil
	}
	return layerNorm(x, scale, shift, epsilon)
}

// rms is a root-mean-square norm with the weight name.weight.
func (l *loader) rms(x states, name string, epsilon float64) states {
	scale := l.vector(name+".weight", width(x))
	if l.err != nil {
		return nil
	}
	return rmsNorm(x, scale, epsilon)
}

// lookup reads the rows of a table that stand for ids.
func (l *loader) lookup(name string, rows, width int, ids []int32) states {
	var out states
	for _, id := range ids {
		if l.err != nil {
			break
		}
		var m *matrix
		if m, l.err = l.w.slab(name, rows, width, int(id), int(id)+1); l.err == nil {
			out = append(out, widen(m.v))
		}
	}
	if l.err != nil {
		return nil
	}
	return out
}

// flat are the ids of all rows, and every token's place in its text.
func flat(rows []Row) (ids, places []int32) {
	for _, r := range rows {
		ids = append(ids, r.IDs...)
		for i := range r.IDs {
			places = append(places, int32(i))
		}
	}
	return ids, places
}
