package hub

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"asterism/models"
)

// LockName is the file of a pulled profile that pins what was fetched. It is written last.
const LockName = "lock.json"

// lockVersion is the version of lock.json that is written and read; maxLock bounds it.
const (
	lockVersion = 1
	maxLock     = 4 << 20
)

// Lock is the content of lock.json.
type Lock struct {
	Version  int            `json:"version"`
	Profile  string         `json:"profile"`
	Manifest string         `json:"manifest_sha256"` // of manifest.json, which pins the files made from those below
	Spaces   map[string]Pin `json:"spaces"`          // by code, "E1"
}

// Pin is where a space's files came from and what they are.
type Pin struct {
	Repo      string       `json:"repo"`
	Revision  string       `json:"revision,omitempty"` // empty: a folder that did not say
	Licence   string       `json:"licence"`
	Precision string       `json:"precision"`
	Files     []PinnedFile `json:"files"`           // of the repository
	Heads     *PinnedFile  `json:"heads,omitempty"` // heads of the operator's own
}

// PinnedFile is a file in the space's folder.
type PinnedFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// HeadsName is the place of heads in a space's folder.
const HeadsName = "heads.safetensors"

// all is the files of the repository and the heads.
func (p *Pin) all() []PinnedFile {
	if p.Heads == nil {
		return p.Files
	}
	return append(slices.Clip(p.Files), *p.Heads)
}

// Bytes is what the files take together.
func (p *Pin) Bytes() (n int64) {
	for _, f := range p.all() {
		n += f.Bytes
	}
	return n
}

// file finds what is pinned for a path.
func (p *Pin) file(path string) (PinnedFile, bool) {
	for _, f := range p.Files {
		if f.Path == path {
			return f, true
		}
	}
	return PinnedFile{}, false
}

// ReadLock reads DIR/lock.json. Where there is none the error is fs.ErrNotExist.
func ReadLock(dir string) (*Lock, error) {
	f, err := os.Open(filepath.Join(dir, LockName))
	if err != nil {
		return nil, fmt.Errorf("read lock: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxLock+1))
	if err != nil {
		return nil, fmt.Errorf("read lock: %w", err)
	}
	if len(data) > maxLock {
		return nil, fmt.Errorf("read lock %s: over the limit of %d bytes; this is no lock", f.Name(), maxLock)
	}
	l, err := parseLock(data)
	if err != nil {
		return nil, fmt.Errorf("read lock %s: %w; if it is damaged, delete the folder %s and pull again", f.Name(), err, dir)
	}
	return l, nil
}

// parseLock reads a lock from its JSON text. Unknown fields are errors: a pin that is not understood pins nothing.
func parseLock(data []byte) (*Lock, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	l := &Lock{}
	if err := dec.Decode(l); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, errors.New("text follows the document")
	}
	if l.Version != lockVersion {
		return nil, fmt.Errorf("version %d, but this program reads version %d", l.Version, lockVersion)
	}
	if !hex64.MatchString(l.Manifest) {
		return nil, fmt.Errorf("manifest_sha256 %q is not 64 lower-case hexadecimal digits", l.Manifest)
	}
	for code, pin := range l.Spaces {
		s, err := models.ParseSpace(code)
		if err != nil || s.Code() != code {
			return nil, fmt.Errorf("space %q: want a code such as E1", code)
		}
		if err := pin.check(); err != nil {
			return nil, fmt.Errorf("space %s: %w", code, err)
		}
	}
	return l, nil
}

func (p *Pin) check() error {
	if err := checkRepo(p.Repo); err != nil {
		return err
	}
	if len(p.Files) == 0 {
		return errors.New("no files are pinned")
	}
	seen := map[string]bool{}
	for _, f := range p.all() {
		if err := (File{Path: f.Path, Bytes: f.Bytes, SHA256: f.SHA256}).check(); err != nil {
			return err
		}
		if f.SHA256 == "" || f.Bytes < 0 || seen[f.Path] {
			return fmt.Errorf("file %s: want its sha256 and size, once", f.Path)
		}
		seen[f.Path] = true
	}
	return nil
}

// Set is the spaces that are pinned.
func (l *Lock) Set() (s models.Set) {
	for code := range l.Spaces {
		if v, err := models.ParseSpace(code); err == nil {
			s = s.With(v)
		}
	}
	return s
}

// write puts the lock into a folder, whole or not at all.
func (l *Lock) write(dir string) error {
	data, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return fmt.Errorf("write lock: %w", err)
	}
	if err := writeFile(filepath.Join(dir, LockName), append(data, '\n')); err != nil {
		return fmt.Errorf("write lock: %w", err)
	}
	return nil
}
