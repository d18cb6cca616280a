package engine

import (
	"context"
	"errors"

	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/models"
)

// jobOf is the job of a memory for the models of after. An image that they cannot see, since they see none or its file is gone, has no value
// with them and is found by its time and labels alone, which is logged; the memory stays.
func (r *Reembedding) jobOf(ctx context.Context, m *store.Memory, spaces models.Set) (*sched.Job, error) {
	var seen *sight
	if isImage(m) && spaces.Has(models.Multimodal) {
		var err error
		seen, err = r.next.sight(ctx, "content", m.Content)
		var e *Error
		switch {
		case err == nil:
		case errors.As(err, &e) && e.Kind == KindInvalid:
			r.cfg.Log.Warn("an image has no value with the new models", "id", m.ID, "cause", err, "hint", e.Hint)
		default:
			return nil, err
		}
	}
	return r.next.jobOf(m, seen, r.next.now(), spaces), nil
}
