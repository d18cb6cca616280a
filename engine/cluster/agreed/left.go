package agreed

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Left is the record of a node that was taken out of the cluster.
type Left struct {
	Node string    `json:"node"`
	At   time.Time `json:"at"`
}

// ErrLeft means that a node was taken out of the cluster for good.
var ErrLeft = errors.New("it was taken out of the cluster")

// leftPrefix is the key prefix of nodes that have left, followed by the node's own key. A machine that joins again under the same name has another key. The entries are in the
// bucket of shards, since older programs take every key of the bucket of nodes for a member.
const leftPrefix = "left."

// noteLeft records that a node has left.
func (t *Table) noteLeft(ctx context.Context, name, key string) error {
	if key == "" {
		return nil
	}
	return change(ctx, t.Shards, leftPrefix+key, func(now *Left) (Left, bool, error) {
		return Left{Node: name, At: time.Now().UTC().Truncate(time.Second)}, now == nil, nil
	})
}

// refuseLeft returns an error that wraps [ErrLeft] if the node with the key was taken out.
func (t *Table) refuseLeft(ctx context.Context, key string) error {
	return Again(ctx, func(ctx context.Context) error {
		e, err := t.Shards.newest(ctx, leftPrefix+key)
		if err != nil || e == nil {
			return err
		}
		l, err := decode[Left](e)
		if err != nil {
			return err
		}
		return l.Refuse()
	})
}

// Refuse returns the error for a node that has left, with the way to join again.
func (l *Left) Refuse() error {
	return fmt.Errorf("%w on %s: join again, in an empty folder: `asterism cluster invite` on another node, then `asterism --data DIR cluster join INVITATION`", ErrLeft, l.At.Format(time.DateTime+" MST"))
}

// Gone returns the nodes that have left, by their keys.
func (t *Table) Gone(ctx context.Context) (out map[string]Left, err error) {
	err = Again(ctx, func(ctx context.Context) error {
		out = map[string]Left{}
		return t.Shards.each(ctx, leftPrefix+"*", func(e *entry) error {
			l, err := decode[Left](e)
			if err == nil {
				out[strings.TrimPrefix(e.key, leftPrefix)] = *l
			}
			return err
		})
	})
	return out, err
}
