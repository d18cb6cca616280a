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

// mostSpread is the most bytes of notes in one call, so that it fits into a message. A larger note is sent alone.
const mostSpread = 4 << 20

// Spread is the memory of a cluster in which all nodes embed the notes to store.
type Spread struct {
	*Memory
	ahead int
}

// A spread run also reports outdated pieces.
var _ ingest.Lister = (*Spread)(nil)

// ErrNotSpread means that a memory is not that of a cluster, or that the call does not come from the machine of a node.
var ErrNotSpread = errors.New("notes are spread by a node of a cluster, which is asked on its own machine")

// Spread lets all nodes embed. The error wraps [ErrNotSpread] if the server is not a node, or if this is another machine.
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

// Ahead returns how many concurrent calls of RememberAll keep all nodes busy.
func (s *Spread) Ahead() int { return s.ahead }

// RememberAll lets the nodes embed and store notes. If it fails, some may be stored; their ids are returned with the error. A repetition with the same notes only stores the missing
// ones.
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

// sofar returns the results for all notes if only the first ones are known.
func sofar(known []engine.Remembered, notes int) []engine.Remembered {
	return append(known, make([]engine.Remembered, notes-len(known))...)
}
