package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"asterism/engine"
	"asterism/engine/chunk"
	"asterism/engine/store"
)

const (
	// mostLooked is how many memories of a namespace, the newest, are looked through for pieces that are outdated.
	mostLooked = 200_000
	// mostAsked is how many documents are asked about one by one, where no folder was walked. More are found faster by going through the namespace once.
	mostAsked = 4
)

// Lister lists memories, as an engine and a server do.
type Lister interface {
	List(ctx context.Context, q engine.ListQuestion) (*engine.Page, error)
}

// Outdated are memories of documents that say what these do not say any more: the file was changed, or is gone. A run adds and takes nothing away, so they stay current.
type Outdated struct {
	Pieces
	// Perhaps are those whose sources are relative paths. They are outdated if they came from the folder that is the working one now: a source does not say.
	Perhaps   Pieces
	NotLooked string // why not all memories were looked through; "": all were, or none can be outdated
}

// Pieces are memories of documents.
type Pieces struct {
	Pieces int
	Files  []string // by name, as the sources name them
}

// says notes that a document was read.
func (r *run) says(path string) { r.documents[absolute(path)] = true }

// text notes a text that a document has now.
func (r *run) text(content string) { r.texts[engine.TextHash(content)] = true }

// absolute is the path from the root; the path itself where nobody knows the working folder.
func absolute(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	return abs
}

// lookout gathers what is outdated.
type lookout struct {
	*run
	to      Lister
	folders []string // those that were walked, from the root
	left    int      // how many more memories are looked at
	gone    map[string]bool
	files   [2]map[string]bool // those of absolute paths, and of relative ones
	out     Outdated
}

// mayBeOutdated is what lists the memories among which there may be outdated pieces; nil: there are none, as no document is read, or the namespace holds nothing yet. An error
// is told later, if it stays.
func (r *run) mayBeOutdated(ctx context.Context, p *Plan) Lister {
	to, ok := r.to.(Lister)
	if !ok || len(p.folders) == 0 && !slices.ContainsFunc(p.Files, func(f File) bool { return f.Format == Document }) {
		return nil
	}
	page, err := to.List(ctx, engine.ListQuestion{Namespace: r.Namespace, Limit: 1})
	if err == nil && len(page.Memories) == 0 {
		return nil
	}
	return to
}

// outdated looks for pieces of the documents that were read, and of those that are gone from the folders that were walked. What another memory has replaced is not current
// anyway, and what somebody has changed since is not the file's any more. What was stored stays so when it fails: the report says that nobody looked.
func (r *run) outdated(ctx context.Context, to Lister, folders []string, most int) Outdated {
	l := lookout{run: r, to: to, left: most, gone: map[string]bool{}, files: [2]map[string]bool{{}, {}}}
	for _, f := range folders {
		l.folders = append(l.folders, absolute(f))
	}
	for _, source := range l.sources() {
		if err := l.through(ctx, source); err != nil {
			l.out.NotLooked = fmt.Sprintf("what is outdated is not known: %v; run it again", err)
			break
		}
	}
	l.out.Files, l.out.Perhaps.Files = slices.Sorted(maps.Keys(l.files[0])), slices.Sorted(maps.Keys(l.files[1]))
	return l.out
}

// sources are the files whose pieces are listed; "" is all.
func (l *lookout) sources() (out []string) {
	if len(l.folders) > 0 || len(l.documents) > mostAsked {
		return []string{""}
	}
	for path := range l.documents {
		out = append(out, path)
		if here, err := os.Getwd(); err == nil {
			if rel, err := filepath.Rel(here, path); err == nil {
				out = append(out, rel, "."+string(filepath.Separator)+rel)
			}
		}
	}
	return out
}

// through looks at the pieces of a file, or at all memories.
func (l *lookout) through(ctx context.Context, source string) error {
	q := engine.ListQuestion{Namespace: l.Namespace, Source: source, Limit: engine.MaxPage}
	for {
		page, err := l.to.List(ctx, q)
		if err != nil {
			return err
		}
		for _, m := range page.Memories {
			if len(page.Replaced[m.ID]) == 0 {
				l.look(m)
			}
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			return nil
		}
		if l.left -= len(page.Memories); l.left <= 0 {
			l.out.NotLooked = "only the newest memories of the namespace were looked through for what is outdated: there are too many"
			return nil
		}
	}
}

// look counts a memory if it is outdated.
func (l *lookout) look(m *store.Memory) {
	named, _, ok := store.PieceOf(m.Source)
	if !ok || store.IsLines(named) || !m.Updated.Equal(m.Created) || l.texts[engine.TextHash(m.Content)] {
		return
	}
	path, pieces, files := named, &l.out.Pieces, l.files[0]
	if !filepath.IsAbs(named) {
		if chunk.KindOf(named) == chunk.Unknown { // "ticket:12" is no file
			return
		}
		path, pieces, files = absolute(named), &l.out.Perhaps, l.files[1]
	}
	if _, known := l.gone[path]; !known {
		l.gone[path] = !l.documents[path] && isGone(path, l.folders)
	}
	if l.documents[path] || l.gone[path] {
		pieces.Pieces++
		files[named] = true
	}
}

// isGone reports whether a path lies in one of the folders and is not there.
func isGone(path string, folders []string) bool {
	within := slices.ContainsFunc(folders, func(folder string) bool {
		rel, err := filepath.Rel(folder, path)
		return err == nil && filepath.IsLocal(rel)
	})
	if !within {
		return false
	}
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}
