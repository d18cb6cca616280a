package batch

// Frame is what a model needs around the tokens of a text: special tokens, and the ids of a prefix.
type Frame struct {
	Before, After []int32
}

// Len is the number of tokens that a frame adds to a row.
func (f Frame) Len() int { return len(f.Before) + len(f.After) }

// OfIDs collects rows of token ids into one batch, each within the frame. The ids are copied.
func OfIDs(role Role, frame Frame, rows [][]int32) *Batch {
	total := len(rows) * frame.Len()
	for _, ids := range rows {
		total += len(ids)
	}
	b := &Batch{Role: role, IDs: make([]int32, 0, total), Offsets: make([]int32, 1, len(rows)+1)}
	for _, ids := range rows {
		b.IDs = append(b.IDs, frame.Before...)
		b.IDs = append(b.IDs, ids...)
		b.IDs = append(b.IDs, frame.After...)
		b.Offsets = append(b.Offsets, int32(len(b.IDs)))
	}
	return b
}

// OfTexts collects texts, for the spaces that are arithmetic over characters. The batch keeps the
// slice.
func OfTexts(role Role, texts []string) *Batch { return &Batch{Role: role, Texts: texts} }

// OfTimes collects times and their common reference time, both in Unix nanoseconds, for the spaces that
// are arithmetic over time. The batch keeps the slice.
func OfTimes(role Role, times []int64, ref int64) *Batch {
	return &Batch{Role: role, Times: times, Ref: ref}
}
