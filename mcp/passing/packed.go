package passing

import (
	"context"
	"fmt"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/fingerprint"
	"asterism/engine/secrets"
	"asterism/engine/store"
	"asterism/models"
)

// handed is embedded notes that are sent to a shard's leader. A value is sent as it is stored, with its checksum.
type handed struct {
	Secrets secrets.Policy
	Notes   []handedNote
}

type handedNote struct {
	Note   engine.Note
	Slight bool // its importance is 0: gob omits a pointer to 0, and a missing importance means the default
	ID     store.ID
	Values map[models.Space][]byte // nil: the leader embeds it
	Tokens [models.Count]uint32
	Of     [32]byte
	Models [models.Count][32]byte
}

// kept is the leader's answer: the outcome of each note, and up to which place of the log they are stored.
type kept struct {
	Notes []engine.Once
	Place uint64
}

// HandOver sends embedded notes to the leader of a shard, which stores them as [engine.RememberPacked] does. A repetition changes nothing, so the leader is asked again when it
// changes or falls silent. place is up to which place of the shard's log they are stored. The error is an *engine.Error, or that of ctx.
func (p *Passer) HandOver(ctx context.Context, shard int, notes []engine.Packed) (stored []engine.Once, place uint64, err error) {
	h := handed{secrets.PolicyOf(ctx), make([]handedNote, len(notes))}
	for i := range notes {
		n := &notes[i]
		h.Notes[i] = handedNote{n.Note, n.Note.Slight(), n.ID, nil, n.Tokens, n.Of, n.Models}
		if n.Record == nil {
			continue
		}
		values := map[models.Space][]byte{}
		for s := range n.Record {
			if space := models.Space(s); !n.Record[s].Absent() {
				values[space] = fingerprint.AppendSpace(nil, space, &n.Record[s])
			}
		}
		h.Notes[i].Values = values
	}
	k, err := one[kept](ctx, p, shard, methodHandOver, h)
	if err != nil && ctx.Err() != nil {
		return nil, 0, ctx.Err()
	}
	return k.Notes, k.Place, asEngine(err)
}

// Written records that a caller of this node has written to a shard up to a place of its log. Later searches of this node wait for that place.
func (p *Passer) Written(shard int, place uint64) { p.written(shard, place) }

// ShardOf returns the shard of a namespace; "" is the default namespace.
func (p *Passer) ShardOf(namespace string) int {
	if namespace == "" {
		namespace = engine.DefaultNamespace
	}
	return cluster.ShardOf(namespace, p.cluster.Shards())
}

// take stores handed-over notes, on the leader.
func (s *part) take(ctx context.Context, h handed) (kept, error) {
	notes := make([]engine.Packed, len(h.Notes))
	for i := range h.Notes {
		n := &h.Notes[i]
		if n.Slight {
			n.Note.Importance = new(float64)
		}
		notes[i] = engine.Packed{Note: n.Note, ID: n.ID, Tokens: n.Tokens, Of: n.Of, Models: n.Models}
		if n.Values == nil {
			continue
		}
		notes[i].Record = &fingerprint.Record{}
		for space, raw := range n.Values {
			if !models.All.Has(space) {
				return kept{}, fmt.Errorf("note %d brings a value in space %d, which does not exist: the nodes should be of one version", i, space)
			}
			value, err := fingerprint.ParseSpace(space, raw)
			if err != nil {
				return kept{}, fmt.Errorf("read the value of note %d in %v: %w", i, space, err)
			}
			notes[i].Record[space] = value
		}
	}
	once, err := engine.RememberPacked(secrets.WithPolicy(ctx, h.Secrets), s.engine, notes)
	return kept{once, s.p.here.Applied(s.shard)}, err
}
