// Package python answers: what do PyTorch and sentence-transformers take for the same work? It holds the scripts that bench/gpu runs beside our own models, and writes
// them where Python finds them. They are measured on the very weights and rows that ours are.
package python

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed *.py
var scripts embed.FS

// script is the program that is run.
const script = "peer.py"

// Write puts the scripts into a folder that exists and returns the path of the program.
func Write(dir string) (string, error) {
	entries, err := fs.ReadDir(scripts, ".")
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		text, err := scripts.ReadFile(e.Name())
		if err = errors.Join(err, os.WriteFile(filepath.Join(dir, e.Name()), text, 0o644)); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, script), nil
}
