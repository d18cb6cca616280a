package onnx

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/backend/suite"
	"asterism/engine/batch"
	"asterism/models"
)

// compact is the profile that ships with the repository; a checkout without it fails here, it does not skip.
func compact(t testing.TB) *models.Manifest {
	t.Helper()
	m, err := models.LoadManifest(filepath.Join("..", "..", "..", "models", "compact"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// compactVocabulary is below the number of ids of every tokenizer of the compact profile.
const compactVocabulary = 8000

func TestSuiteOnCompactProfile(t *testing.T) {
	m := compact(t)
	if missing := models.OfOrigin(models.FromModel).Without(m.Spaces()); missing != 0 {
		t.Errorf("the compact profile has no model for %v", missing.Spaces())
	}
	window := m.Models[0].Window
	for _, d := range m.Models {
		window = min(window, d.Window)
	}
	suite.Run(t, suite.Config{
		Open:       func(t *testing.T) backend.Backend { return open(t, m) },
		Bound:      Bound,
		Vocabulary: compactVocabulary,
		MaxTokens:  window,
		Batches:    6,
	})
}

// TestCompactWholeWindow runs every model at the length its manifest promises.
func TestCompactWholeWindow(t *testing.T) {
	m := compact(t)
	b := open(t, m)
	for _, d := range m.Models {
		in := &batch.Batch{Offsets: []int32{0, int32(d.Window)}, IDs: make([]int32, d.Window)}
		for i := range in.IDs {
			in.IDs[i] = int32(i % compactVocabulary)
		}
		if _, err := b.Embed(context.Background(), d.Space, in); err != nil {
			t.Errorf("%v at its window of %d tokens: %v", d.Space, d.Window, err)
		}
	}
}

func BenchmarkOpenCompact(b *testing.B) {
	m := compact(b)
	for b.Loop() {
		be, err := Open(context.Background(), Options{Manifest: m})
		if err != nil {
			b.Fatal(err)
		}
		be.Close()
	}
}

// BenchmarkCompact gives the time of one row of 60 tokens, in batches of 32.
func BenchmarkCompact(b *testing.B) {
	m := compact(b)
	be := open(b, m)
	r := rand.New(rand.NewPCG(1, 1))
	const rows, length = 32, 60
	in := &batch.Batch{Offsets: []int32{0}}
	for range rows {
		for range length {
			in.IDs = append(in.IDs, r.Int32N(compactVocabulary))
		}
		in.Offsets = append(in.Offsets, int32(len(in.IDs)))
	}
	for _, d := range m.Models {
		b.Run(d.Space.Code(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := be.Embed(context.Background(), d.Space, in); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*rows), "µs/row")
		})
	}
}
