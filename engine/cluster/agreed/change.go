package agreed

import (
	"context"
	"encoding/json"
)

// change reads a key, calls decide for the new value, and writes it if the key has not changed since it was read. Otherwise it starts again. decide gets the present value (nil:
// there is none) and returns false when nothing is to be written. An error of decide ends the change.
func change[V any](ctx context.Context, keys Keys, key string, decide func(now *V) (V, bool, error)) error {
	return Again(ctx, func(ctx context.Context) error {
		e, err := keys.newest(ctx, key)
		if err != nil {
			return err
		}
		var now *V
		if e != nil {
			if now, err = decode[V](e); err != nil {
				return err
			}
		}
		next, write, err := decide(now)
		if err != nil || !write {
			return err
		}
		text, err := json.Marshal(next)
		if err != nil {
			return err
		}
		if e == nil { // also for a deleted key: Create overwrites the delete marker
			_, err = keys.Create(ctx, key, text)
		} else {
			_, err = keys.Update(ctx, key, text, e.revision)
		}
		return err
	})
}
