package graph

import (
	"encoding/hex"
	"testing"
)

// TestBytes pins the whole file of a one-node graph, checked by hand against onnx.proto. That the runtime reads what
// is written here is tested by every test of the onnx backend.
func TestBytes(t *testing.T) {
	var g Graph
	g.Input("x", Float, Dims{"n", 2})
	g.Output(g.Node("Mul", "y", []string{"x", g.Floats("w", []float32{1, -2}, 2)}, Attr{"k", int64(300)}), Float, Dims{"n", 2})
	const (
		name  = "1208617374657269736d" // field 2: "asterism"
		shape = "0a0d08011209" + "0a03" + "12016e" + "0a02" + "0802"
		want  = "0809" + name + // ir_version 9, producer
			"3a69" + // graph
			"0a1e" + "0a0178" + "0a0177" + "120179" + "1a0179" + "22034d756c" + // node: inputs, output, name, operator
			"2a09" + "0a016b" + "18ac02" + "a00102" + "3a00" + // attribute k = 300 of type INT; standard domain
			name +
			"2a11" + "0802" + "1001" + "420177" + "4a080000803f000000c0" + // weight w, float32 [2]: 1, −2
			"5a14" + "0a0178" + "120f" + shape + // input x, float32 [n, 2]
			"6214" + "0a0179" + "120f" + shape + // output y
			"4204" + "0a00" + "1011" + // standard operators, version 17
			"4211" + "0a0d636f6d2e6d6963726f736f6674" + "1001" // com.microsoft, version 1
	)
	if got := hex.EncodeToString(g.Bytes()); got != want {
		t.Errorf("file is\n%s, want\n%s", got, want)
	}
}

// TestWeightChecksItsShape: a weight with the wrong number of values would make a file that no one can read.
func TestWeightChecksItsShape(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("five values were taken for the shape [2 3]")
		}
	}()
	new(Graph).Floats("w", make([]float32, 5), 2, 3)
}
