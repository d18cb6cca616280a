package quality

import (
	"math"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/models"
)

func TestLossOfKeepingValuesIsMeasuredInEverySpace(t *testing.T) {
	e := shipped(t)
	s, err := loadSet(notesDir)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := lossRows(t.Context(), e, []*set{s}, 5)
	if err != nil {
		t.Fatal(err)
	}
	want := 2 * (len(e.Spaces().Spaces()) - 1) // all but E9
	if len(rows) != want {
		t.Errorf("%d rows, want %d", len(rows), want)
	}
	for _, r := range rows {
		if r.Unit == "1" && (r.Value < 0.1 || r.Value > 1) || r.Unit == "%" && math.Abs(r.Value) > 20 {
			t.Errorf("%s is %v %s", r.Name, r.Value, r.Unit)
		}
	}
}

// TestPercentLost: the loss is a part of what there was.
func TestPercentLost(t *testing.T) {
	if got := percentLost(0.8, 0.6); math.Abs(got-25) > 1e-9 {
		t.Errorf("0.6 of 0.8 is a loss of %v %%", got)
	}
	if got := percentLost(0, 0); got != 0 {
		t.Errorf("nothing of nothing is a loss of %v %%", got)
	}
}

func TestPlainSimilarity(t *testing.T) {
	terms := func(pairs ...float32) (out []fingerprint.TermWeight) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, fingerprint.TermWeight{ID: uint16(pairs[i]), Weight: pairs[i+1]})
		}
		return out
	}
	if got := termProduct(terms(1, 2, 5, 3, 9, 1), terms(2, 7, 5, 4, 9, 2, 11, 5)); got != 14 {
		t.Errorf("product of terms is %v, want 3·4 + 1·2", got)
	}
	if got := maxSimilarity([]float32{1, 0, 0, 0, 0, 1, 0, 0}, []float32{0.6, 0.8, 0, 0, 1, 0, 0, 0}, 4); math.Abs(got-1.8) > 1e-6 {
		t.Errorf("MaxSim is %v, want 1 + 0.8", got)
	}
	width := models.Causal.Info().Width
	q, d := make([]float32, 2*width), make([]float32, 2*width)
	q[0], d[width] = 1, 0.5 // the question's cause, the document's effect
	q[width], d[0] = 1, 0.25
	if got := plainSimilarity(models.Causal, fingerprint.Value{Dense: q}, fingerprint.Value{Dense: d}); got != 0.5 {
		t.Errorf("E5 is %v, want the greater of 0.5 and 0.25", got)
	}
}

func TestBestOfLeavesTheQuestionOutAndKeepsTheOrder(t *testing.T) {
	var all []likeness
	for i := range 2 * cut {
		all = append(all, likeness{i, float64(i / 4)})
	}
	got := bestOf(all, 18)
	if want := []int{16, 17, 19, 12, 13, 14, 15, 8, 9, 10}; !slices.Equal(got, want) {
		t.Errorf("best are %v, want %v", got, want)
	}
}

// What the kernel says of kept token vectors is what they say unpacked, and the nearest by one are near by the other.
func TestTokenScoresAreThoseOfAllDocuments(t *testing.T) {
	e := shipped(t)
	s, err := loadSet(notesDir)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := e.valuesOf(t.Context(), s, []int{0, 7, 20}, models.LateInteraction)
	if err != nil {
		t.Fatal(err)
	}
	given, rounded, err := e.tokenScores(t.Context(), s.docs, asked, models.LateInteraction)
	if err != nil {
		t.Fatal(err)
	}
	all, kept, err := e.scores(t.Context(), s.docs, asked, models.LateInteraction)
	if err != nil {
		t.Fatal(err)
	}
	tokens := models.LateInteraction.Info().Width
	for q := range asked {
		if len(given[q]) != len(all[q]) || len(all[q]) < 50 {
			t.Fatalf("%d documents, want %d", len(given[q]), len(all[q]))
		}
		n := float64(len(asked[q].Vectors) / tokens) // the kernel's is the mean over the question's tokens
		for i := range all[q] {
			if given[q][i] != all[q][i] || rounded[q][i].place != kept[q][i].place || math.Abs(n*rounded[q][i].similarity-kept[q][i].similarity) > 1e-3 {
				t.Errorf("question %d, document %d: %v and %v, want %v and %v", q, i, given[q][i], rounded[q][i], all[q][i], kept[q][i])
			}
		}
	}
}
