package archive

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Progress is called with the number of bytes processed and the number of all.
type Progress func(done, total int64)

// File is a file to be backed up: From is its path, Path its place in the backed-up folder, with slashes. It must not change meanwhile.
type File struct{ Path, From string }

// Create adds a backup of the files to the archive in dir, which it creates if there is none, and returns the backup when it is on the disk. If it fails or ctx
// ends, the archive has the same backups as before.
func Create(ctx context.Context, dir string, files []File, about About, now time.Time, progress Progress) (*Backup, error) {
	lock, err := claim(dir, true)
	if err != nil {
		return nil, fmt.Errorf("create backup: %w", err)
	}
	defer lock.Close()
	b := &Backup{ID: newID(now), Created: now.UTC(), About: about}
	if err := b.take(ctx, dir, files, progress); err != nil {
		return nil, fmt.Errorf("create backup: %w", err)
	}
	text, err := encode(b)
	if err == nil {
		err = writeInto(filepath.Join(dir, backupsName), b.ID, text)
	}
	if err != nil {
		return nil, fmt.Errorf("create backup: %w", err)
	}
	return b, nil
}

// newID returns a time for people, and random digits that distinguish two backups of one second.
func newID(now time.Time) string {
	var more [2]byte
	_, _ = rand.Read(more[:]) // never fails
	return now.UTC().Format("20060102T150405Z") + "-" + hex.EncodeToString(more[:])
}

// claim locks the archive for writing; with create it creates a missing one.
func claim(dir string, create bool) (*os.File, error) {
	missing := fmt.Errorf("%w: %s holds no archive", ErrNone, dir)
	err := checkFormat(dir, missing)
	if create && errors.Is(err, ErrNone) {
		err = begin(dir)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(fmt.Errorf("%w %s: wait until it is done", ErrBusy, dir), f.Close())
	} // some file systems have no locks
	return f, nil
}

// begin creates an archive in a folder that is missing or empty.
func begin(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if !slices.Contains([]string{filesName, backupsName, lockName}, e.Name()) && !strings.HasPrefix(e.Name(), ".") {
			return fmt.Errorf("%s is no archive and not empty (it holds %s): name a folder of its own", dir, e.Name())
		}
	}
	for _, sub := range []string{filesName, backupsName} {
		if err := makeFolder(filepath.Join(dir, sub)); err != nil {
			return err
		}
	}
	return writeInto(dir, formatName, []byte(formatText)) // last: a folder with this file is an archive
}

// makeFolder creates a folder and its missing parents, with names that survive a power cut.
func makeFolder(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	above := filepath.Dir(dir)
	if above != dir {
		if err := makeFolder(above); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) { // another process may create it at the same time
		return err
	}
	return syncFolder(above)
}

// take copies the files into the archive.
func (b *Backup) take(ctx context.Context, dir string, files []File, progress Progress) error {
	total, done := int64(0), int64(0)
	for _, f := range files {
		info, err := os.Stat(f.From)
		if err != nil {
			return err
		}
		total += info.Size()
	}
	for _, f := range files {
		p, err := keepPiece(ctx, dir, f.From, func(n int64) { progress.report(done+n, total) })
		if err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		p.Path = f.Path
		if err := p.check(); err != nil {
			return err
		}
		done += p.Bytes
		b.Files = append(b.Files, p)
	}
	if err := b.syncFolders(dir); err != nil {
		return err
	}
	slices.SortFunc(b.Files, func(a, b Piece) int { return cmp.Compare(a.Path, b.Path) })
	return nil
}

// syncFolders makes the names of the backup's files survive a power cut, including files of a process that was killed before it had done so.
func (b *Backup) syncFolders(dir string) error {
	done := map[string]bool{}
	for _, p := range b.Files {
		folder := filepath.Dir(at(dir, p.SHA256))
		if done[folder] {
			continue
		}
		done[folder] = true
		if err := syncFolder(folder); err != nil {
			return err
		}
	}
	return syncFolder(filepath.Join(dir, filesName))
}

func (p Progress) report(done, total int64) {
	if p != nil {
		p(done, total)
	}
}

// keepPiece copies a file into the archive under its hash, if it is not there. A new file is read twice, since most of a store's files are not new. So progress, which gets
// the processed bytes of the file, has reached half of them when the hash is known.
func keepPiece(ctx context.Context, dir, from string, progress func(int64)) (Piece, error) {
	f, err := os.Open(from)
	if err != nil {
		return Piece{}, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := copied(ctx, h, f, func(n int64) { progress(n / 2) })
	if err != nil {
		return Piece{}, err
	}
	p := Piece{Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}
	to := at(dir, p.SHA256)
	if info, err := os.Stat(to); err == nil && info.Size() == n {
		progress(n)
		return p, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return p, err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return p, err
	}
	h.Reset()
	err = write(filepath.Dir(to), filepath.Base(to), func(w io.Writer) error {
		_, err := copied(ctx, io.MultiWriter(w, h), f, func(k int64) { progress((n + k) / 2) })
		if err == nil && hex.EncodeToString(h.Sum(nil)) != p.SHA256 {
			err = errors.New("it changed while it was read")
		}
		return err
	})
	return p, err
}

// copied copies, and after every piece checks ctx and reports its progress.
func copied(ctx context.Context, w io.Writer, r io.Reader, progress func(int64)) (n int64, err error) {
	room := make([]byte, 1<<20)
	for {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		k, err := r.Read(room)
		if k > 0 {
			if _, err := w.Write(room[:k]); err != nil {
				return n, err
			}
			n += int64(k)
			progress(n)
		}
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// writeInto writes a small file completely or not at all.
func writeInto(dir, name string, text []byte) error {
	err := write(dir, name, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return err
	}
	return syncFolder(dir)
}

// hiddenName starts the names of files that are being written.
const hiddenName = ".new-"

// write lets fill write a file that appears only when all of it is on the disk. Its name is not synced: the caller syncs the folder once for all files
// in it.
func write(dir, name string, fill func(io.Writer) error) error {
	f, err := os.CreateTemp(dir, hiddenName+"*")
	if err != nil {
		return err
	}
	if err = fill(f); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// syncFolder makes renames in a folder survive a power cut.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
