package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// module is one step of a sentence-transformers model, as modules.json lists them.
type module struct {
	Path string `json:"path"`
	Type string `json:"type"`
}

// optional reads a JSON file of the repository into v; false when there is none.
func (j *job) optional(name string, v any) (bool, error) {
	data, err := readSmall(filepath.Join(j.opt.Dir, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return false, fmt.Errorf("read %s: %w", name, err)
	}
	return true, nil
}

// checkModules compares modules.json, where there is one, with how the space's vectors are made: the transformer, a
// pooling of the given way ("mean_tokens", "lasttoken", …; "" where the graph has a head of its own), and perhaps a
// normalisation, which every dense space has anyway. Any other step would change the vectors and is refused.
func (j *job) checkModules(pooling string) error {
	var all []module
	if _, err := j.optional("modules.json", &all); err != nil {
		return err
	}
	for _, m := range all {
		var err error
		switch kind := m.Type[strings.LastIndexByte(m.Type, '.')+1:]; kind {
		case "Transformer", "MLMTransformer", "Normalize":
		case "Pooling":
			err = j.checkPooling(m.Path, pooling)
		case "SpladePooling":
			err = j.checkSpladePooling(m.Path, pooling)
		default:
			err = fmt.Errorf("modules.json: step %q is not known", m.Type)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkPooling requires exactly the space's way of pooling.
func (j *job) checkPooling(dir, way string) error {
	name := strings.TrimSuffix(dir, "/") + "/config.json"
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return fmt.Errorf("modules.json: path %q leaves the folder", dir)
	}
	raw := map[string]any{}
	found, err := j.optional(name, &raw)
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("modules.json names %s, which is missing", name)
	}
	var on []string
	for key, v := range raw {
		if mode, ok := strings.CutPrefix(key, "pooling_mode_"); ok && v == true {
			on = append(on, mode)
		}
	}
	slices.Sort(on)
	if !slices.Equal(on, []string{way}) {
		return fmt.Errorf("%s: pooling is %q, but %v is pooled by %q", name, on, j.opt.Space, way)
	}
	return nil
}

func (j *job) checkSpladePooling(dir, way string) error {
	if way != "" {
		return fmt.Errorf("modules.json: pools for a sparse space, but %v is pooled by %q", j.opt.Space, way)
	}
	name := strings.TrimSuffix(dir, "/") + "/config.json"
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return fmt.Errorf("modules.json: path %q leaves the folder", dir)
	}
	raw := struct {
		Strategy   string `json:"pooling_strategy"`
		Activation string `json:"activation_function"`
	}{"max", "relu"}
	if _, err := j.optional(name, &raw); err != nil {
		return err
	}
	if raw.Strategy != "max" || raw.Activation != "relu" {
		return fmt.Errorf("%s: pools by %s over %s, but only max over relu is known here", name, raw.Strategy, raw.Activation)
	}
	return nil
}

// window is the number of tokens that a row may have: what sentence_bert_config.json says, else most, and never more
// than the model's positions.
func (j *job) window(places, most int) (int, error) {
	n := min(places, most)
	var raw struct {
		Length *int `json:"max_seq_length"`
	}
	if _, err := j.optional("sentence_bert_config.json", &raw); err != nil {
		return 0, err
	}
	if raw.Length != nil {
		if *raw.Length < 1 || *raw.Length > places {
			return 0, fmt.Errorf("sentence_bert_config.json: max_seq_length is %d, but the model has %d places", *raw.Length, places)
		}
		n = min(*raw.Length, most)
	}
	return n, nil
}
