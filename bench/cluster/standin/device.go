package standin

import (
	"context"
	"fmt"
	"sync"
	"time"

	"asterism/engine"
	"asterism/models"
)

// Device embeds at a fixed rate: one call at a time, each token in the same time. It implements [spread.Packer].
type Device struct {
	values   map[string]engine.Packed // of each text
	perToken time.Duration
	mu       sync.Mutex
}

// Made are the values of notes, by their texts, as the models make them.
func Made(ctx context.Context, m *engine.ModelsAlone, notes []engine.Note) (map[string]engine.Packed, error) {
	packed, err := m.Pack(ctx, notes)
	if err != nil {
		return nil, err
	}
	out := make(map[string]engine.Packed, len(packed))
	for i, p := range packed {
		out[notes[i].Content] = p
	}
	return out, nil
}

// Pack returns the precomputed values, after the time that the texts take.
func (d *Device) Pack(ctx context.Context, notes []engine.Note) ([]engine.Packed, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make([]engine.Packed, len(notes))
	var tokens uint32
	for i, n := range notes {
		p, ok := d.values[n.Content]
		if !ok {
			return nil, &engine.Error{Kind: engine.KindInternal, Message: fmt.Sprintf("nothing was made of %q", n.Content)}
		}
		out[i], tokens = p, tokens+p.Tokens[models.Semantic]
		out[i].Note = n
	}
	t := time.NewTimer(time.Duration(tokens) * d.perToken)
	defer t.Stop()
	select {
	case <-t.C:
		return out, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
