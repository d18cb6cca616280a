package check

import "math"

// OneRounding is the greatest relative error of one rounding to bf16, and the limit of a kernel that rounds its result once. Its result is off by
// about .45 of that on average, so a second rounding inside is within the limit, and a systematic one is not.
const OneRounding = 1.0 / 256

// A wrong row among thousands hardly moves the error of all, and a wrong number hardly that of its row. So each has a limit of its own, some times
// that of all because the worst of many is worse than the mean.
const (
	worstRow    = 4
	worstNumber = 8
)

// Error is how far got, rows of width numbers, is from want: the greatest of ‖got − want‖/‖want‖ over all, a fourth of that of the worst row,
// and an eighth of |got − want| / (root mean square of want's row + |want|) of the worst number. NaN when a number of got is, or when there are not as many.
func Error(got, want []float64, width int) float64 {
	if len(got) != len(want) || len(got) == 0 || len(got)%width != 0 {
		return math.NaN()
	}
	var off, size, worst float64
	for i := 0; i < len(got); i += width {
		rowOff, rowSize := squares(got[i:i+width], want[i:i+width])
		off, size = off+rowOff, size+rowSize
		worst = max(worst, ratio(rowOff, rowSize)/worstRow)
		worst = max(worst, numberError(got[i:i+width], want[i:i+width], math.Sqrt(rowSize/float64(width)))/worstNumber)
	}
	return max(worst, ratio(off, size))
}

// squares are ‖got − want‖² and ‖want‖².
func squares(got, want []float64) (off, size float64) {
	for i := range got {
		off += (got[i] - want[i]) * (got[i] - want[i])
		size += want[i] * want[i]
	}
	return off, size
}

// ratio is √(off/size), and 0 if both are 0.
func ratio(off, size float64) float64 {
	if off == 0 {
		return 0
	}
	return math.Sqrt(off / size)
}

func numberError(got, want []float64, rms float64) (worst float64) {
	for i := range got {
		if got[i] != want[i] {
			worst = max(worst, math.Abs(got[i]-want[i])/(rms+math.Abs(want[i])))
		}
	}
	return worst
}

// rowsError is [Error] of the rows and columns of got, [·, width], of which want computes the true numbers of one row at the columns, on all cores. It is NaN when
// any number of got is, compared or not.
func rowsError(got []float64, width int, rows, columns []int, want func(row int) []float64) float64 {
	for _, v := range got {
		if v != v {
			return math.NaN()
		}
	}
	if len(got)%width != 0 || len(rows) == 0 || rows[len(rows)-1] >= len(got)/width {
		return math.NaN()
	}
	mine, truth := make([][]float64, len(rows)), make([][]float64, len(rows))
	parallel(len(rows), func(i int) {
		mine[i] = pick(got[rows[i]*width:(rows[i]+1)*width], columns)
		truth[i] = want(rows[i])
	})
	return Error(flatten(mine), flatten(truth), len(columns))
}

func flatten(rows [][]float64) (out []float64) {
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
}
