package batch

// Cost is the work of some batches: the tokens of the rows, and the tokens computed when every row is padded to the
// longest of its batch. padded/tokens is 1 without waste.
func Cost(lengths []int, batches [][]int) (tokens, padded int) {
	for _, rows := range batches {
		longest := 0
		for _, i := range rows {
			tokens += lengths[i]
			longest = max(longest, lengths[i])
		}
		padded += len(rows) * longest
	}
	return tokens, padded
}
