package learning

import (
	"math"
	"slices"
)

// auc is the area under the ROC curve: how often one of the first is above one of the second, equal ones counting half (Mann and Whitney
// 1947). Values that are not numbers take no part; NaN when one side has none.
func auc(above, below []float64) float64 {
	low := slices.DeleteFunc(slices.Clone(below), math.IsNaN)
	slices.Sort(low)
	sum, n := 0.0, 0
	for _, x := range above {
		if math.IsNaN(x) {
			continue
		}
		first, _ := slices.BinarySearch(low, x)
		after, _ := slices.BinarySearch(low, math.Nextafter(x, math.Inf(1)))
		sum += float64(first) + float64(after-first)/2
		n++
	}
	return sum / float64(n*len(low)) // 0/0 is NaN
}
