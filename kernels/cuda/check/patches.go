package check

import "asterism/kernels/cuda"

// patchesChecks have shapes of images × pixels along a side × pixels along a square's.
func patchesChecks() []Check {
	s := []Shape{{1, 28, 14, true}, {3, 24, 8, true}, {2, 35, 5, true}, {1, 224, 14, false}, {1, 224, 32, false}, {31, 224, 14, false}}
	return []Check{{Name: "patches", Shapes: s, Run: checkPatches, Work: func(s Shape) Work {
		return Work{Bytes: float64(s.Rows) * (12*float64(s.Columns*s.Columns) + 2*float64(cuda.PatchTokens(s.Columns, s.Depth)*cuda.PatchDepth(s.Depth)))}
	}}}
}

func checkPatches(b *Bench, s Shape) (worst, limit float64, err error) {
	pixels := b.DrawFloats(s.Rows*3*s.Columns*s.Columns, 1, 0)
	want := ReferencePatches(pixels, s.Rows, s.Columns, s.Depth)
	out := b.Poison(2 * len(want))
	b.Launch(cuda.Patches(out, b.Floats(pixels), s.Rows, s.Columns, s.Depth))
	return Error(b.ReadBF16s(out), want, cuda.PatchDepth(s.Depth)), OneRounding, nil
}
