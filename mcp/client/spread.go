package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"asterism/engine"
	"asterism/engine/ingest"
	"asterism/mcp/answer"
)

// mostSpread is how many bytes of notes one call carries, so that it fits a message. A note that is larger goes alone.
const mostSpread = 4 << 20

// Spread is the memory of a cluster, where all nodes embed what is to be remembered.
type Spread struct {
	*Memory
	ahead int
}

// A run that is spread tells of outdated pieces, too.
var _ ingest.Lister = (*Spread)(nil)

// ErrNotSpread says that a memory is not that of a cluster, or is not asked on the machine of a node.
var ErrNotSpread = errors.New("notes are spread by a node of a cluster, which is asked on its own machine")

// Spread lets all nodes embed. The error wraps [ErrNotSpread] when the server is not a node, or is asked from elsewhere.
func (r *Memory) Spread(ctx context.Context) (*Spread, error) {
	var a answer.Spread
	err := r.call(ctx, "cluster_remember", Arguments{}, &a)
	if errors.Is(err, ErrNotOffered) {
		return nil, ErrNotSpread
	}
	if err != nil {
		return nil, err
	}
	return &Spread{r, a.Ahead}, nil
}

// Ahead is how many calls of RememberAll keep all nodes at work.
func (s *Spread) Ahead() int { return s.ahead }

// RememberAll has the nodes embed and store notes. Some may be stored when it fails, which have their ids beside the error; called again with the same notes it stores only those that are not stored yet.
func (s *Spread) RememberAll(ctx context.Context, notes []engine.Note) ([]engine.Remembered, error) {
	var out []engine.Remembered
	var lines []json.RawMessage
	size := 0
	send := func() error {
		if len(lines) == 0 {
			return nil
		}
		var a answer.Spread
		if err := s.call(ctx, "cluster_remember", Arguments{"notes": lines}, &a); err != nil {
			return err
		}
		if len(a.Memories) != len(lines) {
			return strange(s.address, "cluster_remember", nil)
		}
		for _, m := range a.Memories {
			out = append(out, engine.Remembered{ID: m.ID, AlreadyStored: m.Known, NotTaken: m.NotTaken, Redacted: m.Redacted})
		}
		lines, size = nil, 0
		return nil
	}
	for i := range notes {
		var line bytes.Buffer
		if err := ingest.WriteNote(&line, &notes[i]); err != nil {
			return nil, &engine.Error{Kind: engine.KindInternal, Message: "spread notes", Err: err}
		}
		if size+line.Len() > mostSpread {
			if err := send(); err != nil {
				return sofar(out, len(notes)), err
			}
		}
		lines, size = append(lines, line.Bytes()), size+line.Len()
	}
	if err := send(); err != nil {
		return sofar(out, len(notes)), err
	}
	return out, nil
}

// sofar is what became of so many notes, of which the first are known.
func sofar(known []engine.Remembered, notes int) []engine.Remembered {
	return append(known, make([]engine.Remembered, notes-len(known))...)
}
