package drawn

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"asterism/models"
)

// Write writes the model of a space into dir, which is made, in the layout of its repository on the hub.
func Write(dir string, s models.Space, size Size, seed uint64) error {
	spec, err := Describe(s, size)
	if err != nil {
		return err
	}
	return spec.Write(dir, seed)
}

// Write writes the files of the model into dir, which is made: config.json, tokenizer.json, the weights, and what else
// the repository has that tells how to use them. The same description and seed give the same bytes.
func (s *Spec) Write(dir string, seed uint64) error {
	if err := s.check(); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make model: %w", err)
	}
	if err := s.writeWeights(dir, seed); err != nil {
		return err
	}
	if s.ONNX {
		if err := s.WriteONNX(filepath.Join(dir, "onnx"), seed); err != nil {
			return err
		}
	}
	for name, content := range s.texts() {
		if err := writeJSON(filepath.Join(dir, name), content); err != nil {
			return err
		}
	}
	return nil
}

func writeJSON(path string, v any) error {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	return os.WriteFile(path, append(b, '\n'), 0o644)
}
