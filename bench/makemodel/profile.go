package makemodel

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"asterism/models"
)

// WriteProfile writes an encoder as the one model of a profile into dir and returns its manifest, ready for the onnx
// backend. The space must be dense and as wide as c.Hidden: E8 or E11 for MiniLM. The tokenizer it names is an empty
// JSON object, for such a model is fed with ids that are drawn, not read from texts.
func WriteProfile(dir string, s models.Space, c Config) (*models.Manifest, error) {
	if info := s.Info(); info.Kind != models.Dense || info.Width != c.Hidden {
		return nil, fmt.Errorf("write profile: %v is no dense space of width %d", s, c.Hidden)
	}
	data, err := BERT(c)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"model.onnx": data, "tokenizer.json": []byte("{}")}
	entry := func(name string) map[string]any {
		sum := sha256.Sum256(files[name])
		return map[string]any{"file": name, "sha256": hex.EncodeToString(sum[:]), "bytes": len(files[name])}
	}
	model := entry("model.onnx")
	for k, v := range map[string]any{"space": s.Code(), "tokenizer": "none", "window": c.MaxTokens, "overlap": 0,
		"outputs": models.OutputNames(models.Dense)} {
		model[k] = v
	}
	files[models.ManifestName], err = json.Marshal(map[string]any{"profile": "random", "version": models.ManifestVersion,
		"tokenizers": map[string]any{"none": entry("tokenizer.json")}, "models": []any{model}})
	if err != nil {
		return nil, fmt.Errorf("write profile: %w", err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return nil, fmt.Errorf("write profile: %w", err)
		}
	}
	return models.LoadManifest(dir)
}
