package node

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"asterism/engine"
	"asterism/engine/cluster/exchange"
	"asterism/engine/ingest"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
	"asterism/mcp/spread"
	"asterism/mcp/tools"
)

// openSpreader lets this node take part in embedding work that is spread over all nodes.
func (n *Node) openSpreader() (err error) {
	n.spreader, err = spread.Open(spread.Config{Cluster: n.cfg.Member.Cluster, Node: n.cluster.Name(), Conn: n.bus.Conn(), Replicas: wholeLog, AtOnce: n.embedding.Ahead(), Packer: n.embedding, Leaders: n.passer,
		Tell: func(ctx context.Context, node string, result []byte) (gone bool, err error) {
			err = n.ask(ctx, node, asked{Kind: askPiece, Piece: result}, &struct{}{})
			return errors.Is(err, exchange.ErrGone), err
		},
		Log: n.cfg.Log})
	if err == nil {
		n.ended = append(n.ended, n.spreader.Close)
	}
	return err
}

// rememberName is the tool of `asterism ingest --spread`.
const rememberName = "cluster_remember"

// mostRemembered is the most notes of one call.
const mostRemembered = 1024

func rememberTool(n *Node) *tools.Tool {
	return &tools.Tool{
		Name:        rememberName,
		Title:       "Store notes by the devices of all nodes",
		Description: "Store notes, each a line of an export, that all nodes embed together; without notes it says how many calls are worth having under way.",
		Hints:       tools.Hints{Idempotent: true},
		Input:       `{"type":"object","properties":{"notes":{"type":"array","items":{"type":"object"}}},"additionalProperties":false}`,
		Output:      `"memories":{"type":"array"},"ahead":{"type":"integer"}`,
		Always:      []string{"memories", "ahead"},
		Prepare: func(a *arguments.Given) tools.Job {
			notes := readNotes(a)
			return func(ctx context.Context, _ *tools.Engine, _ time.Time) (*tools.Outcome, error) {
				if len(notes) == 0 {
					members, err := n.cluster.Members(ctx)
					return outcome(answer.Spread{Memories: []answer.StoredOne{}, Ahead: n.spreader.Ahead(len(members))}, err)
				}
				once, err := n.spreader.Remember(ctx, notes)
				return outcome(answer.Spread{Memories: answer.StoredManyFrom(once).Memories}, err)
			}
		},
	}
}

func readNotes(a *arguments.Given) []engine.Note {
	raw, ok := a.Field("notes")
	if !ok {
		return nil
	}
	var lines []json.RawMessage
	if err := json.Unmarshal(raw, &lines); err != nil {
		a.Problem("notes must be a list of objects, not %s", arguments.Kind(raw))
		return nil
	}
	if len(lines) > mostRemembered {
		a.Problem("%d notes are given; the limit of one call is %d", len(lines), mostRemembered)
		return nil
	}
	notes := make([]engine.Note, len(lines))
	for i, line := range lines {
		var err error
		if notes[i], err = ingest.ReadNote(string(line)); err != nil {
			a.Problem("notes[%d]: %v", i, err)
		}
	}
	return notes
}
