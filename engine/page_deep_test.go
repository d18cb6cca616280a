package engine

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"asterism/engine/store"
)

// TestPagesOfALargeStore uses a store in which search compares only the best candidates by their codes, with more matches than can be paged through. Pages of
// any length must still be one ranking with one set of ranks, and its end must be reported.
func TestPagesOfALargeStore(t *testing.T) {
	e, _ := withClock(t)
	words := strings.Fields("mill river dam wheel kettle lab heron nest bridge road rain cloud stone field horse cart")
	var notes []Note
	for i := range 4200 { // above 4,096 search selects candidates
		notes = append(notes, Note{Content: fmt.Sprintf("%s by the %s near %s %d", words[i%16], words[i/16%16], words[i/256%16], i)})
	}
	for part := range slices.Chunk(notes, 400) {
		remember(t, e, part...)
	}
	q := Question{Text: "the mill by the river", TopK: MaxTopK, Explain: true, Profile: "balanced"}
	var whole []Hit
	var err error
	for f := (&Found{}); err == nil; {
		if f, err = e.Recall(context.Background(), q); err == nil {
			whole, q.Cursor = append(whole, f.Hits...), f.Next
		}
		if err == nil && (f.Next == "" || len(whole) > MaxDepth) {
			t.Fatalf("%d hits, next %q", len(whole), f.Next)
		}
	}
	if len(whole) != MaxDepth || !strings.Contains(err.Error(), "at most 500 hits") {
		t.Fatalf("%d hits, then %v", len(whole), err)
	}
	distinct := ids(whole)
	slices.SortFunc(distinct, func(a, b store.ID) int { return slices.Compare(a[:], b[:]) })
	if n := len(slices.Compact(distinct)); n != MaxDepth {
		t.Errorf("%d different hits, want %d", n, MaxDepth)
	}
	q.Cursor, q.TopK = "", 37
	for at := 0; at < 400; at += q.TopK {
		f := recall(t, e, q)
		if !reflect.DeepEqual(f.Hits, whole[at:at+q.TopK]) {
			t.Fatalf("hits %d to %d are %v, want %v", at, at+q.TopK, ids(f.Hits), ids(whole[at:at+q.TopK]))
		}
		q.Cursor = f.Next
	}
}
