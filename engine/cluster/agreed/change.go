package agreed

import (
	"context"
	"encoding/json"
)

// change reads a key, has decide make the new value of the one that is there (nil: there is none), and writes it, if the key is still as it was read: otherwise all of it is done again. decide returns
// false when nothing is to be written. Its error ends the change.
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
		if e == nil { // also of one that was deleted: Create writes over what says so
			_, err = keys.Create(ctx, key, text)
		} else {
			_, err = keys.Update(ctx, key, text, e.revision)
		}
		return err
	})
}
