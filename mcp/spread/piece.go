package spread

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"asterism/engine"
	"asterism/engine/secrets"
	"asterism/engine/store"
	"asterism/mcp/failure"

	"github.com/google/uuid"
	"github.com/nats-io/nuid"
)

// pieceNotes is the most notes of a piece: enough to fill batches of a device, and few enough that a hundred notes give work to two nodes.
const pieceNotes = 64

// around is the space for the fields of a note other than its texts, in bytes.
const around = 1 << 10

// piece is work for one node. It is sent as gob, which skips unknown fields: nodes of different versions work together during an upgrade of the cluster.
type piece struct {
	ID      string
	From    string // the node that waits for it
	Shard   int
	Secrets secrets.Policy
	Notes   []engine.Note
	IDs     []store.ID // of the memories, for notes without ids
	Slight  []int      // the notes with importance 0: gob omits a pointer to 0, and a missing importance means the default

	at    []int // indexes of the notes in the caller's list
	bytes int
	whole bool // it goes to the leader without embedding: an image, or a note too long for a message
}

func (p *piece) encode() ([]byte, error) {
	p.Slight = nil
	for i := range p.Notes {
		if p.Notes[i].Slight() {
			p.Slight = append(p.Slight, i)
		}
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(p); err != nil {
		return nil, fmt.Errorf("write a piece: %w", err)
	}
	return b.Bytes(), nil
}

func (p *piece) decode(raw []byte) error {
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(p); err != nil {
		return fmt.Errorf("read a piece: %w", err)
	}
	if len(p.Notes) != len(p.IDs) {
		return fmt.Errorf("read a piece: %d notes with %d ids", len(p.Notes), len(p.IDs))
	}
	for _, i := range p.Slight {
		if i < 0 || i >= len(p.Notes) {
			return fmt.Errorf("read a piece: note %d of %d", i, len(p.Notes))
		}
		p.Notes[i].Importance = new(float64)
	}
	return nil
}

// cut divides notes into pieces of one shard each, with at most most bytes. The notes of a shard keep their order.
func cut(notes []engine.Note, from string, policy secrets.Policy, shardOf func(string) int, most int) ([]*piece, error) {
	var out []*piece
	open := map[int]*piece{} // by shard: the piece for the next note
	for i := range notes {
		n := &notes[i]
		id, err := uuid.NewV7()
		if err != nil {
			return nil, &engine.Error{Kind: engine.KindInternal, Message: "make id", Err: err}
		}
		shard, size := shardOf(n.Namespace), sizeOf(n)
		whole := n.Modality == engine.ModalityImage || size > most
		p := open[shard]
		if p == nil || whole || len(p.Notes) == pieceNotes || p.bytes+size > most {
			p = &piece{ID: nuid.Next(), From: from, Shard: shard, Secrets: policy, whole: whole}
			if out = append(out, p); !whole {
				open[shard] = p
			}
		}
		p.Notes, p.IDs, p.at, p.bytes = append(p.Notes, *n), append(p.IDs, id), append(p.at, i), p.bytes+size
	}
	return out, nil
}

func sizeOf(n *engine.Note) int {
	size := around + len(n.Namespace) + len(n.Content) + len(n.Rationale) + len(n.Source) + len(n.SessionID) + len(store.ID{})*(len(n.Links)+len(n.Supersedes))
	for _, tag := range n.Tags {
		size += len(tag)
	}
	return size
}

// result is the outcome of a piece.
type result struct {
	ID      string           `json:"id"`
	Notes   []engine.Once    `json:"notes,omitempty"`
	Shard   int              `json:"shard"`
	Place   uint64           `json:"place,omitempty"` // up to which place of the shard's log they are stored
	Failure *failure.Failure `json:"failure,omitempty"`
}
