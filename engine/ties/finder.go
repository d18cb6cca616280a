package ties

import (
	"context"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// Finder finds what memories are tied to. It is safe for concurrent use, as its parts are.
type Finder struct {
	Store Store
	Index Index
	Show  func(*store.Memory) string // what a memory says, in words of an image
	// Comparable reports whether vectors tell how two texts stand to each other; nil: they always do.
	Comparable func(a, b string) bool
}

// Store is what it reads of the store; see [store.Store].
type Store interface {
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	Scan(ctx context.Context, r store.Range, parts store.Parts, fn func(*store.Memory) (bool, error)) error
	store.Graph
	Values(ctx context.Context, spaces models.Set, ids []store.ID) ([]fingerprint.Record, error)
}

// Index tells which memories are nearest; see [search.Index].
type Index interface {
	Neighbours(ctx context.Context, namespace string, values *fingerprint.Fingerprint, when time.Time, k int, spaces models.Set) ([models.Count][]search.Neighbour, error)
}

// Brief is a memory in a few words.
type Brief struct {
	ID        store.ID
	Namespace string
	Time      time.Time
	Text      string // its beginning, on one line
	Forgotten bool
}

// briefRunes is how much of a text a brief has, in characters.
const briefRunes = 120

// Brief is a memory in a few words.
func (f *Finder) Brief(m *store.Memory) Brief {
	return Brief{ID: m.ID, Namespace: m.Namespace, Time: m.Time, Text: oneLine(f.Show(m)), Forgotten: !m.Deleted.IsZero()}
}

// oneLine is the beginning of a text, with a space for each run of white space. It looks at no more of the text than it gives.
func oneLine(text string) string {
	out, space := []rune{}, false
	for _, r := range text {
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' {
			space = len(out) > 0
			continue
		}
		if space {
			out, space = append(out, ' '), false
		}
		if len(out) >= briefRunes {
			return string(append(out[:briefRunes-1], '…'))
		}
		out = append(out, r)
	}
	return string(out)
}
