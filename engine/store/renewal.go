package store

import (
	"context"
	"errors"
	"fmt"
	"math"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// Renewal is what a store is brought to when all its memories are embedded anew: the spaces whose values are made again, and the models that
// all its values are of afterwards. While one is under way the old values serve, and the new ones gather beside them.
type Renewal struct {
	Spaces      models.Set // whose values change; those of the others are the same with both models
	Profile     string
	ModelHashes [models.Count][32]byte
}

// Renewed is what a memory has after a renewal in the renewed spaces: packed values, absent ones too, and the tokens that each space saw.
type Renewed struct {
	Tokens [models.Count]uint32
	Record fingerprint.Record
}

// Renewer lets a store's values be made anew while the old ones serve. It is safe for concurrent use. New values come in by
// [OpRenew]; they belong to one version of their memory, and go when that is replaced or purged.
type Renewer interface {
	// BeginRenewal notes what is to be made. The same once more changes nothing; while another is under way the error wraps [ErrRenewing].
	BeginRenewal(ctx context.Context, r Renewal) error
	// Renewal returns what is under way; nil: nothing.
	Renewal(ctx context.Context) (*Renewal, error)
	// Unrenewed returns memories behind an id (the zero id: from the first), forgotten ones too, whose present version has no new values, in the
	// order of ids, at most limit. Those whose headers are damaged are left out: they are neither renewed nor switched. Without a renewal the error wraps [ErrNoRenewal].
	Unrenewed(ctx context.Context, behind ID, limit int) ([]ID, error)
	// EndRenewal makes the new values those that are served, of all memories at once, together with entries of shelves; the old ones are gone for
	// every reader. The error wraps [ErrUnrenewed] when a memory lacks new values, and then nothing was changed.
	EndRenewal(ctx context.Context, entries ...Entry) error
	// AbandonRenewal drops the new values; without a renewal it changes nothing.
	AbandonRenewal(ctx context.Context) error
	// ClearRenewal removes what the last renewal left, the old values or, after it was abandoned, the new ones, and gives their room back. While a
	// renewal is under way, or when nothing is left, it does nothing. What it could not finish the next call does, also after a crash.
	ClearRenewal(ctx context.Context) error
	// RenewalRoom says how much room the disk must have to renew the spaces.
	RenewalRoom(ctx context.Context, spaces models.Set) (RenewalRoom, error)
}

// RenewalRoom is the disk space that a renewal takes, in bytes.
type RenewalRoom struct {
	Need  int64 // more than is taken now: new values beside the old ones, and what the store keeps clear of
	Free  int64
	Known bool // false: the system does not tell Free
}

// Short says that there is less than needed.
func (r *RenewalRoom) Short() bool { return r.Known && r.Free < r.Need }

// Errors of a [Renewer] that callers can tell apart.
var (
	ErrRenewing  = errors.New("store is being embedded again with other models")
	ErrNoRenewal = errors.New("store is not being embedded again")
	ErrUnrenewed = errors.New("memory has no new values yet")
)

// Refuse says why the store cannot begin r while it is at the renewal now; nil when it can, or has.
func (now *Renewal) Refuse(r *Renewal) error {
	if now == nil || *now == *r {
		return nil
	}
	return fmt.Errorf("%w: with those of profile %s: let that end, or abandon it", ErrRenewing, now.Profile)
}

// Check reports why the renewal cannot be, or nil. The error wraps [ErrBadRecord].
func (r *Renewal) Check() error {
	if fromTime := models.OfOrigin(models.FromTime); r.Spaces&fromTime != 0 || r.Spaces.Without(models.All) != 0 {
		return fmt.Errorf("%w: spaces %v cannot be renewed: values of %v are computed when read", ErrBadRecord, r.Spaces.Spaces(), fromTime.Spaces())
	}
	return nil
}

// Allow reports why n cannot be new values within the renewal, or nil. The error wraps [ErrBadRecord].
func (r *Renewal) Allow(n *Renewed) error {
	for s := range n.Record {
		if !n.Record[s].Absent() && !r.Spaces.Has(models.Space(s)) {
			return fmt.Errorf("%w: it has a new value in %v, which is not renewed", ErrBadRecord, models.Space(s))
		}
	}
	return nil
}

// Settle makes m's header what it is after the renewal: profile, model hashes, and the tokens of the renewed spaces. What was measured between
// old values cannot be compared with what is measured between new ones, so the distances in these spaces become absent; scores stay, as
// what was found when the memory came in. Values are not touched.
func (r *Renewal) Settle(m *Memory, n *Renewed) {
	m.Profile, m.ModelHashes = r.Profile, r.ModelHashes
	for _, s := range r.Spaces.Spaces() {
		m.Tokens[s] = n.Tokens[s]
		if m.UTL.Measured {
			m.UTL.Distance[s] = float32(math.NaN())
		}
	}
}

// LacksValues is the error of an EndRenewal that came too early; it wraps [ErrUnrenewed].
func LacksValues(id ID) error {
	return fmt.Errorf("end renewal: %w: %s: embed what Unrenewed returns, and end it then", ErrUnrenewed, id)
}
