package cuda

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asterism/engine/batch"
	"asterism/models"
	"asterism/models/drawn/reference"
)

// TestDirected: the words of a direction stand behind the frame's tokens, also where a text ends before them, and the places count as if it did not.
func TestDirected(t *testing.T) {
	n := &nomic{at: 2}
	for name, c := range map[string]struct{ ids, own, places []int32 }{
		"longer":  {[]int32{1, 2, 3}, []int32{1, 2, 8, 9, 3}, []int32{0, 1, 2, 3, 4}},
		"as long": {[]int32{1, 2}, []int32{1, 2, 8, 9}, []int32{0, 1, 2, 3}},
		"shorter": {[]int32{1}, []int32{1, 8, 9}, []int32{0, 2, 3}},
	} {
		own, places := n.directed(c.ids, []int32{8, 9})
		if !slices.Equal(own, c.own) || !slices.Equal(places, c.places) {
			t.Errorf("%s: tokens %v at %v, want %v at %v", name, own, places, c.own, c.places)
		}
	}
}

// writeHeads writes the user's own matrices, drawn, and returns their numbers.
func writeHeads(t *testing.T, dir string, width int) (numbers [2][]float32) {
	t.Helper()
	header := map[string]any{}
	var data []byte
	r := rand.New(rand.NewPCG(7, 7))
	for i, name := range []string{"cause.weight", "effect.weight"} {
		from := len(data)
		for range width * width {
			v := float32(r.NormFloat64() / math.Sqrt(float64(width)))
			numbers[i] = append(numbers[i], v)
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
		header[name] = map[string]any{"dtype": "F32", "shape": []int{width, width}, "data_offsets": []int{from, len(data)}}
	}
	text, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	for len(text)%8 != 0 {
		text = append(text, ' ')
	}
	file := append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...)
	if err := os.WriteFile(filepath.Join(dir, headsName), append(file, data...), 0o644); err != nil {
		t.Fatal(err)
	}
	return numbers
}

// TestOwnHeads: where the user has trained a matrix for each direction, both are applied, each to its own.
func TestOwnHeads(t *testing.T) {
	p := pullChanged(t, models.Causal, t.TempDir(), oneLayerIfWide)
	b := newBench(t)
	plain := b.load(p).(*nomic)
	heads := writeHeads(t, p.dir, plain.hidden)
	n := b.load(p).(*nomic)
	in := drawRows(rand.New(rand.NewPCG(8, 8)), p, batch.Passage, 4, 9)
	l, err := n.lay(in, []int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	if !l.pad(l.size().tokens+3, l.size().texts+1) { // the halves are not halves of the texts any more
		t.Fatal("the layout cannot be filled up")
	}
	got := b.walked(n, l, 2)
	ref, err := reference.Open(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	for i := range got {
		want, err := ref.Embed(context.Background(), referenceRows(n, p, batch.Passage, in.Row(i))...)
		if err != nil {
			t.Fatal(err)
		}
		for direction, half := range [][]float32{got[i].Dense[:n.hidden], got[i].Dense[n.hidden:]} {
			rotated := make([]float64, n.hidden)
			for row := range rotated {
				for k, x := range want[direction].Dense {
					rotated[row] += x * float64(heads[direction][row*n.hidden+k])
				}
			}
			if c := cosine(half, rotated); !(c >= 0.999) {
				t.Errorf("row %d, direction %d: cosine with the reference is %v, want at least 0.999", i, direction, c)
			}
		}
	}
}
