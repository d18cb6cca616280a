package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Progress is told, after every piece read, which file is being checked and how many of all the bytes are done.
type Progress func(file string, done, total int64)

// Verify compares every model and tokenizer with its recorded SHA-256. It checks all files before it answers, so
// one error names every bad one. progress may be nil.
func (m *Manifest) Verify(ctx context.Context, progress Progress) error {
	files := m.files()
	var total, done int64
	for _, f := range files {
		if st, err := os.Stat(m.Path(f)); err == nil {
			total += st.Size()
		}
	}
	var bad []error
	for _, f := range files {
		err := m.VerifyFile(ctx, f, func(n int64) {
			done += n
			if progress != nil {
				progress(f.File, done, total)
			}
		})
		if ctx.Err() != nil {
			return fmt.Errorf("verify models in %s: %w", m.Dir, ctx.Err())
		}
		if err != nil {
			bad = append(bad, err)
		}
	}
	return errors.Join(bad...)
}

// files lists every file once, tokenizers first, in a fixed order.
func (m *Manifest) files() []File {
	var out []File
	add := func(f File) {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.Tokenizers)) {
		add(m.Tokenizers[name])
	}
	for i := range m.Models {
		add(m.Models[i].File)
	}
	return out
}

// VerifyFile compares one file with its recorded SHA-256; read, when not nil, is told the bytes of every piece.
func (m *Manifest) VerifyFile(ctx context.Context, f File, read func(n int64)) error {
	sum, err := m.sum(ctx, f, read)
	if err != nil {
		return fmt.Errorf("verify model file %s: %w; %s", m.Path(f), err, m.wayOut())
	}
	if sum != f.SHA256 {
		return fmt.Errorf("verify model file %s: sha256 is %s, the manifest wants %s: the file is damaged or of another version; %s",
			m.Path(f), sum, f.SHA256, m.wayOut())
	}
	return nil
}

func (m *Manifest) sum(ctx context.Context, f File, read func(int64)) (string, error) {
	// A Root does not follow links out of the folder.
	root, err := os.OpenRoot(m.Dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	file, err := root.Open(filepath.FromSlash(f.File))
	if err != nil {
		return "", err
	}
	defer file.Close()
	h, buf := sha256.New(), make([]byte, 1<<18)
	for {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		n, err := file.Read(buf)
		h.Write(buf[:n])
		if read != nil && n > 0 {
			read(int64(n))
		}
		if err == io.EOF {
			return hex.EncodeToString(h.Sum(nil)), nil
		}
		if err != nil {
			return "", err
		}
	}
}

// wayOut says how to get good files again.
func (m *Manifest) wayOut() string {
	if m.Profile == "compact" {
		return "restore the folder models/compact from the repository, or name a good copy with --models or $ASTERISM_MODELS"
	}
	return fmt.Sprintf("fetch the %s profile again, or name a good copy with --models or $ASTERISM_MODELS", m.Profile)
}
