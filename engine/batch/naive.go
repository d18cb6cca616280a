package batch

// NaiveRows is the size of a naive batch.
const NaiveRows = 32

// Naive cuts rows in order of arrival, [NaiveRows] per batch, for any lengths: the baseline for measuring
// [Plan].
func Naive(rows int) [][]int {
	var batches [][]int
	for start := 0; start < rows; start += NaiveRows {
		batch := make([]int, 0, NaiveRows)
		for i := start; i < min(start+NaiveRows, rows); i++ {
			batch = append(batch, i)
		}
		batches = append(batches, batch)
	}
	return batches
}
