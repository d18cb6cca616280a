package aims

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/goaldna"
	"asterism/engine/store"
)

// MaxCheckedTexts is of how many texts that are no goal's the checks are kept, in each namespace and mode: those checked last. Every new wording has a history of its own, so
// there would be no end to them; the checks of a goal that is set are kept until it is removed.
const MaxCheckedTexts = 64

// outdatedTexts are entries that make room for the checks of one more text. Checks that cannot be read are left for `asterism check` to tell of.
func (s *Service) outdatedTexts(ctx context.Context, t *checkTarget) (out []store.Entry, err error) {
	type history struct {
		key  []byte
		last time.Time
	}
	var all []history
	from := t.prefix()
	to := slices.Clone(from)
	to[len(to)-1]++
	err = s.store.Walk(ctx, store.ShelfState, from, to, false, func(key, value []byte) (bool, error) {
		if len(key) != len(from)+len(t.id)+sha256.Size { // that of a goal
			return true, nil
		}
		if c, err := goaldna.Parse(value, s.now); err == nil {
			all = append(all, history{slices.Clone(key), c.Last()})
		}
		return true, nil
	})
	if err != nil {
		return nil, fault.Storage("read the checks of texts", err)
	}
	slices.SortFunc(all, func(a, b history) int { return cmp.Or(a.last.Compare(b.last), bytes.Compare(a.key, b.key)) })
	for _, h := range all[:max(0, len(all)-MaxCheckedTexts+1)] {
		out = append(out, store.Entry{Shelf: store.ShelfState, Key: h.key})
	}
	return out, nil
}
