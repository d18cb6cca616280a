package convert

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"asterism/models"

	"github.com/google/renameio/v2"
)

// tokenizerName is the tokenizer of a repository.
const tokenizerName = "tokenizer.json"

// WriteManifest writes ROOT/manifest.json, after all the checks of reading it. It leaves either the whole new file or
// the old one.
func WriteManifest(root, profile string, tokenizers map[string]models.File, all []models.Model) error {
	data, err := (&models.Manifest{Profile: profile, Tokenizers: tokenizers, Models: all}).Encode()
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(root, models.ManifestName), data)
}

// Tokenizer describes DIR/tokenizer.json for the manifest's list of tokenizers. Files of equal content have one key, so a
// text is tokenised once for all the models that share one.
func Tokenizer(root, dir string) (key string, f models.File, err error) {
	path := filepath.Join(dir, tokenizerName)
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return "", models.File{}, fmt.Errorf("describe tokenizer: %w", err)
	}
	if f, err = hashFile(context.Background(), path, filepath.ToSlash(rel)); err != nil {
		return "", models.File{}, fmt.Errorf("describe tokenizer: %w", err)
	}
	return "tokenizer-" + f.SHA256[:16], f, nil
}

// hashFile describes the file at path under the name it has in the profile.
func hashFile(ctx context.Context, path, name string) (models.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return models.File{}, err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, readerUntil{ctx, f})
	if err != nil {
		return models.File{}, fmt.Errorf("hash %s: %w", path, err)
	}
	return models.File{File: name, SHA256: hex.EncodeToString(sum.Sum(nil)), Bytes: n}, nil
}

// readerUntil reads until its context ends.
type readerUntil struct {
	ctx context.Context
	r   io.Reader
}

func (r readerUntil) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// writeFile writes data to path, whole or not at all, also across a power cut.
func writeFile(path string, data []byte) error {
	err := renameio.WriteFile(path, data, filePerm, renameio.WithTempDir(filepath.Dir(path)), renameio.WithStaticPermissions(filePerm))
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// filePerm are the permissions of a conversion's files: everyone may read them.
const filePerm = 0o644
