package onnx

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"asterism/engine/backend/onnx/graph"

	ort "github.com/yalue/onnxruntime_go"
)

func TestTimesAsFast(t *testing.T) {
	slow, fast := 0, 0
	got, err := timesAsFast(t.Context(), func() error { slow++; time.Sleep(40 * time.Millisecond); return nil }, func() error { fast++; return nil })
	if err != nil || !(got > 1) || slow != speedRounds+1 || fast <= slow {
		t.Errorf("a slow function %d times, a fast one %d times: %v, %v", slow, fast, got, err)
	}
	broken := errors.New("broken")
	if _, err := timesAsFast(t.Context(), func() error { return broken }, func() error { return nil }); !errors.Is(err, broken) {
		t.Errorf("a failed run is %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Int8Speed(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled measurement is %v", err)
	}
}

// TestMeasuredProductsAreTheSame: what is compared computes the same, up to the rounding of x and W to 1/127 and 1/125 steps, which both hold exactly.
func TestMeasuredProductsAreTheSame(t *testing.T) {
	if err := startEnvironment(""); err != nil {
		t.Fatal(err)
	}
	var values [2][]float32
	for i, g := range []*graph.Graph{floatProduct(), byteProduct()} {
		values[i] = speedValues(t, g)
	}
	for i, want := range values[0] {
		// Sums of 384 products of at most 1: f32 rounds each by at most 2⁻²⁴ of the sum so far.
		if got := values[1][i]; math.Abs(float64(got-want)) > speedIn*speedIn/float64(1<<24) {
			t.Fatalf("number %d is %v in bytes, %v in f32", i, got, want)
		}
	}
	if got, err := Int8Speed(t.Context()); err != nil || !(got > 0) {
		t.Errorf("%v, %v", got, err)
	}
}

func speedValues(t *testing.T, g *graph.Graph) []float32 {
	t.Helper()
	s, err := speedSession(t.TempDir()+"/g.onnx", g)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Destroy()
	x, err := ort.NewTensor(ort.NewShape(speedRows, speedIn), speedInput())
	if err != nil {
		t.Fatal(err)
	}
	defer x.Destroy()
	y := []ort.Value{nil}
	if err := s.Run([]ort.Value{x}, y); err != nil {
		t.Fatal(err)
	}
	defer y[0].Destroy()
	return append([]float32(nil), y[0].(*ort.Tensor[float32]).GetData()...)
}
