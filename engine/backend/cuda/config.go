package cuda

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"asterism/kernels/cuda"
)

// activationsOf are the names that config.json has for what follows a matrix.
var activationsOf = map[string]cuda.Activation{"gelu": cuda.GELU, "gelu_new": cuda.GELUTanh, "quick_gelu": cuda.QuickGELU}

// readShape reads the sizes of a BERT encoder from a repository's config.json.
func readShape(dir string) (s bertShape, err error) {
	path := filepath.Join(dir, "config.json")
	data, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	c := struct {
		Vocabulary int     `json:"vocab_size"`
		Hidden     int     `json:"hidden_size"`
		Layers     int     `json:"num_hidden_layers"`
		Heads      int     `json:"num_attention_heads"`
		Inner      int     `json:"intermediate_size"`
		Activation string  `json:"hidden_act"`
		Places     int     `json:"max_position_embeddings"`
		Epsilon    float32 `json:"layer_norm_eps"`
	}{Activation: "gelu", Epsilon: 1e-12}
	if err := json.Unmarshal(data, &c); err != nil {
		return s, fmt.Errorf("read %s: %w", path, err)
	}
	f, ok := activationsOf[c.Activation]
	if !ok {
		return s, fmt.Errorf("read %s: no kernel for hidden_act %q", path, c.Activation)
	}
	if min(c.Vocabulary, c.Hidden, c.Layers, c.Heads, c.Inner, c.Places) < 1 {
		return s, fmt.Errorf("read %s: a size is missing or below 1", path)
	}
	return bertShape{c.Vocabulary, c.Hidden, c.Layers, c.Heads, c.Inner, c.Places, c.Epsilon, f}, nil
}
