package onnx

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/backend/suite"
	"asterism/engine/batch"
	"asterism/models"
)

func open(t testing.TB, m *models.Manifest) *Backend {
	t.Helper()
	return openWith(t, Options{Manifest: m})
}

func openWith(t testing.TB, o Options) *Backend {
	t.Helper()
	b, err := Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func TestSuite(t *testing.T) {
	m := writeProfile(t, tinyGraphs())
	suite.Run(t, suite.Config{
		Open:       func(t *testing.T) backend.Backend { return open(t, m) },
		Bound:      Bound,
		Vocabulary: tinyVocabulary,
		MaxTokens:  tinyWindow,
	})
}

func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", parts)
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q does not say %q", err, p)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	code := models.Code.Info()
	good := map[models.Space][]byte{models.Code: tinyGraph(code, code.Width)}
	ctx := context.Background()

	t.Run("no manifest", func(t *testing.T) {
		_, err := Open(ctx, Options{})
		wantError(t, err, "no manifest")
	})
	t.Run("unknown device", func(t *testing.T) {
		_, err := Open(ctx, Options{Manifest: writeProfile(t, good), Device: "tpu"})
		wantError(t, err, `"tpu"`, "cuda:N")
	})
	t.Run("space without model", func(t *testing.T) {
		_, err := Open(ctx, Options{Manifest: writeProfile(t, good), Spaces: models.SetOf(models.Graph)})
		wantError(t, err, "E8 graph")
	})
	t.Run("changed file", func(t *testing.T) {
		m := writeProfile(t, good)
		path := filepath.Join(m.Dir, "E7.onnx")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2] ^= 1
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err = Open(ctx, Options{Manifest: m})
		wantError(t, err, "E7.onnx", "sha256", m.Models[0].SHA256, "--models")
	})
	t.Run("missing file", func(t *testing.T) {
		m := writeProfile(t, good)
		if err := os.Remove(filepath.Join(m.Dir, "E7.onnx")); err != nil {
			t.Fatal(err)
		}
		_, err := Open(ctx, Options{Manifest: m})
		wantError(t, err, "E7.onnx")
		if !errors.Is(err, os.ErrNotExist) {
			t.Errorf("error %v is not os.ErrNotExist", err)
		}
	})
	t.Run("not a graph", func(t *testing.T) {
		_, err := Open(ctx, Options{Manifest: writeProfile(t, map[models.Space][]byte{models.Code: []byte("not a graph")})})
		wantError(t, err, "load model E7 code", "E7.onnx")
	})
	t.Run("cut graph", func(t *testing.T) {
		cut := good[models.Code][:1000]
		_, err := Open(ctx, Options{Manifest: writeProfile(t, map[models.Space][]byte{models.Code: cut})})
		wantError(t, err, "load model E7 code")
	})
	t.Run("wrong width", func(t *testing.T) {
		_, err := Open(ctx, Options{Manifest: writeProfile(t, map[models.Space][]byte{models.Code: tinyGraph(code, 100)})})
		wantError(t, err, "E7 code", "embedding", "[1 100]", "[1 1536]")
	})
	t.Run("another kind's outputs", func(t *testing.T) {
		tokens := models.LateInteraction.Info()
		_, err := Open(ctx, Options{Manifest: writeProfile(t, map[models.Space][]byte{models.Code: tinyGraph(tokens, tokens.Width)})})
		wantError(t, err, "E7 code", "embedding")
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := Open(ctx, Options{Manifest: writeProfile(t, good)}); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
	})
}

func TestEmbedRefuses(t *testing.T) {
	code := models.Code.Info()
	b := open(t, writeProfile(t, map[models.Space][]byte{models.Code: tinyGraph(code, code.Width)}))
	for name, c := range map[string]struct {
		in    batch.Batch
		parts []string
	}{
		"negative id":      {batch.Batch{IDs: []int32{1, -4}, Offsets: []int32{0, 2}}, []string{"-4"}},
		"id out of range":  {batch.Batch{IDs: []int32{tinyVocabulary}, Offsets: []int32{0, 1}}, []string{"E7.onnx", "300"}},
		"over the window":  {batch.Batch{IDs: make([]int32, tinyWindow+1), Offsets: []int32{0, tinyWindow + 1}}, []string{"201 tokens", "200", "split"}},
		"offsets too far":  {batch.Batch{IDs: []int32{1}, Offsets: []int32{0, 2}}, []string{"offsets"}},
		"offsets backward": {batch.Batch{IDs: []int32{1, 2}, Offsets: []int32{0, 3, 2}}, []string{"row 1 has -1 tokens"}},
		"no offsets":       {batch.Batch{IDs: []int32{1}}, []string{"offsets"}},
		"texts only":       {batch.Batch{Texts: []string{"a"}}, []string{"offsets"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := b.Embed(context.Background(), models.Code, &c.in)
			wantError(t, err, append(c.parts, "E7 code", "cpu")...)
		})
	}
	// A refused batch leaves the backend whole.
	if _, err := b.Embed(context.Background(), models.Code, &batch.Batch{IDs: []int32{1}, Offsets: []int32{0, 1}}); err != nil {
		t.Error(err)
	}
}

// BenchmarkCallOverhead is a run of next to no arithmetic: one token through the smallest tiny graph.
func BenchmarkCallOverhead(b *testing.B) {
	m := writeProfile(b, map[models.Space][]byte{models.Graph: tinyGraph(models.Graph.Info(), 384)})
	be := open(b, m)
	in := &batch.Batch{IDs: []int32{1}, Offsets: []int32{0, 1}}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := be.Embed(ctx, models.Graph, in); err != nil {
			b.Fatal(err)
		}
	}
}
