package mixture

import (
	"context"
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// Tokens gives every mixture the tokens of its first parent, so that those of a million need no more memory than those of the real texts.
type Tokens struct{ Base *Base }

// TokenVectors implements [asterism/engine/search.TokenSource].
func (t Tokens) TokenVectors(_ context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	out := make([]fingerprint.Packed, len(ids))
	for i, id := range ids {
		p := FirstParentOf(id)
		if p >= len(t.Base.Records) {
			return nil, fmt.Errorf("memory %s: its first parent %d is not one of %d", id, p, len(t.Base.Records))
		}
		out[i] = t.Base.Records[p][models.LateInteraction]
	}
	return out, nil
}
