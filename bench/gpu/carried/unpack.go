package carried

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/google/renameio/v2"
	"github.com/ulikunitz/xz"

	"asterism/engine/caught"
)

// Unpack restores a folder's files, unless all of them are there already. Each is written whole or not at all.
func Unpack(ctx context.Context, to, from string) error {
	b, err := os.ReadFile(filepath.Join(from, list))
	if err != nil {
		return err
	}
	files, err := parse(b)
	if err != nil {
		return fmt.Errorf("read %s: %w", filepath.Join(from, list), err)
	}
	if there(to, files) {
		return nil
	}
	all := make([][]byte, len(files))
	group, inner := caught.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range files {
		group.Go(func() (err error) {
			if err := inner.Err(); err != nil {
				return err
			}
			all[i], err = decompressed(filepath.Join(from, packedName(f.Name)), f.Bytes)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	at := map[string][]byte{}
	for i, f := range files {
		if f.Like != "" {
			restore(all[i], at[f.Like], f.Shift)
		}
		if f.Calls {
			absolute(all[i], true)
		}
		if sum := sha256.Sum256(all[i]); hex.EncodeToString(sum[:]) != f.SHA256 {
			return fmt.Errorf("unpack %s: its hash is %x, want %s: the folder was damaged on its way, carry it again", f.Name, sum, f.SHA256)
		}
		at[f.Name] = all[i]
		path := filepath.Join(to, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := renameio.WriteFile(path, all[i], 0o644, renameio.WithTempDir(filepath.Dir(path))); err != nil {
			return err
		}
	}
	return nil
}

// there reports whether all files are in a folder with the right content.
func there(folder string, files []File) bool {
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(f.Name)))
		if sum := sha256.Sum256(b); err != nil || hex.EncodeToString(sum[:]) != f.SHA256 {
			return false
		}
	}
	return true
}

// parse reads a list and refuses one that leads out of the folder, or in which a file is like one that does not come before it.
func parse(b []byte) (files []File, err error) {
	if err := json.Unmarshal(b, &files); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, f := range files {
		switch {
		case !filepath.IsLocal(filepath.FromSlash(f.Name)) || seen[f.Name]:
			return nil, fmt.Errorf("the name %q: want names within the folder, each once", f.Name)
		case f.Bytes < 0 || f.Bytes > mostBytes:
			return nil, fmt.Errorf("%s: %d bytes, want 0 to %d", f.Name, f.Bytes, mostBytes)
		case f.Like != "" && !seen[f.Like]:
			return nil, fmt.Errorf("%s: it is like %q, which does not come before it", f.Name, f.Like)
		case f.Like != "" && f.Calls:
			return nil, fmt.Errorf("%s: it is like %q and has calls: one of them is possible", f.Name, f.Like)
		case f.Shift < -mostShift || f.Shift > mostShift:
			return nil, fmt.Errorf("%s: a shift of %d, want -%d to %d", f.Name, f.Shift, mostShift, mostShift)
		}
		seen[f.Name] = true
	}
	return files, nil
}

// decompressed reads so many bytes of a file of xz, no more and no fewer.
func decompressed(path string, bytes int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := xz.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", path, err)
	}
	out, err := io.ReadAll(io.LimitReader(r, int64(bytes)+1))
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", path, err)
	}
	if len(out) != bytes {
		return nil, fmt.Errorf("unpack %s: %d bytes or more came out, want %d", path, len(out), bytes)
	}
	return out, nil
}
