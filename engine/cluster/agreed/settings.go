package agreed

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/store"
)

// Settings are chosen by a cluster's first node, and are the same for all nodes.
type Settings struct {
	Format   int          `json:"format"` // of the records in the logs
	ID       string       `json:"id"`     // distinguishes two clusters of the same name
	Shards   int          `json:"shards"`
	Replicas int          `json:"replicas"`
	Models   *store.Bound `json:"models,omitempty"` // the models of all nodes; nil: no node has reported them yet
}

const settingsKey = "settings"

// Errors that callers can tell apart.
var (
	ErrOther = errors.New("the cluster was created with other settings")
	ErrNewer = errors.New("the cluster's logs have a newer format than this program reads")
)

// Settle compares a node's wishes with the cluster's settings; zero accepts what there is. If there are no settings yet, it stores first. If first is nil too, the error wraps
// [ErrNoCluster].
func (t *Table) Settle(ctx context.Context, want Settings, first *Settings) (is Settings, err error) {
	err = change(ctx, t.Shards, settingsKey, func(now *Settings) (Settings, bool, error) {
		if now == nil && first == nil {
			return is, false, ErrNoCluster
		}
		if now == nil {
			is = *first
			return is, true, nil
		}
		is = *now
		if err := is.allow(want); err != nil {
			return is, false, err
		}
		if is.Models != nil || want.Models == nil {
			return is, false, nil
		}
		is.Models = want.Models
		return is, true, nil
	})
	return is, err
}

// Vacant returns an error if the NATS has a cluster of the name, unless that has the given id. The error wraps [ErrOther].
func (t *Table) Vacant(ctx context.Context, id string) error {
	return Again(ctx, func(ctx context.Context) error {
		e, err := t.Shards.newest(ctx, settingsKey)
		if err != nil || e == nil {
			return err
		}
		now, err := decode[Settings](e)
		if err == nil && now.ID != id {
			err = fmt.Errorf("%w: this NATS has a cluster of that name, with id %s: connect to servers that are new, or start the node as ever", ErrOther, now.ID)
		}
		return err
	})
}

// allow returns an error for a node with other wishes.
func (s *Settings) allow(want Settings) error {
	switch {
	case s.Format > want.Format:
		return fmt.Errorf("%w: they have format %d, this program reads up to %d: start the newer program on this machine; nothing was changed", ErrNewer, s.Format, want.Format)
	case want.Shards != 0 && want.Shards != s.Shards:
		return fmt.Errorf("%w: it has %d shards, asked for were %d: their number never changes, so leave it out", ErrOther, s.Shards, want.Shards)
	case want.Replicas != 0 && want.Replicas != s.Replicas:
		return fmt.Errorf("%w: its logs are on %d servers, asked for were %d: leave the number out", ErrOther, s.Replicas, want.Replicas)
	case s.Models != nil && want.Models != nil:
		return s.sameModels(want.Models)
	}
	return nil
}

// sameModels returns an error for a node with other models than the cluster's: vectors of two models cannot be compared.
func (s *Settings) sameModels(other *store.Bound) error {
	differ := s.Models.Differ(other.ModelHashes)
	if differ == 0 && s.Models.Profile == other.Profile {
		return nil
	}
	return fmt.Errorf("%w: its nodes embed with profile %s, this one with profile %s, and the models of %v are others: start this node with --profile %s and the same --models as the others",
		ErrOther, s.Models.Profile, other.Profile, differ.Codes(), s.Models.Profile)
}
