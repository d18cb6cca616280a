package convert

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"asterism/models"
)

// TestScalesHaveNamedSizes: the graph declares how many numbers every scale has; without it large int8 models start slowly.
// What is worked on row by row has another number than what is worked on token by token.
func TestScalesHaveNamedSizes(t *testing.T) {
	for s, want := range map[models.Space][]string{
		models.Graph:      {packedVectors},
		models.Multimodal: {rowVectors, packedVectors},
	} {
		m := makeTiny(t, s, models.PrecisionInt8, nil)
		data, err := os.ReadFile(filepath.Join(filepath.Dir(m.dir), filepath.FromSlash(m.model.File.File)))
		if err != nil {
			t.Fatal(err)
		}
		reduced, sizes := reductions(t, data)
		found := map[string]bool{}
		for _, name := range reduced {
			if sizes[name] == "" {
				t.Errorf("%v: the runtime does not know the size of %s", s, name)
			}
			found[sizes[name]] = true
		}
		if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, want) {
			t.Errorf("%v: %d scales have the sizes %q, want %q", s, len(reduced), got, want)
		}
	}
}

// reductions are the tensors that ReduceMax and ReduceMin give, and the names of the first dimensions of all tensors that have some.
func reductions(t *testing.T, data []byte) (reduced []string, sizes map[string]string) {
	t.Helper()
	w := &wire{r: bytes.NewReader(data), size: int64(len(data))}
	text := func(f field) string {
		s, err := w.text(f)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	each := func(s span, number protowire.Number, do func(field)) {
		t.Helper()
		err := w.fields(s, func(f field) error {
			if f.number == number {
				do(f)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	sizes = map[string]string{}
	each(span{0, w.size}, 7, func(g field) { // graph
		each(g.body, 1, func(node field) {
			each(node.body, 4, func(op field) {
				if kind := text(op); kind == "ReduceMax" || kind == "ReduceMin" {
					each(node.body, 2, func(output field) { reduced = append(reduced, text(output)) })
				}
			})
		})
		each(g.body, 13, func(info field) { // value_info: name, and type, tensor_type, shape, dim, dim_param
			name := ""
			each(info.body, 1, func(f field) { name = text(f) })
			each(info.body, 2, func(typ field) {
				each(typ.body, 1, func(tensor field) {
					each(tensor.body, 2, func(shape field) {
						each(shape.body, 1, func(dim field) {
							each(dim.body, 2, func(param field) { sizes[name] = text(param) })
						})
					})
				})
			})
		})
	})
	return reduced, sizes
}
