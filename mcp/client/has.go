package client

import (
	"context"
	"crypto/sha256"

	"asterism/engine"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// Has reports whether the namespace holds a live memory with this text. No tool answers that for one text, so the first
// question about a namespace lists it whole, 200 memories a call, and keeps 64 bytes and an id a memory. What others store
// later is not seen.
func (r *Memory) Has(ctx context.Context, namespace, content string) (store.ID, bool, error) {
	return r.find(ctx, namespace, engine.TextHash(content))
}

// Holds reports the same as Has; with an id, whether it is that very memory.
func (r *Memory) Holds(ctx context.Context, id store.ID, namespace, content string) (bool, error) {
	key := engine.TextHash(content)
	if id != uuid.Nil {
		key = ownText(id, content)
	}
	_, ok, err := r.find(ctx, namespace, key)
	return ok, err
}

// ownText is by what a memory is known as itself, beside others with its text.
func ownText(id store.ID, content string) [32]byte {
	text := engine.TextHash(content)
	return sha256.Sum256(append(id[:], text[:]...))
}

func (r *Memory) find(ctx context.Context, namespace string, key [32]byte) (store.ID, bool, error) {
	if namespace == "" {
		namespace = engine.DefaultNamespace
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[namespace] == nil {
		texts, err := r.listTexts(ctx, namespace)
		if err != nil {
			return store.ID{}, false, err
		}
		r.known[namespace] = texts
	}
	id, ok := r.known[namespace][key]
	return id, ok, nil
}

// learn takes a note that was just stored into what Has knows.
func (r *Memory) learn(n *engine.Note, id store.ID) {
	namespace := n.Namespace
	if namespace == "" {
		namespace = engine.DefaultNamespace
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[namespace][engine.TextHash(n.Content)] = id
	if n.Said() {
		r.known[namespace][ownText(n.ID, n.Content)] = id
	}
}

// listTexts reads a namespace: each memory stands under its text, under its text as its own, and as what was said then and there.
func (r *Memory) listTexts(ctx context.Context, namespace string) (map[[32]byte]store.ID, error) {
	texts := map[[32]byte]store.ID{}
	q := engine.ListQuestion{Namespace: namespace, Limit: engine.MaxPage}
	for {
		page, err := r.List(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, m := range page.Memories {
			texts[engine.TextHash(m.Content)] = m.ID
			texts[ownText(m.ID, m.Content)] = m.ID
			n := engine.Note{Namespace: m.Namespace, Content: m.Content, SessionID: m.SessionID, Source: m.Source, Time: m.Time}
			texts[ownText(engine.SaidID(&n), m.Content)] = m.ID
			n.Source = "" // of a line that had none
			texts[ownText(engine.SaidID(&n), m.Content)] = m.ID
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			return texts, nil
		}
	}
}
