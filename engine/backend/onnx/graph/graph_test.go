package graph

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
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

// TestOpset: the requested version is in the file's list of operator sets.
func TestOpset(t *testing.T) {
	got := hex.EncodeToString((&Graph{Opset: 18}).Bytes())
	if !strings.Contains(got, "42040a001012") || strings.Contains(got, "42040a001011") {
		t.Errorf("file is %s, want the standard operators of version 18", got)
	}
}

// TestExternalBytes pins a weight that is in another file: bfloat16 [2, 3], 12 bytes from 64 of w.safetensors.
func TestExternalBytes(t *testing.T) {
	var g Graph
	g.External("w", BFloat16, External{Location: "w.safetensors", Offset: 64, Length: 12}, 2, 3)
	const want = "3a44" + "2a42" + // model: graph; graph: one weight
		"0802" + "0803" + "1010" + "420177" + // dimensions 2 and 3, type 16, name w
		"6a19" + "0a086c6f636174696f6e" + "120d772e7361666574656e736f7273" + // location = w.safetensors
		"6a0c" + "0a066f6666736574" + "12023634" + // offset = 64
		"6a0c" + "0a066c656e677468" + "12023132" + // length = 12
		"7001" // data_location = EXTERNAL
	if got := hex.EncodeToString(g.Fragment()); got != want {
		t.Errorf("fragment is\n%s, want\n%s", got, want)
	}
}

// TestShapeBytes pins what is said of a tensor between nodes: x, float32 [n, 2].
func TestShapeBytes(t *testing.T) {
	var g Graph
	g.Shape("x", Float, Dims{"n", 2})
	const want = "3a16" + "6a14" + "0a0178" + "120f" + "0a0d08011209" + "0a03" + "12016e" + "0a02" + "0802"
	if got := hex.EncodeToString(g.Fragment()); got != want {
		t.Errorf("fragment is\n%s, want\n%s", got, want)
	}
}

// TestFragmentAddsToAGraph: a graph written in two parts, one behind the other, has the parts of both.
func TestFragmentAddsToAGraph(t *testing.T) {
	var whole, first, second Graph
	for _, g := range []*Graph{&whole, &first} {
		g.Input("x", Float, Dims{"n"})
		g.Output(g.Node("Abs", "y", []string{"x"}), Float, Dims{"n"})
	}
	for _, g := range []*Graph{&whole, &second} {
		g.Output(g.Node("Add", "z", []string{"y", g.Floats("one", []float32{1})}), Float, Dims{"n"})
	}
	joined := fields(t, fields(t, append(first.Bytes(), second.Fragment()...))[7])
	want := fields(t, fields(t, whole.Bytes())[7])
	for number, v := range want {
		if hex.EncodeToString(joined[number]) != hex.EncodeToString(v) {
			t.Errorf("field %d of the graph is %x, want %x", number, joined[number], v)
		}
	}
}

// fields joins the length-delimited values of a message, by number.
func fields(t *testing.T, m []byte) map[uint64][]byte {
	t.Helper()
	out := make(map[uint64][]byte)
	for len(m) > 0 {
		key, n := binary.Uvarint(m)
		value, k := binary.Uvarint(m[n:])
		m = m[n+k:]
		if protowire.Type(key&7) == protowire.BytesType {
			out[key>>3] = append(out[key>>3], m[:value]...)
			m = m[value:]
		}
	}
	return out
}

// TestExternalChecksItsLength: a weight and its bytes that do not fit would show a neighbour's values.
func TestExternalChecksItsLength(t *testing.T) {
	for name, c := range map[string]struct {
		at External
		t  Type
	}{
		"too short":     {External{"f", 0, 20}, Float},
		"of other type": {External{"f", 0, 24}, Float16},
		"before":        {External{"f", -1, 24}, Float},
		"nowhere":       {External{"", 0, 24}, Float},
		"unknown type":  {External{"f", 0, 24}, 11},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v was taken for type %d, shape [2 3]", c.at, c.t)
				}
			}()
			new(Graph).External("w", c.t, c.at, 2, 3)
		})
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
