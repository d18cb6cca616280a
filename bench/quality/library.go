package quality

import (
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"

	"golang.org/x/sync/errgroup"
)

// library is a corpus that can be searched as the engine searches its memories.
type library struct {
	index   *search.Index
	records []fingerprint.Record // one a document, as a store keeps it
	in      *order               // nil: the documents have none
}

// libraryStep is how many texts are embedded before they are packed: their float32 values take 100 KB each.
const libraryStep = 1024

// newLibrary embeds the documents, packs them as they would be stored and puts them into an index. Blank documents are in no
// index: the engine would refuse them.
func newLibrary(ctx context.Context, e *Embedder, docs []entry, in *order) (*library, error) {
	l := &library{records: make([]fingerprint.Record, len(docs)), in: in}
	l.index = search.New(l)
	var places []int
	for i, d := range docs {
		if strings.TrimSpace(d.text) != "" {
			places = append(places, i)
		}
	}
	for part := range slices.Chunk(places, libraryStep) {
		texts := make([]string, len(part))
		for i, p := range part {
			texts[i] = docs[p].text
		}
		values, err := e.Embed(ctx, texts, false)
		if err != nil {
			return nil, err
		}
		for i, p := range part {
			if err := l.add(p, docs[p].text, &values[i]); err != nil {
				return nil, fmt.Errorf("document %q: %w", docs[p].id, err)
			}
		}
	}
	return l, nil
}

// add packs a document's values and indexes it under the id of its place.
func (l *library) add(place int, text string, values *fingerprint.Fingerprint) error {
	m := store.Memory{ID: idAt(place), Version: 1, Content: text}
	if l.in != nil {
		m.SessionID, m.Time = l.in.sessions[place], l.in.times[place]
	}
	for s := range values {
		var err error
		if m.Record[s], err = fingerprint.Pack(models.Space(s), values[s]); err != nil {
			return err
		}
	}
	m.Tokens[models.LateInteraction] = uint32(len(m.Record[models.LateInteraction].Scales))
	l.records[place] = m.Record
	return l.index.Add(&m)
}

// TokenVectors returns the token vectors of documents for the rerank; it never fails.
func (l *library) TokenVectors(_ context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	out := make([]fingerprint.Packed, len(ids))
	for i, id := range ids {
		out[i] = l.records[placeOf(id)][models.LateInteraction]
	}
	return out, nil
}

// idAt is the id of a document by its place in the corpus, so that of two equally good documents the earlier comes first.
func idAt(place int) (id store.ID) {
	binary.BigEndian.PutUint64(id[8:], uint64(place)+1) // an id of zeros is none
	return id
}

func placeOf(id store.ID) int { return int(binary.BigEndian.Uint64(id[8:])) - 1 }

// eachOf does 0 … n−1 on as many goroutines as there are processors, and stops at the first error or at ctx's end.
func eachOf(ctx context.Context, n int, do func(i int) error) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := 0; i < n && inner.Err() == nil; i++ {
		group.Go(func() error { return do(i) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}
