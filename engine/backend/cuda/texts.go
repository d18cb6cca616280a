package cuda

import (
	"fmt"

	"asterism/engine/batch"
)

// texts are the limits of what a network reads.
type texts struct {
	window, vocabulary int
	behind             int32 // XLM-R: the position of the first token; 0 for all others
}

// each checks the given rows of a batch and calls add for those that have tokens.
func (t texts) each(in *batch.Batch, rows []int, add func(row int, ids []int32)) error {
	if len(in.Images) > 0 {
		return errNoImages
	}
	if n := len(in.Offsets); n > 0 && (in.Offsets[0] != 0 || int(in.Offsets[n-1]) != len(in.IDs)) || n == 0 && len(in.IDs) > 0 || in.Rows() > max(n-1, 0) {
		return fmt.Errorf("check batch: %d rows and %d ids, and the %d offsets say something else", in.Rows(), len(in.IDs), n)
	}
	for _, row := range rows {
		from, to := int(in.Offsets[row]), int(in.Offsets[row+1])
		if n := to - from; n < 0 || n > t.window || to > len(in.IDs) {
			return fmt.Errorf("check batch: row %d has %d tokens, want 0 to %d, the model's window; split longer texts into windows", row, n, t.window)
		}
		ids := in.IDs[from:to]
		for at, id := range ids {
			if id < 0 || int(id) >= t.vocabulary {
				return fmt.Errorf("check batch: token %d of row %d has the id %d, want 0 to %d", at, row, id, t.vocabulary-1)
			}
		}
		if len(ids) > 0 {
			add(row, ids)
		}
	}
	return nil
}

// lay returns the layout of one text a row; pick returns the token whose vector stands for the text.
func (t texts) lay(in *batch.Batch, rows []int, pick func(ids []int32) int) (*layout, error) {
	l := newLayout(in.Role)
	err := t.each(in, rows, func(row int, ids []int32) {
		l.rows = append(l.rows, row)
		l.text(ids, t.places(ids), len(ids), pick(ids))
	})
	return l.closed(), err
}

// places are XLM-R's positions: a text's tokens are counted from behind on. A padding token, with the id behind-1, is not counted and has its id
// as position.
func (t texts) places(ids []int32) []int32 {
	if t.behind == 0 {
		return nil
	}
	out, next := make([]int32, len(ids)), t.behind
	for i, id := range ids {
		if id == t.behind-1 {
			out[i] = id
			continue
		}
		out[i] = next
		next++
	}
	return out
}

// first and last are the tokens at the ends of a text.
func first([]int32) int    { return 0 }
func last(ids []int32) int { return len(ids) - 1 }
