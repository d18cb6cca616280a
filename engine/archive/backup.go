package archive

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Errors that callers can tell apart.
var (
	ErrNone    = errors.New("there is no such backup")
	ErrDamaged = errors.New("the backup is damaged")
	ErrNewer   = errors.New("the archive has a newer format than this program")
	ErrBusy    = errors.New("another process writes to the archive")
)

// About describes a backup, for people and for searching.
type About struct {
	Version  string `json:"version"`           // of the program that created it
	Profile  string `json:"profile"`           // of the models of its vectors
	Memories int    `json:"memories"`          // live ones
	Damaged  int    `json:"damaged,omitempty"` // damaged records of the store when it was backed up; they are in the backup
}

// Backup is one backup of an archive.
type Backup struct {
	ID      string    `json:"id"`
	Created time.Time `json:"created"`
	About   About     `json:"about"`
	Files   []Piece   `json:"files"` // ascending by path
}

// Piece is a file of a backup: its path in the folder that was backed up, with slashes, and its content's hash and length.
type Piece struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Bytes returns the total size of the backup's files.
func (b *Backup) Bytes() (sum int64) {
	for _, f := range b.Files {
		sum += f.Bytes
	}
	return sum
}

const (
	formatName  = "ARCHIVE"
	formatText  = "asterism archive, format 1\n"
	lockName    = "LOCK"
	filesName   = "files"
	backupsName = "backups"

	latest = "latest" // instead of an id: the newest backup
)

// checkFormat refuses a folder that is not an archive of ours. missing is the error for a folder without the file.
func checkFormat(dir string, missing error) error {
	text, err := os.ReadFile(filepath.Join(dir, formatName))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return missing
	case err != nil:
		return err
	case string(text) == formatText:
		return nil
	case strings.HasPrefix(string(text), "asterism archive, format "):
		return fmt.Errorf("%w: it is %q", ErrNewer, strings.TrimSpace(string(text)))
	}
	return fmt.Errorf("%s is no archive: its %s says %.60q", dir, formatName, text)
}

// List returns the backups of an archive, oldest first. If one cannot be read, the error wraps [ErrDamaged] and the others are returned
// with it.
func List(dir string) ([]Backup, error) {
	if err := checkFormat(dir, fmt.Errorf("%w: %s holds no archive", ErrNone, dir)); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(filepath.Join(dir, backupsName))
	if err != nil {
		return nil, err
	}
	var out []Backup
	var damaged []error
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		b, err := read(dir, e.Name())
		if errors.Is(err, ErrNone) { // it was removed after the folder was read
			continue
		}
		if err != nil {
			damaged = append(damaged, err)
			continue
		}
		out = append(out, *b)
	}
	slices.SortFunc(out, func(a, b Backup) int { return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) })
	return out, errors.Join(damaged...)
}

// Find returns the backup with an id; for "" or "latest" the newest. The error wraps [ErrDamaged] if a backup that may be the one cannot be
// read.
func Find(dir, id string) (*Backup, error) {
	if id != "" && id != latest {
		if id != filepath.Base(id) || strings.HasPrefix(id, ".") {
			return nil, fmt.Errorf("%w: %q is no id", ErrNone, id)
		}
		if err := checkFormat(dir, fmt.Errorf("%w: %s holds no archive", ErrNone, dir)); err != nil {
			return nil, err
		}
		return read(dir, id)
	}
	all, err := List(dir)
	switch {
	case err != nil && len(all) > 0: // an older one must not be taken for the newest
		return nil, fmt.Errorf("which backup is the newest is not sure, name the one that is meant: %w", err)
	case len(all) == 0:
		return nil, cmp.Or(err, fmt.Errorf("%w: the archive %s is empty", ErrNone, dir))
	}
	return &all[len(all)-1], nil
}

func read(dir, id string) (*Backup, error) {
	data, err := os.ReadFile(filepath.Join(dir, backupsName, id))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s has none with the id %s", ErrNone, dir, id)
	}
	if err != nil {
		return nil, err
	}
	b, err := decode(data)
	if err == nil && b.ID != id {
		err = fmt.Errorf("it calls itself %q", b.ID)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: read backup %s: %w", ErrDamaged, id, err)
	}
	return b, nil
}

// encode returns a backup's text followed by its hash.
func encode(b *Backup) ([]byte, error) {
	text, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return nil, err
	}
	text = append(text, '\n')
	return fmt.Appendf(text, "%x\n", sha256.Sum256(text)), nil
}

// decode reads what encode wrote, and refuses everything else.
func decode(data []byte) (*Backup, error) {
	at := bytes.LastIndexByte(bytes.TrimSuffix(data, []byte("\n")), '\n') + 1
	text, sum := data[:at], strings.TrimSuffix(string(data[at:]), "\n")
	if want := fmt.Sprintf("%x", sha256.Sum256(text)); sum != want {
		return nil, errors.New("its text does not have the hash that is written below it")
	}
	var b Backup
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&b); err != nil {
		return nil, err
	}
	for _, f := range b.Files {
		if err := f.check(); err != nil {
			return nil, err
		}
	}
	return &b, nil
}

// check refuses paths that lead out of a folder, and invalid hashes.
func (p *Piece) check() error {
	if !filepath.IsLocal(filepath.FromSlash(p.Path)) || filepath.ToSlash(filepath.Clean(filepath.FromSlash(p.Path))) != p.Path {
		return fmt.Errorf("path %q is not one within a folder", p.Path)
	}
	if len(p.SHA256) != 2*sha256.Size || strings.Trim(p.SHA256, "0123456789abcdef") != "" || p.Bytes < 0 {
		return fmt.Errorf("%s: hash %q with %d bytes is none", p.Path, p.SHA256, p.Bytes)
	}
	return nil
}

// at returns the path of the file with a hash.
func at(dir, hash string) string { return filepath.Join(dir, filesName, hash[:2], hash) }
