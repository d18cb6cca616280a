package client

import (
	"context"
	"crypto/sha256"

	"asterism/engine"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// Has reports whether the namespace has a live memory with this text. No tool answers that for a single text. So the first call for a namespace lists all of it, 200 memories a
// call, and stores 64 bytes and an id for each memory. It does not see what others store later.
func (r *Memory) Has(ctx context.Context, namespace, content string) (store.ID, bool, error) {
	return r.find(ctx, namespace, engine.TextHash(content))
}

// Holds reports the same as Has; with an id, whether that memory exists with this text.
func (r *Memory) Holds(ctx context.Context, id store.ID, namespace, content string) (bool, error) {
	key := engine.TextHash(content)
	if id != uuid.Nil {
		key = ownText(id, content)
	}
	_, ok, err := r.find(ctx, namespace, key)
	return ok, err
}

// ownText is the key of one memory with its id, as opposed to any memory with its text.
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

// learn adds a note that was just stored to the data of Has.
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

// listTexts reads a namespace. Each memory has these keys: its text, its text with its id, and its text with the id that its session, time and source give, also without the source.
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
