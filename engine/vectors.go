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

// vectors reads from the store what search does not hold in memory. A damaged value counts as absent, and is recorded: the search continues without it.
type vectors struct {
	store store.Memories
	book  *unread.Book
}

// vectorsOf returns the vectors of a store.
func vectorsOf(s store.Memories, book *unread.Book) vectors { return vectors{goingOn{s, book}, book} }

// goingOn is a store that leaves out what is damaged and records it, also when texts are read.
type goingOn struct {
	store.Memories
	book *unread.Book
}

func (g goingOn) Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error) {
	parts.Unread = g.book.Note
	return g.Memories.Get(ctx, parts, ids...)
}

// linked is the store for the question which memories belong together: a damaged value or text is recorded and left out, and the others are compared.
type linked struct {
	goingOn
	store.Graph
}

func linkedOf(s store.Store, book *unread.Book) linked { return linked{goingOn{s, book}, s} }

// TokenVectors reads the token vectors of memories for the rerank; a removed memory has none.
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

// tokensOf returns the source of token vectors for a search. It reads them in place, if the store can show them there.
func tokensOf(s store.Memories, book *unread.Book) search.TokenSource {
	if shown, ok := s.(search.TokenVisitor); ok {
		return shownVectors{vectorsOf(s, book), shown}
	}
	return vectorsOf(s, book)
}

// shownVectors is [vectors] over a store that can show token vectors in place.
type shownVectors struct {
	vectors
	shown search.TokenVisitor
}

// EachTokens is that of the store. If a memory is damaged, it starts again memory by memory, so fn may be called twice for a place.
func (v shownVectors) EachTokens(ctx context.Context, ids []store.ID, fn func(place int, v *fingerprint.Packed) error) error {
	err := v.shown.EachTokens(ctx, ids, fn)
	if !errors.Is(err, store.ErrDamaged) {
		return err
	}
	for place := range ids {
		err := v.shown.EachTokens(ctx, ids[place:place+1], func(_ int, tokens *fingerprint.Packed) error { return fn(place, tokens) })
		if err := v.noteDamaged(ids[place], models.LateInteraction, err); err != nil {
			return err
		}
	}
	return nil
}

// Vectors reads packed values of memories; a removed memory has none.
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
			} else if err := v.noteDamaged(id, space, err); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// noteDamaged records that a value is damaged; it returns any other error.
func (v vectors) noteDamaged(id store.ID, space models.Space, err error) error {
	if errors.Is(err, store.ErrDamaged) {
		v.book.Note(store.Unread{ID: id, Spaces: models.SetOf(space), Err: err})
		return nil
	}
	return err
}

// TokenVectors reads the token vectors of memories, as the rerank of a search does; a removed memory has none.
func (e *Engine) TokenVectors(ctx context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	return vectorsOf(e.store.Memories, e.held.unread).TokenVectors(ctx, ids)
}

// WordKeys returns keys of the words by which a search recognises copies: they are equal for texts that a dream would merge by their words. For an image it is 0: the hash of the
// picture identifies its copies.
//
// The texts are read and divided into words on all processors, since a search waits for it.
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

// wordKey returns the key of a memory's words; see [search.WordSource].
func wordKey(m *store.Memory) uint64 {
	if embedder.IsImage(m) {
		return 0
	}
	return compare.WordKey(m.Modality, m.Content)
}
