package onnx

import (
	"slices"
	"testing"

	"asterism/engine/batch"
)

func TestPackMarksWhatAPositionIs(t *testing.T) {
	rows := [][]int32{{5, 6}, {}, {7, 8, 9, 1}}
	for name, c := range map[string]struct {
		role      batch.Role
		fill      fill
		length    int
		ids, mask []int64
	}{
		"memories are not filled up": {batch.Passage, fill{3, 99}, 4, []int64{5, 6, 0, 0, 7, 8, 9, 1}, []int64{1, 1, 0, 0, 1, 1, 1, 1}},
		"no fill":                    {batch.Query, fill{}, 4, []int64{5, 6, 0, 0, 7, 8, 9, 1}, []int64{1, 1, 0, 0, 1, 1, 1, 1}},
		"up to the length":           {batch.Query, fill{3, 99}, 4, []int64{5, 6, 99, 0, 7, 8, 9, 1}, []int64{1, 1, 2, 0, 1, 1, 1, 1}},
		"longer than all rows":       {batch.Query, fill{5, 99}, 5, []int64{5, 6, 99, 99, 99, 7, 8, 9, 1, 99}, []int64{1, 1, 2, 2, 2, 1, 1, 1, 1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			w := &workspace{ids: []int64{-1, -1, -1, -1, -1, -1, -1, -1}, mask: []int64{-1, -1, -1, -1, -1, -1, -1, -1}} // of a run before
			w.pack(batch.OfIDs(c.role, batch.Frame{}, rows), c.fill)
			if !slices.Equal(w.rows, []int{0, 2}) || w.length != c.length || !slices.Equal(w.ids, c.ids) || !slices.Equal(w.mask, c.mask) {
				t.Errorf("rows %v of %d, ids %v, mask %v; want rows [0 2] of %d, %v, %v", w.rows, w.length, w.ids, w.mask, c.length, c.ids, c.mask)
			}
		})
	}
}
