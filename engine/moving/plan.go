package moving

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// prefix starts the keys of unfinished moves on the shelf of state; the namespace that they empty
// follows.
const prefix = "move\x00"

// plan is the stored form of a move: enough to finish it. It is encoded as JSON.
type plan struct {
	Version int    `json:"v"`
	From    string `json:"-"` // in the key
	Into    string `json:"into"`
}

const planVersion = 1

func (p *plan) key() []byte { return []byte(prefix + p.From) }

func (p *plan) entry() store.Entry {
	p.Version = planVersion
	b, _ := json.Marshal(p) // cannot fail: a text and a number
	return store.Entry{Shelf: store.ShelfState, Key: p.key(), Value: b}
}

// done returns the entry that removes it.
func (p *plan) done() store.Entry { return store.Entry{Shelf: store.ShelfState, Key: p.key()} }

// parsePlan decodes what entry encoded.
func parsePlan(key, value []byte) (plan, error) {
	var p plan
	from, ok := bytes.CutPrefix(key, []byte(prefix))
	if !ok {
		return p, fmt.Errorf("%w: key %q is no move of a namespace", store.ErrDamaged, key)
	}
	if err := json.Unmarshal(value, &p); err != nil {
		return p, fmt.Errorf("%w: move of namespace %q: %w", store.ErrDamaged, from, err)
	}
	if p.Version != planVersion {
		return p, fmt.Errorf("%w: move of namespace %q has version %d, this program knows %d", store.ErrNewer, from, p.Version, planVersion)
	}
	if p.From = string(from); p.Into == "" || p.From == "" {
		return p, fmt.Errorf("%w: move of namespace %q into %q", store.ErrDamaged, from, p.Into)
	}
	return p, nil
}

// begun returns the moves that were not finished.
func (s *Service) begun(ctx context.Context) (out []plan, err error) {
	end := []byte(prefix)
	end[len(end)-1]++
	err = s.Store.Walk(ctx, store.ShelfState, []byte(prefix), end, false, func(key, value []byte) (bool, error) {
		p, err := parsePlan(key, value)
		out = append(out, p)
		return err == nil, err
	})
	return out, fault.Storage("look for moves that were cut short", err)
}
