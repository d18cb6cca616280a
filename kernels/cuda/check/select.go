package check

import (
	"math"
	"slices"

	"asterism/kernels/cuda"
)

// selectChecks have shapes of values × the greatest that are chosen. Their launches follow one another, so they are not timed one by one.
func selectChecks() []Check {
	s := []Shape{{Rows: 1, Columns: 1}, {Rows: 33, Columns: 40}, {Rows: 1025, Columns: 512}, {Rows: cuda.SelectFewRows, Columns: 512}, {Rows: cuda.SelectFewRows + 1, Columns: 512},
		{Rows: 20 * cuda.SeatRows, Columns: 8192}, {Rows: 1 << 20, Columns: 8192}, {Rows: 10 << 20, Columns: 8192}}
	for i := range s {
		s[i].Small = s[i].Rows < 1<<20
	}
	return []Check{{Name: "select", Shapes: s, Run: checkSelect}}
}

// checkSelect has random values, values with many equal ones, and some that are never chosen. It counts differences from the reference's result.
func checkSelect(b *Bench, s Shape) (worst, limit float64, err error) {
	values := b.DrawFloats(s.Rows, 0.4, 0)
	for _, kind := range []func(v float32) float32{
		func(v float32) float32 { return v },
		func(v float32) float32 { return float32(math.Trunc(float64(4*v))) / 4 }, // zeros of both signs among them
		func(float32) float32 { return 0.25 },
	} {
		drawn := slices.Clone(values)
		for i, v := range values {
			switch drawn[i] = kind(v); b.Rand.IntN(16) {
			case 0:
				drawn[i] = float32(math.NaN())
			case 1:
				drawn[i] = float32(math.Inf(-1))
			}
		}
		drawn[b.Rand.IntN(s.Rows)] = float32(math.Inf(1))
		got, err := b.Select(drawn, s.Columns)
		if err != nil {
			return 1, exact, err
		}
		if want := ReferenceSelect(drawn, s.Columns); !sameSelected(&got, &want) {
			worst++
		}
	}
	return worst, exact, nil
}

// Select chooses the greatest of values on the bench's machine.
func (b *Bench) Select(values []float32, most int) (cuda.Selected, error) {
	work := cuda.Pointer(0)
	if n := cuda.SelectWork(len(values)); n > 0 {
		work = b.Poison(n)
	}
	out := b.Poison(cuda.SelectOut(most))
	launches, err := cuda.Select(b.Floats(values), len(values), most, work, out)
	b.keep(err)
	for _, l := range launches {
		b.Launch(l, nil)
	}
	if b.err != nil {
		return cuda.Selected{}, nil // closing the bench returns it
	}
	return cuda.ReadSelected(b.ReadBytes(out), most)
}

func sameSelected(s *cuda.Selected, o *cuda.Selected) bool {
	return slices.Equal(s.Greater, o.Greater) && slices.Equal(s.Values, o.Values) && slices.Equal(s.Ties, o.Ties) &&
		s.TieCount == o.TieCount && s.Room == o.Room && s.Border == o.Border
}
