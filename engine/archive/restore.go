package archive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Verify reads every file of a backup and compares length and hash. The error wraps [ErrDamaged] and names each changed file. A file that cannot be read, because of
// its rights or the disk, ends Verify with an error that does not wrap it.
func Verify(ctx context.Context, dir string, b *Backup, progress Progress) error {
	var damaged []error
	done, total := int64(0), b.Bytes()
	for _, p := range b.Files {
		err := copyPiece(ctx, dir, &p, io.Discard, func(n int64) { progress.report(done+n, total) })
		switch {
		case errors.Is(err, ErrDamaged):
			damaged = append(damaged, err)
		case err != nil:
			return fmt.Errorf("verify backup %s: %w", b.ID, err)
		}
		done += p.Bytes
	}
	if err := errors.Join(damaged...); err != nil {
		return fmt.Errorf("verify backup %s: %w", b.ID, err)
	}
	return nil
}

// Restore writes a backup's files into the folder to, which must be missing or empty. The folder appears when all of it is verified and on the disk; if Restore
// fails nothing is left.
func Restore(ctx context.Context, dir string, b *Backup, to string, progress Progress) error {
	if err := restore(ctx, dir, b, to, progress); err != nil {
		return fmt.Errorf("restore backup %s into %s: %w", b.ID, to, err)
	}
	return nil
}

func restore(ctx context.Context, dir string, b *Backup, to string, progress Progress) error {
	to, err := landing(to)
	if err != nil {
		return err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(to), ".restoring-*")
	if err != nil {
		return err
	}
	if err = fill(ctx, dir, b, fresh, progress); err == nil {
		err = appear(fresh, to)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	return syncFolder(filepath.Dir(to))
}

// landing returns where the folder will appear, behind a link if there is one. It checks now, and not after everything has been copied, that an empty folder
// can be replaced.
func landing(to string) (string, error) {
	to = filepath.Clean(to)
	behind, err := filepath.EvalSymlinks(to)
	if errors.Is(err, os.ErrNotExist) {
		if _, lerr := os.Lstat(to); lerr == nil {
			return "", errors.New("the link leads nowhere: make the folder that it names, or name another")
		}
		return to, os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err != nil {
		return "", err
	}
	entries, err := os.ReadDir(behind)
	if err != nil {
		return "", err
	}
	if len(entries) > 0 {
		return "", fmt.Errorf("the folder is not empty (it holds %s): name another, or move it away first", entries[0].Name())
	}
	if err := os.Remove(behind); err != nil {
		return "", fmt.Errorf("the folder is empty but cannot be replaced, as when a volume is mounted there; name a folder in it or another: %w", err)
	}
	return behind, os.Mkdir(behind, 0o700)
}

// appear renames a folder, replacing an empty one. Only its owner can read it, as when it was created: memories are private.
func appear(fresh, to string) error {
	if err := os.Remove(to); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.Rename(fresh, to)
}

func fill(ctx context.Context, dir string, b *Backup, to string, progress Progress) error {
	done, total := int64(0), b.Bytes()
	for _, p := range b.Files {
		name := filepath.Join(to, filepath.FromSlash(p.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		err := write(filepath.Dir(name), filepath.Base(name), func(w io.Writer) error {
			return copyPiece(ctx, dir, &p, w, func(n int64) { progress.report(done+n, total) })
		})
		if err != nil {
			return err
		}
		done += p.Bytes
	}
	return filepath.WalkDir(to, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		return syncFolder(path)
	})
}

// copyPiece copies a file out of the archive; if it differs from the backup's entry this is an error, although it has been written then. The error wraps [ErrDamaged] if
// the file is missing or changed, and not if it cannot be read: then it may be intact.
func copyPiece(ctx context.Context, dir string, p *Piece, w io.Writer, progress func(int64)) error {
	f, err := os.Open(at(dir, p.SHA256))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s: %w", ErrDamaged, p.Path, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	defer f.Close()
	h := sha256.New()
	n, err := copied(ctx, io.MultiWriter(w, h), f, progress)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	if got := hex.EncodeToString(h.Sum(nil)); n != p.Bytes || got != p.SHA256 {
		return fmt.Errorf("%w: %s has %d bytes with the hash %s, and should have %d with %s (%s)", ErrDamaged, p.Path, n, got, p.Bytes, p.SHA256, f.Name())
	}
	return nil
}
