package onnx

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"asterism/engine/backend/onnx/graph"
	"asterism/engine/backend/onnx/products"
	"asterism/engine/batch"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/profile"

	ort "github.com/yalue/onnxruntime_go"
)

// TestProductsAreExact: sums of the largest products of bytes come out as they are, in sessions as a backend opens them and with unsigned
// products asked for. Two such products are more than 16 bits hold.
func TestProductsAreExact(t *testing.T) {
	if err := startEnvironment(""); err != nil {
		t.Fatal(err)
	}
	const in, out = 96, 80 // 255 × 127 × 96 is an integer that float32 has
	weights := make([]byte, in*out)
	for i := range weights {
		weights[i] = byte(int8([]int{127, 126, -127}[i%out%3])) // a column is of one sign: nothing cancels out
	}
	path := filepath.Join(t.TempDir(), "product.onnx")
	if err := os.WriteFile(path, productGraph(weights, in, out), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, unsigned := range []bool{products.Saturate(), true} {
		for _, rows := range []int{1, 5, 70} {
			x := make([]byte, rows*in)
			for i := range x {
				x[i] = byte(255 - i%3)
			}
			got := runProduct(t, path, unsigned, x, rows, in, out)
			for i, v := range got {
				if want := sumOfProducts(x[i/out*in:][:in], weights[i%out:], out); v != float32(want) {
					t.Fatalf("unsigned alone %v, %d rows: number %d is %v, want %d", unsigned, rows, i, v, want)
				}
			}
		}
	}
}

// productGraph is y = (x − 1)·W as int8 models have it: x unsigned [N, in], W signed [in, out].
func productGraph(weights []byte, in, out int) []byte {
	ones := make([]float32, out)
	for i := range ones {
		ones[i] = 1
	}
	g := &graph.Graph{}
	g.Input("x", graph.Uint8, graph.Dims{"rows", in})
	inputs := []string{"x", g.Bytes8("w", graph.Int8, weights, in, out), g.Floats("one", []float32{1}), g.Floats("scales", ones, out), g.Bytes8("zero", graph.Uint8, []byte{1})}
	g.NodeOf("com.microsoft", "MatMulIntegerToFloat", []string{"y"}, inputs)
	g.Output("y", graph.Float, graph.Dims{"rows", out})
	return g.Bytes()
}

// sumOfProducts is the true value of one number of y; its column of W lies stride apart.
func sumOfProducts(x, column []byte, stride int) (sum int) {
	for k, v := range x {
		sum += (int(v) - 1) * int(int8(column[k*stride]))
	}
	return sum
}

func runProduct(t *testing.T, path string, unsigned bool, x []byte, rows, in, out int) []float32 {
	t.Helper()
	o, err := sessionOptions(1, false, unsigned)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Destroy()
	s, err := ort.NewDynamicAdvancedSession(path, []string{"x"}, []string{"y"}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Destroy()
	v, err := ort.NewTensor(ort.NewShape(int64(rows), int64(in)), x)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Destroy()
	y, err := ort.NewEmptyTensor[float32](ort.NewShape(int64(rows), int64(out)))
	if err != nil {
		t.Fatal(err)
	}
	defer y.Destroy()
	if err := s.Run([]ort.Value{v}, []ort.Value{y}); err != nil {
		t.Fatal(err)
	}
	return append([]float32(nil), y.GetData()...)
}

// TestUnsignedProductsChangeNoBit: int8 models as any backend opens them give the same bits with unsigned products asked for. Where others
// are exact this shows that the slower way is as good as they are; where they are not, that backends take the slower way.
func TestUnsignedProductsChangeNoBit(t *testing.T) {
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		m, err := profile.Write(t.Context(), t.TempDir(), drawn.Tiny, models.PrecisionInt8, s)
		if err != nil {
			t.Fatal(err)
		}
		asEver, unsigned := openWith(t, Options{Manifest: m}), openWith(t, Options{Manifest: m, unsigned: true})
		frame := m.Models[0].PassageFrame
		rows := [][]int32{make([]int32, min(m.Models[0].Window, longestTiny)-frame.Len()), {7, 8, 9}}
		for i := range rows[0] {
			rows[0][i] = int32(5 + 31*i%90)
		}
		batches := map[string]*batch.Batch{"texts": batch.OfIDs(batch.Passage, batch.Frame(frame), rows)}
		if d := m.Models[0].Image; d != nil {
			batches["images"] = batch.OfImages(batch.Passage, drawImages(2, d.Size, 3))
		}
		for what, in := range batches {
			want, err := asEver.Embed(t.Context(), s, in)
			if err != nil {
				t.Fatal(err)
			}
			got, err := unsigned.Embed(t.Context(), s, in)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%v, %s: other bits", s, what)
			}
		}
	}
}
