package mirror

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"asterism/cmd/asterism/mirror/note"
	"asterism/cmd/asterism/mirror/plan"
	"asterism/engine"
)

// maxFrontMatter is the greatest size of a file without its text.
const maxFrontMatter = 64 << 10

// found is a file of the folder as read.
type found struct {
	path    string // in the folder, with / between the names
	sum     [32]byte
	file    *note.File // nil when it could not be read as one
	changed time.Time
	blocked string
}

// folder is what was found in a folder.
type folder struct {
	files     map[string]*found // by path
	conflicts []string          // files with the losing side of a conflict
	empty     map[string]*found // files without a text and an id, by path; see [folder.emptied]
}

// scan reads the Markdown files of a folder and its subfolders. It leaves out names that begin with a dot (.git, .obsidian, .trash), and everything that is not a regular file, such
// as a symbolic link, which may point out of the folder.
func scan(dir string) (*folder, error) {
	out := &folder{files: map[string]*found{}, empty: map[string]*found{}}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != dir && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || !strings.EqualFold(filepath.Ext(path), ".md"):
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		f, err := read(path)
		if err != nil {
			return err
		}
		if f != nil {
			f.path = filepath.ToSlash(rel)
			out.add(f)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the folder: %w", err)
	}
	return out, nil
}

func (o *folder) add(f *found) {
	switch {
	case f.file != nil && f.file.Conflict:
		o.conflicts = append(o.conflicts, f.path)
	case f.file != nil && f.file.Body == "" && f.file.ID == "":
		o.empty[f.path] = f
	default:
		if f.blocked == "" && f.file.Body == "" {
			f.blocked = noText
		}
		o.files[f.path] = f
	}
}

// noText is the hint for an empty file of a memory.
const noText = "it has no text; delete the file to forget the memory"

// emptied includes files of memories that are empty now, for example because an editor was interrupted: they exist, and their intended content is not known. An empty file whose
// memory now has another file is left out like all empty ones.
func (o *folder) emptied(known []plan.Known) {
	ids := map[string]bool{}
	for _, f := range o.files {
		if f.file != nil {
			ids[f.file.ID] = true
		}
	}
	for _, k := range known {
		if f := o.empty[k.Path]; f != nil && !ids[k.ID] {
			f.blocked = noText
			o.files[f.path] = f
			delete(o.empty, f.path)
		}
	}
}

// read reads one file; nil if it went away meanwhile.
func read(path string) (*found, error) {
	in, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return nil, err
	}
	f := &found{changed: info.ModTime()}
	const most = engine.MaxContentBytes + maxFrontMatter
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, err
	}
	tooLong := func(n int64) string {
		return fmt.Sprintf("it has %d bytes, and a memory at most %d of text: split it, or move it out of the folder (`asterism ingest` cuts long documents)", n, engine.MaxContentBytes)
	}
	if len(text) > most {
		f.blocked = tooLong(info.Size())
		return f, nil
	}
	f.sum = sha256.Sum256(text)
	if f.file, err = note.Parse(text); err != nil {
		f.blocked, f.file = err.Error(), nil
		return f, nil
	}
	if n := len(f.file.Body); n > engine.MaxContentBytes {
		f.blocked = tooLong(int64(n))
	}
	return f, nil
}
