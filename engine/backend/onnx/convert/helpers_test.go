package convert

import (
	"encoding/binary"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asterism/engine/token"
)

// runRows is embed with all outputs, whole.
func (s *session) runRows(t testing.TB, rows [][]int32) [][]float32 {
	t.Helper()
	length := 0
	for _, r := range rows {
		length = max(length, len(r))
	}
	ids, mask := make([]int64, len(rows)*length), make([]int64, len(rows)*length)
	for i, r := range rows {
		for k, id := range r {
			ids[i*length+k], mask[i*length+k] = int64(id), 1
		}
	}
	return s.run(t, tensorOf(t, ids, len(rows), length), tensorOf(t, mask, len(rows), length))
}

func loadTokenizer(t testing.TB, dir string) *token.Tokenizer {
	t.Helper()
	tok, err := token.Load(filepath.Join(dir, tokenizerName))
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// writeTensors writes a .safetensors file of float32 tensors of one shape.
func writeTensors(t testing.TB, path string, tensors map[string][]float32, shape ...int) {
	t.Helper()
	header, body := map[string]any{}, []byte{}
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		data := floatBytes(tensors[name])
		header[name] = map[string]any{"dtype": "F32", "shape": shape, "data_offsets": []int{len(body), len(body) + len(data)}}
		body = append(body, data...)
	}
	text, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	file := append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...)
	if err := os.WriteFile(path, append(file, body...), 0o644); err != nil {
		t.Fatal(err)
	}
}

// changeJSON changes one JSON file of a repository.
func changeJSON(t testing.TB, path string, change func(map[string]any)) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	v := map[string]any{}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	change(v)
	if data, err = json.Marshal(v); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
