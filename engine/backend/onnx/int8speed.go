package onnx

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"asterism/engine/backend/onnx/graph"
	"asterism/engine/backend/onnx/products"

	ort "github.com/yalue/onnxruntime_go"
)

// The product that [Int8Speed] measures: rows × in numbers with a matrix in × out, of a size that encoders have.
const (
	speedRows, speedIn, speedOut = 64, 384, 1536
	speedRounds                  = 7
	speedTurn                    = 15 * time.Millisecond
)

// Int8Speed measures how many times as fast as in f32 this machine multiplies matrices in int8, rounding of the input included, with the products that
// its int8 models use ([products.Words]). Above 1 int8 is faster. It is the median of alternating turns on one core, and takes a quarter of a second.
// It needs the runtime's library.
func Int8Speed(ctx context.Context) (ratio float64, err error) {
	if err := startEnvironment(""); err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "asterism-int8-")
	if err != nil {
		return 0, fmt.Errorf("measure int8: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	x, err := ort.NewTensor(ort.NewShape(speedRows, speedIn), speedInput())
	if err != nil {
		return 0, fmt.Errorf("measure int8: %w", err)
	}
	defer x.Destroy()
	var run [2]func() error
	for i, g := range []*graph.Graph{floatProduct(), byteProduct()} {
		s, err := speedSession(filepath.Join(dir, fmt.Sprintf("product-%d.onnx", i)), g)
		if err != nil {
			return 0, fmt.Errorf("measure int8: %w", err)
		}
		defer s.Destroy()
		run[i] = func() error { return runOnce(s, x) }
	}
	return timesAsFast(ctx, run[0], run[1])
}

// timesAsFast is how many times as fast b is as a: the median of rounds in which each has a turn. One of each is run before, unmeasured.
func timesAsFast(ctx context.Context, a, b func() error) (float64, error) {
	ratios := make([]float64, 0, speedRounds)
	for round := range speedRounds + 1 {
		var each [2]float64 // seconds a run
		for i, run := range []func() error{a, b} {
			start, n := time.Now(), 0
			for n == 0 || time.Since(start) < speedTurn {
				if err := errors.Join(ctx.Err(), run()); err != nil {
					return 0, fmt.Errorf("measure int8: %w", err)
				}
				n++
			}
			each[i] = time.Since(start).Seconds() / float64(n)
		}
		if round > 0 {
			ratios = append(ratios, each[0]/each[1])
		}
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2], nil
}

func speedInput() []float32 {
	x := make([]float32, speedRows*speedIn)
	for i := range x {
		x[i] = float32(i%255-127) / 127
	}
	return x
}

// floatProduct is y = x·W in f32.
func floatProduct() *graph.Graph {
	weights := make([]float32, speedIn*speedOut)
	for i := range weights {
		weights[i] = float32(i%251-125) / 125
	}
	g := speedGraph()
	g.Node("MatMul", "y", []string{"x", g.Floats("w", weights, speedIn, speedOut)})
	return g
}

// byteProduct is y = x·W with both rounded to bytes, x when it runs.
func byteProduct() *graph.Graph {
	weights, scales := make([]byte, speedIn*speedOut), make([]float32, speedOut)
	for i := range weights {
		weights[i] = byte(int8(i%251 - 125))
	}
	for i := range scales {
		scales[i] = 1. / 125
	}
	g := speedGraph()
	step, zero := g.Floats("step", []float32{1. / 127}), g.Bytes8("zero", graph.Uint8, []byte{128})
	g.Node("QuantizeLinear", "bytes", []string{"x", step, zero})
	g.NodeOf("com.microsoft", "MatMulIntegerToFloat", []string{"y"}, []string{"bytes", g.Bytes8("w", graph.Int8, weights, speedIn, speedOut), step, g.Floats("scales", scales, speedOut), zero})
	return g
}

func speedGraph() *graph.Graph {
	g := &graph.Graph{}
	g.Input("x", graph.Float, graph.Dims{"rows", speedIn})
	g.Output("y", graph.Float, graph.Dims{"rows", speedOut})
	return g
}

// speedSession opens a graph as backends open models, with one thread.
func speedSession(path string, g *graph.Graph) (*ort.DynamicAdvancedSession, error) {
	if err := os.WriteFile(path, g.Bytes(), 0o600); err != nil {
		return nil, err
	}
	o, err := sessionOptions(1, false, products.Saturate())
	if err != nil {
		return nil, err
	}
	defer o.Destroy()
	return ort.NewDynamicAdvancedSession(path, []string{"x"}, []string{"y"}, o)
}

func runOnce(s *ort.DynamicAdvancedSession, x ort.Value) error {
	y := []ort.Value{nil}
	if err := s.Run([]ort.Value{x}, y); err != nil {
		return err
	}
	return y[0].Destroy()
}
