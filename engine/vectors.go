package engine

import (
	"context"
	"errors"
	"runtime"

	"asterism/engine/caught"
	"asterism/engine/compare"
	"asterism/engine/embedder"
	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/unread"
	"asterism/models"
)

// vectors reads from the store what search does not hold in memory. A damaged value is absent, and noted: the search goes on without it.
type vectors struct {
	store store.Memories
	book  *unread.Book
}

// vectorsOf are those of a store.
func vectorsOf(s store.Memories, book *unread.Book) vectors { return vectors{goingOn{s, book}, book} }

// goingOn is a store of which what is damaged is noted and left out, also where texts are read.
type goingOn struct {
	store.Memories
	book *unread.Book
}

func (g goingOn) Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error) {
	parts.Unread = g.book.Note
	return g.Memories.Get(ctx, parts, ids...)
}

// linked is what is asked which memories belong together: a damaged value or text is noted and left out, and the others are compared.
type linked struct {
	goingOn
	store.Graph
}

func linkedOf(s store.Store, book *unread.Book) linked { return linked{goingOn{s, book}, s} }

// TokenVectors reads the token vectors of memories for the rerank; a memory that is gone has none.
func (v vectors) TokenVectors(ctx context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	records, err := v.Vectors(ctx, ids, models.SetOf(models.LateInteraction))
	if err != nil {
		return nil, err
	}
	out := make([]fingerprint.Packed, len(ids))
	for i := range records {
		out[i] = records[i][models.LateInteraction]
	}
	return out, nil
}

// tokensOf is what reads the token vectors of a store for a search: where they lie, where the store can show them.
func tokensOf(s store.Memories, book *unread.Book) search.TokenSource {
	if shown, ok := s.(search.TokenVisitor); ok {
		return shownVectors{vectorsOf(s, book), shown}
	}
	return vectorsOf(s, book)
}

// shownVectors are those of a store that shows token vectors.
type shownVectors struct {
	vectors
	shown search.TokenVisitor
}

// EachTokens is that of the store, and over again, memory by memory, where one is damaged. So fn may be called twice for a place.
func (v shownVectors) EachTokens(ctx context.Context, ids []store.ID, fn func(place int, v *fingerprint.Packed) error) error {
	err := v.shown.EachTokens(ctx, ids, fn)
	if !errors.Is(err, store.ErrDamaged) {
		return err
	}
	for place := range ids {
		err := v.shown.EachTokens(ctx, ids[place:place+1], func(_ int, tokens *fingerprint.Packed) error { return fn(place, tokens) })
		if err := v.lack(ids[place], models.LateInteraction, err); err != nil {
			return err
		}
	}
	return nil
}

// Vectors reads packed values of memories; one that is gone has none.
func (v vectors) Vectors(ctx context.Context, ids []store.ID, spaces models.Set) ([]fingerprint.Record, error) {
	out, err := v.store.Values(ctx, spaces, ids)
	if !errors.Is(err, store.ErrDamaged) {
		return out, err
	}
	out = make([]fingerprint.Record, len(ids))
	for i, id := range ids {
		one, err := v.store.Values(ctx, spaces, []store.ID{id})
		if err == nil {
			out[i] = one[0]
			continue
		}
		for _, space := range spaces.Spaces() {
			one, err := v.store.Values(ctx, models.SetOf(space), []store.ID{id})
			if err == nil {
				out[i][space] = one[0][space]
			} else if err := v.lack(id, space, err); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// lack notes that a value is damaged; any other error is returned.
func (v vectors) lack(id store.ID, space models.Space, err error) error {
	if errors.Is(err, store.ErrDamaged) {
		v.book.Note(store.Unread{ID: id, Spaces: models.SetOf(space), Err: err})
		return nil
	}
	return err
}

// TokenVectors reads the token vectors of memories, as the rerank of a search does; one that is gone has none.
func (e *Engine) TokenVectors(ctx context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	return vectorsOf(e.store.Memories, e.held.unread).TokenVectors(ctx, ids)
}

// WordKeys are keys of the words by which a search knows copies: the same for texts that a dream would merge by their words. Of an image there is none: the hash of the
// picture tells its copies.
//
// The texts are read and taken apart on all processors: a search waits for it.
func (v vectors) WordKeys(ctx context.Context, ids []store.ID) ([]uint64, error) {
	out := make([]uint64, len(ids))
	part := (len(ids) + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0)
	group, ctx := caught.WithContext(ctx)
	for from := 0; from < len(ids); from += part {
		to := min(from+part, len(ids))
		group.Go(func() error {
			many, err := v.store.Get(ctx, store.Parts{Content: true}, ids[from:to]...)
			for i, m := range many {
				if m != nil {
					out[from+i] = wordKey(m)
				}
			}
			return err
		})
	}
	return out, group.Wait()
}

// wordKey is the key of a memory's words; see [search.WordSource].
func wordKey(m *store.Memory) uint64 {
	if embedder.IsImage(m) {
		return 0
	}
	return compare.WordKey(m.Modality, m.Content)
}
