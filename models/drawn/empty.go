package drawn

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// WriteEmpty writes the files of the model into dir, which is made, as [Spec.Write] does, in one sparse file of weights: it has its full length and takes no space on
// disk, and all weights read as 0. It is for code that only reads sizes and shapes.
func (s *Spec) WriteEmpty(dir string) error {
	if err := s.check(); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make model: %w", err)
	}
	if err := s.writeHole(filepath.Join(dir, "model.safetensors")); err != nil {
		return err
	}
	for name, content := range s.texts() {
		if err := writeJSON(filepath.Join(dir, name), content); err != nil {
			return err
		}
	}
	return nil
}

func (s *Spec) writeHole(path string) (err error) {
	all, err := s.tensors()
	if err != nil {
		return err
	}
	header, err := s.header(all)
	if err != nil {
		return err
	}
	bytes, err := s.Bytes()
	if err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := f.Write(header); err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	if err := f.Truncate(int64(len(header)) + bytes); err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	return nil
}
