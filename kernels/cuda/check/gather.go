package check

import "asterism/kernels/cuda"

func gatherChecks() []Check {
	var s []Shape
	for _, width := range []int{128, 768, 1536} {
		for _, shape := range shapes(width, 0, 4096, 16384) {
			shape.Small = shape.Rows <= 33 || shape.Rows == 1025 && width == 128
			s = append(s, shape)
		}
	}
	return []Check{{Name: "gather", Shapes: s, Run: checkGather, Work: func(s Shape) Work { return Work{Bytes: 6 * float64(s.Rows) * float64(s.Columns)} }}}
}

// checkGather looks rows up alone, bit for bit, then with positions.
func checkGather(b *Bench, s Shape) (worst, limit float64, err error) {
	const vocabulary, longest = 997, 512
	w := s.Columns
	table, positions := b.DrawBF16s(vocabulary*w, 1, 0), b.DrawBF16s(longest*w, 0.3, 0)
	ids, places := b.DrawInts(s.Rows, vocabulary), b.DrawInts(s.Rows, longest)
	idsAt, placesAt, tableAt := b.Ints(ids), b.Ints(places), b.BF16s(table)
	rows, columns := b.Sample(s.Rows, normSample), b.Sample(w, w)
	for _, placed := range []bool{false, true} {
		out, where := b.Poison(2*s.Rows*w), cuda.Pointer(0)
		if placed {
			where = b.BF16s(positions)
		}
		b.Launch(cuda.Gather(out, idsAt, placesAt, tableAt, where, s.Rows, w))
		found := rowsError(b.ReadBF16s(out), w, rows, columns, func(row int) []float64 {
			v := widenRows(table, w, int(ids[row]))
			if placed {
				v = plus(v, widenRows(positions, w, int(places[row])))
			}
			return v
		})
		if !placed {
			found *= 1e6 // nothing is computed: any difference is a fault
		}
		worst = max(worst, found)
	}
	return worst, OneRounding, nil
}
