package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Progress is called after every piece read, with the file that is being checked and how many of all the bytes are done.
type Progress func(file string, done, total int64)

// Verify compares every model and tokenizer with its recorded SHA-256. It checks all files before it answers, so
// one error names every bad one. progress may be nil.
func (m *Manifest) Verify(ctx context.Context, progress Progress) error {
	return m.verify(ctx, stamps{}, progress)
}

// VerifyChanged is Verify for every start of a program: a file of 16 MiB or more that has the size and the time of change
// which it had when it was last hashed is not read again. What was hashed is kept in [StampsName] in the profile's folder.
// The compact profile's files are always read.
func (m *Manifest) VerifyChanged(ctx context.Context, progress Progress) error {
	return m.verify(ctx, m.readStamps(), progress)
}

func (m *Manifest) verify(ctx context.Context, known stamps, progress Progress) error {
	root, err := os.OpenRoot(m.Dir) // a Root does not follow links out of the folder
	if err != nil {
		return fmt.Errorf("verify models in %s: %w; %s", m.Dir, err, m.wayOut())
	}
	defer root.Close()
	files, fresh := m.files(), stamps{}
	var unread []File
	var total, done int64
	for _, f := range files {
		if known.has(root, f) {
			fresh[f.File] = known[f.File]
			continue
		}
		unread = append(unread, f)
		if st, err := root.Stat(filepath.FromSlash(f.File)); err == nil {
			total += st.Size()
		}
	}
	var bad []error
	for _, f := range unread {
		seen, err := m.verifyFile(ctx, root, f, func(n int64) {
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
		} else if seen.Size() >= stampBytes && time.Since(seen.ModTime()) >= settled {
			fresh[f.File] = stampOf(f, seen)
		}
	}
	if len(unread) > 0 {
		m.writeStamps(fresh)
	}
	return errors.Join(bad...)
}

// VerifyFiles compares the given files with their recorded SHA-256, without a look at stamps.
func (m *Manifest) VerifyFiles(ctx context.Context, files ...File) error {
	root, err := os.OpenRoot(m.Dir)
	if err != nil {
		return fmt.Errorf("verify models in %s: %w; %s", m.Dir, err, m.wayOut())
	}
	defer root.Close()
	var bad []error
	for _, f := range files {
		if _, err := m.verifyFile(ctx, root, f, func(int64) {}); err != nil {
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
		for _, f := range m.Models[i].Files() {
			add(f)
		}
	}
	return out
}

// verifyFile compares one file with its recorded SHA-256; read is called with the bytes of every piece. seen is the
// file as it was while it was read.
func (m *Manifest) verifyFile(ctx context.Context, root *os.Root, f File, read func(n int64)) (seen fs.FileInfo, err error) {
	sum, seen, err := hashFile(ctx, root, f, read)
	if err != nil {
		return nil, fmt.Errorf("verify model file %s: %w; %s", m.Path(f), err, m.wayOut())
	}
	if sum != f.SHA256 {
		return nil, fmt.Errorf("verify model file %s: sha256 is %s, the manifest wants %s: the file is damaged or of another version; %s",
			m.Path(f), sum, f.SHA256, m.wayOut())
	}
	return seen, nil
}

// hashBuffer is how much of a file is read at a time.
const hashBuffer = 1 << 18

// hashFile returns the SHA-256 of a file, and its size and time before it was read: if it changes meanwhile, their stamp
// does not fit the file afterwards.
func hashFile(ctx context.Context, root *os.Root, f File, read func(int64)) (sum string, seen fs.FileInfo, err error) {
	file, err := root.Open(filepath.FromSlash(f.File))
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	if seen, err = file.Stat(); err != nil {
		return "", nil, err
	}
	h, buf := sha256.New(), make([]byte, hashBuffer)
	for {
		if err := ctx.Err(); err != nil {
			return "", nil, err
		}
		n, err := file.Read(buf)
		h.Write(buf[:n])
		if n > 0 {
			read(int64(n))
		}
		if err == io.EOF {
			return hex.EncodeToString(h.Sum(nil)), seen, nil
		}
		if err != nil {
			return "", nil, err
		}
	}
}

// wayOut returns how to get good files again.
func (m *Manifest) wayOut() string {
	if m.Profile == "compact" {
		return "restore the folder models/compact from the repository, or name a good copy with --models or $ASTERISM_MODELS"
	}
	return fmt.Sprintf("fetch them again with `asterism models pull --profile %s`, or name a good copy with --models or $ASTERISM_MODELS", m.Profile)
}
