package archive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Verify reads every file of a backup and compares length and hash. The error wraps [ErrDamaged] and names each file that is not as it was.
func Verify(ctx context.Context, dir string, b *Backup, progress Progress) error {
	var damaged []error
	done, total := int64(0), b.Bytes()
	for _, p := range b.Files {
		err := bring(ctx, dir, &p, io.Discard, func(n int64) { progress.tell(done+n, total) })
		if ctx.Err() != nil {
			return fmt.Errorf("verify backup %s: %w", b.ID, ctx.Err())
		}
		if err != nil {
			damaged = append(damaged, err)
		}
		done += p.Bytes
	}
	if err := errors.Join(damaged...); err != nil {
		return fmt.Errorf("%w: verify backup %s: %w", ErrDamaged, b.ID, err)
	}
	return nil
}

// Restore writes a backup's files into the folder to, which must not be there, or empty. It is there when all of it is, verified and on the disk; when Restore fails
// nothing is left.
func Restore(ctx context.Context, dir string, b *Backup, to string, progress Progress) error {
	if err := restore(ctx, dir, b, to, progress); err != nil {
		return fmt.Errorf("restore backup %s into %s: %w", b.ID, to, err)
	}
	return nil
}

func restore(ctx context.Context, dir string, b *Backup, to string, progress Progress) error {
	if entries, err := os.ReadDir(to); err == nil && len(entries) > 0 {
		return fmt.Errorf("the folder is not empty (it holds %s): name another, or move it away first", entries[0].Name())
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	to = filepath.Clean(to)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
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

// appear gives a folder its name, which an empty one may have.
func appear(fresh, to string) error {
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	if err := os.Remove(to); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.Rename(fresh, to)
}

func fill(ctx context.Context, dir string, b *Backup, to string, progress Progress) error {
	done, total := int64(0), b.Bytes()
	for _, p := range b.Files {
		name := filepath.Join(to, filepath.FromSlash(p.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		err := write(filepath.Dir(name), filepath.Base(name), func(w io.Writer) error {
			return bring(ctx, dir, &p, w, func(n int64) { progress.tell(done+n, total) })
		})
		if err != nil {
			return err
		}
		done += p.Bytes
	}
	return nil
}

// bring copies a file out of the archive; what is not as the backup says is an error, though it has been written then.
func bring(ctx context.Context, dir string, p *Piece, w io.Writer, progress func(int64)) error {
	f, err := os.Open(at(dir, p.SHA256))
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrDamaged, p.Path, err)
	}
	defer f.Close()
	h := sha256.New()
	n, err := copied(ctx, io.MultiWriter(w, h), f, progress)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	if got := hex.EncodeToString(h.Sum(nil)); n != p.Bytes || got != p.SHA256 {
		return fmt.Errorf("%w: %s has %d bytes with the hash %s, and should have %d with %s", ErrDamaged, p.Path, n, got, p.Bytes, p.SHA256)
	}
	return nil
}
