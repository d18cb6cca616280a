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
	// mostLooked is how many memories of a namespace, the newest ones, are searched for outdated pieces.
	mostLooked = 200_000
	// mostAsked is up to how many documents are queried one by one if no folder was walked. With more, reading the namespace once is faster.
	mostAsked = 4
)

// Lister lists memories, as an engine and a server do.
type Lister interface {
	List(ctx context.Context, q engine.ListQuestion) (*engine.Page, error)
}

// Outdated are memories of documents whose content has changed: the file was changed, or is gone. A run adds memories and removes none, so they stay current.
type Outdated struct {
	Pieces
	// Perhaps are those whose sources are relative paths. They are outdated if they were taken from the current working folder, which a source does not say.
	Perhaps   Pieces
	NotLooked string // why not all memories were searched; "": all were, or none can be outdated
}

// Pieces are memories of documents.
type Pieces struct {
	Pieces int
	Files  []string // by name, as the sources name them
}

// says records that a document was read.
func (r *run) says(path string) { r.documents[absolute(path)] = true }

// text records a text that a document has now.
func (r *run) text(content string) { r.texts[engine.TextHash(content)] = true }

// absolute returns the path from the root; the path itself if the working folder is not known.
func absolute(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	return abs
}

// lookout collects outdated memories.
type lookout struct {
	*run
	to      Lister
	folders []string // the walked ones, from the root
	left    int      // how many more memories may be read
	gone    map[string]bool
	files   [2]map[string]bool // those with absolute paths, and with relative ones
	out     Outdated
}

// mayBeOutdated returns what lists the memories that may be outdated; nil: there are none, since no document is read, or the namespace is still empty. An error is reported
// later, if it occurs again.
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

// outdated searches for pieces of the documents that were read, and of those that are gone from the walked folders. A memory that another one has replaced is not current
// anyway, and one that was changed since does not belong to the file any more. If the search fails, the stored notes stay stored, and the report says that nothing was
// searched.
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

// sources returns the files whose pieces are listed; "" means all.
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

// through reads the pieces of a file, or all memories.
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
			l.out.NotLooked = "only the newest memories of the namespace were searched for outdated ones: there are too many"
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
		if chunk.KindOf(named) == chunk.Unknown { // "ticket:12" is not a file
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

// isGone reports whether a path is in one of the folders and the file does not exist.
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
