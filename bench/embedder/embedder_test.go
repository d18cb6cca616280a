package embedder

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// shipped is an embedder of the models in this repository.
func shipped(t testing.TB) *Embedder {
	t.Helper()
	e, err := Open(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func TestEmbedGivesOneFingerprintAText(t *testing.T) {
	e := shipped(t)
	texts := make([]string, 3*callTexts+1) // several calls at a time
	for i := range texts {
		texts[i] = []string{"the cache was cold after the restart", "rows are locked while the report runs", "a new key was issued"}[i%3]
	}
	got, err := e.Embed(t.Context(), texts, false)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if got[i].Present() != e.Spaces() {
			t.Fatalf("text %d is present in %v, want %v", i, got[i].Present().Spaces(), e.Spaces().Spaces())
		}
		if c := cosine(got[i][models.Semantic].Dense, got[i%3][models.Semantic].Dense); c < .9999 {
			t.Fatalf("text %d is not where its copy is: cosine %v", i, c)
		}
	}
	if c := cosine(got[0][models.Semantic].Dense, got[1][models.Semantic].Dense); c > .9 {
		t.Errorf("two different texts have cosine %v", c)
	}
}

func cosine(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestEmbedEndsWithItsContext(t *testing.T) {
	e := shipped(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Embed(ctx, []string{"a text"}, true); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want that of the context", err)
	}
}

func TestOpenNamesTheFolderWithoutModels(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(t.Context(), dir); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("error %v does not name %s", err, dir)
	}
}

func TestATextOfManyWindowsIsFinite(t *testing.T) {
	e := shipped(t)
	long := ""
	for range 400 {
		long += "the queue was full and the caller was told to wait. "
	}
	got, err := e.Embed(t.Context(), []string{long}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range e.Spaces().Spaces() {
		p, err := fingerprint.Pack(s, got[0][s])
		if err != nil || p.Absent() {
			t.Errorf("%v: %v, absent %v", s, err, p.Absent())
		}
	}
	if n := math.Sqrt(cosine(got[0][models.Semantic].Dense, got[0][models.Semantic].Dense)); math.Abs(n-1) > 1e-3 {
		t.Errorf("length of the pooled vector is %v", n)
	}
}
