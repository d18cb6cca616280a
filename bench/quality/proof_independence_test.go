package quality

import (
	"math"
	"testing"
)

// TestDrawnPairs: as many as promised, half of one page, none of a passage with itself, and the same each time.
func TestDrawnPairs(t *testing.T) {
	all, err := readOwn("passages.tsv", readPassages)
	if err != nil {
		t.Fatal(err)
	}
	pairs, again := drawPairs(all), drawPairs(all)
	same := 0
	for i, p := range pairs {
		if p != again[i] || p[0] == p[1] {
			t.Fatalf("pair %d is %v, then %v", i, p, again[i])
		}
		if all[p[0]].page == all[p[1]].page {
			same++
		}
	}
	if len(pairs) != passagePairs || same != passagePairs/2 {
		t.Errorf("%d pairs, %d of one page; want %d and half of them", len(pairs), same, passagePairs)
	}
}

// TestKnownLeavesOutWhatIsAbsent: a pair counts when both numbers are there.
func TestKnownLeavesOutWhatIsAbsent(t *testing.T) {
	nan := math.NaN()
	left, right := known([]float64{1, nan, 3, 4}, []float64{5, 6, nan, 8})
	if len(left) != 2 || left[1] != 4 || right[0] != 5 || right[1] != 8 {
		t.Errorf("kept %v and %v", left, right)
	}
}

// TestTablesOfNamesAndCode: those written for names, code and directions are read whole, and the halves are of one size.
func TestTablesOfNamesAndCode(t *testing.T) {
	swapped, err := readOwn("swapped-names.tsv", readSwapped)
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for _, n := range swapped {
		if n.domain == heldOut {
			held++
		}
	}
	if len(swapped) != 80 || held != 40 {
		t.Errorf("%d swapped names, %d held out", len(swapped), held)
	}
	if code, err := readOwn("same-code.jsonl", readSameCode); err != nil || len(code) != 30 {
		t.Errorf("%d tasks (%v), want 30", len(code), err)
	}
	if unseen, err := readOwn("direction-unseen.tsv", readArrows); err != nil || len(unseen) != 60 {
		t.Errorf("%d pairs (%v), want 60", len(unseen), err)
	}
}
