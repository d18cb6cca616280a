package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// sums writes SHA256SUMS over everything else, in the form that sha256sum -c reads, and prints what was made.
func (r *Release) sums() error {
	entries, err := os.ReadDir(r.Out) // by name
	if err != nil {
		return fmt.Errorf("list the release: %w", err)
	}
	var text strings.Builder
	for _, e := range entries {
		sum, size, err := digest(filepath.Join(r.Out, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%s  %s\n", sum, e.Name())
		fmt.Printf("%7.1f MB  %s\n", float64(size)/1e6, e.Name())
	}
	if err := os.WriteFile(filepath.Join(r.Out, "SHA256SUMS"), []byte(text.String()), 0o644); err != nil {
		return fmt.Errorf("write SHA256SUMS: %w", err)
	}
	return nil
}

// digest is the SHA-256 of a file in hex, and its size in bytes.
func digest(name string) (string, int64, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return "", 0, fmt.Errorf("read %s: %w", name, err)
	}
	return fmt.Sprintf("%x", h.Sum(nil)), n, nil
}
