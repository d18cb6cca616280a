package drawn

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asterism/engine/token"
	"asterism/models"
)

// learned are the spaces that have a model.
var learned = models.OfOrigin(models.FromModel).Spaces()

func TestWriteGivesTheSameBytes(t *testing.T) {
	for _, s := range learned {
		a, b := t.TempDir(), t.TempDir()
		for _, dir := range []string{a, b} {
			if err := Write(dir, s, Tiny, 7); err != nil {
				t.Fatal(err)
			}
		}
		paths, err := filepath.Glob(filepath.Join(a, "*"))
		if err != nil || len(paths) < 5 {
			t.Fatalf("%v: files %v, error %v", s, paths, err)
		}
		for _, p := range paths {
			if st, err := os.Stat(p); err != nil || st.IsDir() {
				continue
			}
			x, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			y, err := os.ReadFile(filepath.Join(b, filepath.Base(p)))
			if err != nil || !bytes.Equal(x, y) {
				t.Errorf("%v: %s differs when written again (%v)", s, filepath.Base(p), err)
			}
		}
	}
}

// TestTokenizersLoad: the product's own reader takes them, frames a text as the model wants, and gives ids that the
// model has rows for.
func TestTokenizersLoad(t *testing.T) {
	const text = "The query said: 42 cats chased the passage, naïvely."
	for _, size := range []Size{Tiny, Full} {
		for _, s := range learned {
			spec, err := Describe(s, size)
			if err != nil {
				t.Fatal(err)
			}
			content, err := json.Marshal(spec.tokenizer())
			if err != nil {
				t.Fatal(err)
			}
			tok, err := token.Parse(content)
			if err != nil {
				t.Errorf("%v, size %d: %v", s, size, err)
				continue
			}
			want := spec.Vocabulary
			if spec.Family == Nomic {
				want = min(want, bertVocabulary)
			}
			if n := tok.VocabSize(); n != want {
				t.Errorf("%v, size %d: %d tokens, want %d", s, size, n, want)
			}
			ids := tok.Wrap(nil, tok.Encode(nil, text))
			frame := 2
			if spec.Family == Qwen2 {
				frame = 1
			}
			if tok.Frame() != frame {
				t.Errorf("%v: %d tokens frame a text, want %d", s, tok.Frame(), frame)
			}
			if distinct := countDistinct(ids); len(ids) > 60 || distinct < 8 || int(slices.Max(ids)) >= spec.Vocabulary {
				t.Errorf("%v, size %d: %d ids, %d of them distinct, for %q", s, size, len(ids), distinct, text)
			}
		}
	}
}

func countDistinct(ids []int32) int {
	seen := map[int32]bool{}
	for _, id := range ids {
		seen[id] = true
	}
	return len(seen)
}

// TestShardsHoldTheSameWeights: whatever the shards and the order, a weight's bytes are the same.
func TestShardsHoldTheSameWeights(t *testing.T) {
	spec, err := Describe(models.Code, Tiny)
	if err != nil {
		t.Fatal(err)
	}
	whole, cut := t.TempDir(), t.TempDir()
	if err := spec.Write(whole, 1); err != nil {
		t.Fatal(err)
	}
	spec.Shards = 3
	if err := spec.Write(cut, 1); err != nil {
		t.Fatal(err)
	}
	var index struct {
		WeightMap map[string]string `json:"weight_map"`
	}
	text, err := os.ReadFile(filepath.Join(cut, "model.safetensors.index.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &index); err != nil {
		t.Fatal(err)
	}
	one := tensorsOf(t, filepath.Join(whole, "model.safetensors"))
	files := map[string]map[string][]byte{}
	for name, file := range index.WeightMap {
		if files[file] == nil {
			files[file] = tensorsOf(t, filepath.Join(cut, file))
		}
		if !bytes.Equal(files[file][name], one[name]) {
			t.Errorf("%s in %s is another than in one file", name, file)
		}
	}
	if len(files) != 3 || len(index.WeightMap) != len(one) {
		t.Errorf("%d tensors in %d shards, want %d in 3", len(index.WeightMap), len(files), len(one))
	}
}

// tensorsOf reads the bytes of every tensor of a safetensors file.
func tensorsOf(t *testing.T, path string) map[string][]byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n := int(data[0]) | int(data[1])<<8 | int(data[2])<<16
	var header map[string]span
	if err := json.Unmarshal(data[8:8+n], &header); err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for name, p := range header {
		if name != "__metadata__" {
			out[name] = data[8+n:][p.Offsets[0]:p.Offsets[1]]
		}
	}
	return out
}

func TestWriteRefuses(t *testing.T) {
	if err := Write(t.TempDir(), models.HDC, Tiny, 1); err == nil {
		t.Error("a model was written for a space of arithmetic")
	}
	for name, c := range map[string]struct {
		space  models.Space
		change func(*Spec)
	}{
		"no layers":      {models.Graph, func(s *Spec) { s.Layers = 0 }},
		"uneven heads":   {models.Graph, func(s *Spec) { s.Heads = 7 }},
		"unshared keys":  {models.Code, func(s *Spec) { s.KVHeads = 5 }},
		"cut patches":    {models.Multimodal, func(s *Spec) { s.Image.Patch = 13 }},
		"unknown type":   {models.Graph, func(s *Spec) { s.DType = "F64" }},
		"no shards":      {models.Graph, func(s *Spec) { s.Shards = 0 }},
		"unknown family": {models.Graph, func(s *Spec) { s.Family = "T5Model" }},
	} {
		spec, err := Describe(c.space, Tiny)
		if err != nil {
			t.Fatal(err)
		}
		c.change(&spec)
		if err := spec.Write(t.TempDir(), 1); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
