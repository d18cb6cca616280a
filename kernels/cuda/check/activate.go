package check

import "asterism/kernels/cuda"

// activateChecks are of n = rows × columns numbers.
func activateChecks() (out []Check) {
	for _, f := range []cuda.Activation{cuda.GELU, cuda.QuickGELU} {
		out = append(out, Check{Name: "activate" + string(f), Work: func(s Shape) Work { return Work{Bytes: 4 * float64(s.Rows) * float64(s.Columns)} },
			Shapes: append([]Shape{{1, 8, 0, true}, {31, 32, 0, true}, {33, 264, 0, true}}, shapes(4096, 0, 4096, 16384)...),
			Run:    func(b *Bench, s Shape) (float64, float64, error) { return checkActivate(b, f, s) }})
	}
	return out
}

func checkActivate(b *Bench, f cuda.Activation, s Shape) (err, limit float64, e error) {
	x := b.DrawBF16s(s.Rows*s.Columns, 2, 0)
	at := b.BF16s(x)
	b.Launch(cuda.Activate(f, at, len(x)))
	want := widen(x)
	for i := range want {
		want[i] = referenceActivation(f, want[i])
	}
	return Error(b.ReadBF16s(at), want, s.Columns), OneRounding, nil
}
