package makemodel

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/backend/onnx"
	"asterism/engine/backend/suite"
	"asterism/engine/batch"
	"asterism/models"
)

// small is as wide as E8, so that the onnx backend takes it, and small in all else.
func small(p Precision) Config {
	return Config{Layers: 2, Hidden: 384, Heads: 12, FFN: 768, Vocabulary: 100, MaxTokens: 24, Precision: p, Seed: 3}
}

func open(t testing.TB, c Config) *onnx.Backend {
	t.Helper()
	m, err := WriteProfile(t.TempDir(), models.Graph, c)
	if err != nil {
		t.Fatal(err)
	}
	b, err := onnx.Open(context.Background(), onnx.Options{Manifest: m})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// TestAgainstReference compares rows of unlike length, embedded together, with the plain float64 encoder.
func TestAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	in := &batch.Batch{Offsets: []int32{0}}
	for _, n := range []int{1, 5, 17} {
		for range n {
			in.IDs = append(in.IDs, r.Int32N(100))
		}
		in.Offsets = append(in.Offsets, int32(len(in.IDs)))
	}
	for _, c := range []struct {
		name   string
		p      Precision
		cosine float64
	}{{"float32", Float32, 1 - 1e-6}, {"dynamic int8", DynamicInt8, 0.995}, {"row int8", RowInt8, 0.995}} {
		t.Run(c.name, func(t *testing.T) {
			cfg := small(c.p)
			out, err := open(t, cfg).Embed(context.Background(), models.Graph, in)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range out {
				want := reference(cfg, newWeights(cfg), in.Row(i))
				var dot, worst float64
				for j, x := range v.Dense {
					dot += float64(x) * want[j]
					worst = max(worst, math.Abs(float64(x)-want[j]))
				}
				t.Logf("row %d: cosine with the reference 1 − %.2g, worst number off by %.2g", i, 1-dot, worst)
				if !(dot >= c.cosine) || c.p == Float32 && worst > 1e-5 {
					t.Errorf("row %d: cosine with the reference is %v, want at least %v; worst number off by %g", i, dot, c.cosine, worst)
				}
			}
		})
	}
}

// TestSuite runs the contract on a real encoder. Dynamic int8 is left out: its scale is the batch's, so it cannot
// keep the contract; that is why it is for comparison only.
func TestSuite(t *testing.T) {
	for name, p := range map[string]Precision{"float32": Float32, "row int8": RowInt8} {
		t.Run(name, func(t *testing.T) {
			c := small(p)
			suite.Run(t, suite.Config{
				Open:       func(t *testing.T) backend.Backend { return open(t, c) },
				Bound:      onnx.Bound,
				Vocabulary: c.Vocabulary,
				MaxTokens:  c.MaxTokens,
				Batches:    4,
			})
		})
	}
}

func TestBERTRefuses(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"no layers":    func(c *Config) { c.Layers = 0 },
		"uneven heads": func(c *Config) { c.Heads = 7 },
	} {
		c := small(Float32)
		change(&c)
		if _, err := BERT(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := WriteProfile(t.TempDir(), models.Semantic, small(Float32)); err == nil {
		t.Error("a model of width 384 was written for E1")
	}
}

// BenchmarkMiniLM gives tokens a second on one core, 8 rows of 60 tokens a batch.
func BenchmarkMiniLM(b *testing.B) {
	for name, p := range map[string]Precision{"float32": Float32, "dynamicint8": DynamicInt8, "rowint8": RowInt8} {
		b.Run(name, func(b *testing.B) {
			c := MiniLM(p)
			be := open(b, c)
			in := &batch.Batch{Offsets: []int32{0}}
			r := rand.New(rand.NewPCG(1, 1))
			for range 8 {
				for range 60 {
					in.IDs = append(in.IDs, r.Int32N(int32(c.Vocabulary)))
				}
				in.Offsets = append(in.Offsets, int32(len(in.IDs)))
			}
			for b.Loop() {
				if _, err := be.Embed(context.Background(), models.Graph, in); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*len(in.IDs))/b.Elapsed().Seconds(), "tokens/s")
		})
	}
}
