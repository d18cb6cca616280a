package main

import (
	"context"

	"asterism/engine"
	"asterism/engine/store"
)

// Has reports whether the namespace holds a live memory with this text. No tool answers that for one text, so the first
// question about a namespace lists it whole, 200 memories a call, and keeps 32 bytes a memory. What others store later is
// not seen.
func (r *remote) Has(ctx context.Context, namespace, content string) (store.ID, bool, error) {
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
	id, ok := r.known[namespace][engine.TextHash(content)]
	return id, ok, nil
}

// learn takes a text that was just stored into what Has knows.
func (r *remote) learn(namespace, content string, id store.ID) {
	if namespace == "" {
		namespace = engine.DefaultNamespace
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[namespace][engine.TextHash(content)] = id
}

func (r *remote) listTexts(ctx context.Context, namespace string) (map[[32]byte]store.ID, error) {
	texts := map[[32]byte]store.ID{}
	q := engine.ListQuestion{Namespace: namespace, Limit: engine.MaxPage}
	for {
		page, err := r.List(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, m := range page.Memories {
			texts[engine.TextHash(m.Content)] = m.ID
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			return texts, nil
		}
	}
}
