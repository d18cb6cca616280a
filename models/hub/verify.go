package hub

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"asterism/models"
)

// Verify hashes every file of a pulled profile that lock.json or the manifest lists, and the manifest itself. One error
// names all that differ, with both digests.
func Verify(ctx context.Context, dir string, tell Progress) error {
	want, err := expected(dir)
	if err != nil {
		return fmt.Errorf("verify models: %w", err)
	}
	var total, done int64
	for _, f := range want {
		total += f.Bytes
	}
	var bad []error
	for _, f := range want {
		err := verifyFile(ctx, dir, f, func(n int64) {
			done += n
			if tell != nil {
				tell("verifying "+f.Path, done, total)
			}
		})
		if ctx.Err() != nil {
			return fmt.Errorf("verify models in %s: %w", dir, ctx.Err())
		}
		if err != nil {
			bad = append(bad, fmt.Errorf("verify models in %s: %w; `asterism models pull` fetches it again", dir, err))
		}
	}
	return errors.Join(bad...)
}

func verifyFile(ctx context.Context, dir string, f File, tell func(int64)) error {
	path := filepath.Join(dir, filepath.FromSlash(f.Path))
	if st, err := os.Lstat(path); err != nil {
		return err
	} else if !st.Mode().IsRegular() {
		return fmt.Errorf("%s is no file", f.Path)
	}
	d := newDigest(f)
	if err := sumFile(ctx, d, path, tell); err != nil {
		return err
	}
	return d.check(f)
}

// Files is how many files [Verify] looks at.
func Files(dir string) (int, error) {
	want, err := expected(dir)
	return len(want), err
}

// expected joins what the lock and the manifest say, each file once. The same file with two digests is an error.
func expected(dir string) ([]File, error) {
	l, err := ReadLock(dir)
	if err != nil {
		return nil, err
	}
	m, err := models.LoadManifest(dir)
	if err != nil {
		return nil, err
	}
	out := map[string]File{models.ManifestName: {Path: models.ManifestName, SHA256: l.Manifest}}
	if st, err := os.Stat(filepath.Join(dir, models.ManifestName)); err == nil {
		out[models.ManifestName] = File{Path: models.ManifestName, SHA256: l.Manifest, Bytes: st.Size()}
	}
	for code, pin := range l.Spaces {
		for _, f := range pin.all() {
			path := code + "/" + f.Path
			out[path] = File{Path: path, SHA256: f.SHA256, Bytes: f.Bytes}
		}
	}
	for _, f := range manifestFiles(m) {
		if have, ok := out[f.File]; ok && have.SHA256 != f.SHA256 {
			return nil, fmt.Errorf("%s: sha256 is %s in %s and %s in %s: one of them was changed by hand; pull the profile again", f.File, have.SHA256, LockName, f.SHA256, models.ManifestName)
		}
		out[f.File] = File{Path: f.File, SHA256: f.SHA256, Bytes: f.Bytes}
	}
	var list []File
	for _, path := range slices.Sorted(maps.Keys(out)) {
		list = append(list, out[path])
	}
	return list, nil
}

// manifestFiles lists every file that a manifest names.
func manifestFiles(m *models.Manifest) (out []models.File) {
	for _, name := range slices.Sorted(maps.Keys(m.Tokenizers)) {
		out = append(out, m.Tokenizers[name])
	}
	for i := range m.Models {
		out = append(out, m.Models[i].Files()...)
	}
	return out
}
