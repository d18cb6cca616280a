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

// maxFrontMatter is how much a file can have beside its text.
const maxFrontMatter = 64 << 10

// found is a file of the folder as it was read.
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
	conflicts []string          // files that keep the losing side of a conflict
	empty     map[string]*found // files without a text and an id, by path; see [folder.emptied]
}

// scan reads the Markdown files of a folder and the folders in it. Names that begin with a dot are left out (.git, .obsidian, .trash), and so is what is no regular file, such
// as a symbolic link: it may lead out of the folder.
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

// noText says what to do with a file of a memory that is empty.
const noText = "it has no text; delete the file to forget the memory"

// emptied takes files into account that were a memory's and have nothing in them now, such as one that an editor was stopped at: they are there, and what they were to say is not
// known. An empty one whose memory has another file now is left out as all are.
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

// read reads one file; nil when it went away meanwhile.
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
