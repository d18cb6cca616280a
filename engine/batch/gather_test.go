package batch

import (
	"slices"
	"testing"
)

func TestOfIDsKeepsRowsApart(t *testing.T) {
	rows := [][]int32{{1, 2, 3}, {}, {4}}
	b := OfIDs(Query, Frame{}, rows)
	if b.Role != Query || b.Rows() != 3 || b.MaxLen() != 3 {
		t.Fatalf("role %d, %d rows, longest %d", b.Role, b.Rows(), b.MaxLen())
	}
	for i, want := range rows {
		if !slices.Equal(b.Row(i), want) {
			t.Errorf("row %d is %v, want %v", i, b.Row(i), want)
		}
	}
	rows[0][0] = 99
	if b.Row(0)[0] != 1 {
		t.Error("the batch shares memory with the caller's ids")
	}
}

func TestOfTextsAndTimes(t *testing.T) {
	if b := OfTexts(Passage, []string{"a", "b"}); b.Rows() != 2 || b.Texts[1] != "b" {
		t.Errorf("texts: %+v", b)
	}
	if b := OfTimes(Query, []int64{5, 6, 7}, 9); b.Rows() != 3 || b.Ref != 9 || b.Role != Query {
		t.Errorf("times: %+v", b)
	}
}

func TestOfIDsFramesEveryRow(t *testing.T) {
	b := OfIDs(Passage, Frame{Before: []int32{101, 7}, After: []int32{102}}, [][]int32{{1, 2}, {3}})
	if !slices.Equal(b.IDs, []int32{101, 7, 1, 2, 102, 101, 7, 3, 102}) || !slices.Equal(b.Offsets, []int32{0, 5, 9}) {
		t.Errorf("ids %v, offsets %v", b.IDs, b.Offsets)
	}
}
