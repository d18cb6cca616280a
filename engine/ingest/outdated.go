package ingest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asterism/engine"
)

// mostLooked is how many memories of a namespace, the newest, are looked through for pieces that are outdated.
const mostLooked = 200_000

// Lister lists memories, as an engine and a server do.
type Lister interface {
	List(ctx context.Context, q engine.ListQuestion) (*engine.Page, error)
}

// Outdated are memories of documents that say what these do not say any more: the file was changed, or is gone. A run adds and takes nothing away, so they stay current.
type Outdated struct {
	Pieces int      `json:"pieces"`
	Files  []string `json:"files"` // by name; as the sources name them
}

// PieceOf is the file of a source path:line, by which the pieces of a file are known; false: it is none.
func PieceOf(source string) (path string, ok bool) {
	at := strings.LastIndexByte(source, ':')
	if at <= 0 || at == len(source)-1 || strings.Trim(source[at+1:], "0123456789") != "" {
		return "", false
	}
	return source[:at], true
}

// says notes what a document says now.
func (r *run) says(path string, notes []engine.Note, err error) {
	if err != nil { // then nobody knows
		return
	}
	r.documents[path] = true
	for i := range notes {
		r.texts[engine.TextHash(notes[i].Content)] = true
	}
}

// outdated looks for pieces of the documents that were read, and of those that are gone from the folders that were walked. What another memory has replaced is not current
// anyway, and what somebody has changed since is not the file's any more. A path that is not absolute is of whatever folder was the working one then, so nothing is told of it.
func (r *run) outdated(ctx context.Context, to Lister, folders []string) (out Outdated, err error) {
	files, gone := map[string]bool{}, map[string]bool{}
	q := engine.ListQuestion{Namespace: r.Namespace, Limit: engine.MaxPage}
	for looked := 0; looked < mostLooked; looked += engine.MaxPage {
		page, err := to.List(ctx, q)
		if err != nil {
			return out, err
		}
		for _, m := range page.Memories {
			path, ok := PieceOf(m.Source)
			if !ok || !filepath.IsAbs(path) || isLines(path) || len(page.Replaced[m.ID]) > 0 || !m.Updated.Equal(m.Created) || r.texts[engine.TextHash(m.Content)] {
				continue
			}
			if _, known := gone[path]; !known {
				gone[path] = !r.documents[path] && isGone(path, folders)
			}
			if r.documents[path] || gone[path] {
				out.Pieces++
				files[path] = true
			}
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			break
		}
	}
	for path := range files {
		out.Files = append(out.Files, path)
	}
	slices.Sort(out.Files)
	return out, nil
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
