package agreed

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Left is what stays noted of a node that was taken out of the cluster.
type Left struct {
	Node string    `json:"node"`
	At   time.Time `json:"at"`
}

// ErrLeft says that a node was taken out of the cluster for good.
var ErrLeft = errors.New("it was taken out of the cluster")

// leftPrefix begins the keys of nodes that have left, by their own keys: a machine that joins anew by the same name has another. They stand among the shards, since programs of before take every key of the
// nodes' bucket for a member.
const leftPrefix = "left."

// noteLeft notes that a node has left.
func (t *Table) noteLeft(ctx context.Context, name, key string) error {
	if key == "" {
		return nil
	}
	return change(ctx, t.Shards, leftPrefix+key, func(now *Left) (Left, bool, error) {
		return Left{Node: name, At: time.Now().UTC().Truncate(time.Second)}, now == nil, nil
	})
}

// refuseLeft is an error that wraps [ErrLeft] where the node with the key was taken out.
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

// Refuse is the error of who has left, with the way back.
func (l *Left) Refuse() error {
	return fmt.Errorf("%w on %s: join again, in an empty folder: `asterism cluster invite` on another node, then `asterism --data DIR cluster join INVITATION`", ErrLeft, l.At.Format(time.DateTime+" MST"))
}

// Gone are the nodes that have left, by their keys.
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
