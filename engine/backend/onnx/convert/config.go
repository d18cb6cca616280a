package convert

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// maxJSON bounds the small JSON files of a repository.
const maxJSON = 1 << 20

// config is a repository's config.json.
type config struct {
	Type          string   `json:"model_type"`
	Architectures []string `json:"architectures"`
	Quantised     any      `json:"quantization_config"`
	raw           []byte
}

func readConfig(path string) (config, error) {
	var c config
	var err error
	if c.raw, err = readSmall(path); err != nil {
		return c, err
	}
	if err := json.Unmarshal(c.raw, &c); err != nil {
		return c, fmt.Errorf("read %s: %w", path, err)
	}
	if c.Quantised != nil {
		return c, fmt.Errorf("config.json: quantization_config is set, but only weights of floats are known here")
	}
	return c, nil
}

// into reads an architecture's options.
func (c config) into(v any) error {
	if err := json.Unmarshal(c.raw, v); err != nil {
		return fmt.Errorf("read config.json: %w", err)
	}
	return nil
}

// want is one option of config.json that must have the one value that the graph is made for.
type want struct {
	name      string
	got, want any
}

// agree checks options one after another.
func agree(all ...want) error {
	for _, w := range all {
		if w.got != w.want {
			return fmt.Errorf("config.json: %s is %v, but only %v is known here", w.name, w.got, w.want)
		}
	}
	return nil
}

// size is one option of config.json that must be a count.
type size struct {
	name string
	n    int
}

// maxSize is beyond every dimension of the models here, and keeps products of two in bounds.
const maxSize = 1 << 24

func positive(all ...size) error {
	for _, s := range all {
		if s.n < 1 || s.n > maxSize {
			return fmt.Errorf("config.json: %s is %d, want 1 to %d", s.name, s.n, maxSize)
		}
	}
	return nil
}

// readSmall reads a JSON file of at most maxJSON bytes.
func readSmall(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxJSON+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if len(data) > maxJSON {
		return nil, fmt.Errorf("read %s: over the limit of %d bytes", path, maxJSON)
	}
	return data, nil
}

// architectures are the ways to write a graph, by the first of config.json's architectures.
func architectures() map[string]func(*job) error {
	return map[string]func(*job) error{
		"BertModel":        (*job).bertDense,
		"BertForMaskedLM":  (*job).splade,
		"HF_ColBERT":       (*job).colbert,
		"NomicBertModel":   (*job).nomic,
		"Qwen2Model":       (*job).qwen2,
		"Qwen2ForCausalLM": (*job).qwen2,
		"CLIPModel":        (*job).clip,
		xlmRoberta:         (*job).bertDense,
	}
}

// xlmRoberta is BERT except for its tokenizer and where its positions begin.
const xlmRoberta = "XLMRobertaModel"

// onnxArchitectures are those whose repository's own graph is used if it has no other weights.
func onnxArchitectures() map[string]func(*job) error {
	return map[string]func(*job) error{
		"BertModel":        (*job).onnxDense,
		"BertForMaskedLM":  (*job).onnxTerms,
		"NomicBertModel":   (*job).onnxPair,
		"Qwen2Model":       (*job).onnxLast,
		"Qwen2ForCausalLM": (*job).onnxLast,
		"CLIPModel":        (*job).onnxCLIP,
	}
}

func (j *job) architecture() (func(*job) error, error) {
	known := architectures()
	if j.onnx != "" {
		known = onnxArchitectures()
	}
	if len(j.config.Architectures) == 1 {
		if write, ok := known[j.config.Architectures[0]]; ok {
			return write, nil
		}
	}
	names := slices.Sorted(maps.Keys(known))
	only, out := "", ""
	if j.onnx != "" {
		only, out = " where a repository has "+j.onnx+" only", "; pull a repository that has model.safetensors"
	}
	return nil, fmt.Errorf("config.json: architectures %q (model type %q) is not known%s; known are %s%s", j.config.Architectures, j.config.Type, only, strings.Join(names, ", "), out)
}
