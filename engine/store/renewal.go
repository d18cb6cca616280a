package store

import (
	"context"
	"errors"
	"fmt"
	"math"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// Renewal is the target of embedding all memories of a store again: the spaces whose values are made again, and the models of all values
// afterwards. While a renewal is in progress the old values are served, and the new ones are collected separately.
type Renewal struct {
	Spaces      models.Set // spaces whose values change; the values of the others are the same with both models
	Profile     string
	ModelHashes [models.Count][32]byte
}

// Renewed holds a memory's values in the renewed spaces after a renewal: packed values (which may be absent), and the number of tokens that each
// space saw.
type Renewed struct {
	Tokens [models.Count]uint32
	Record fingerprint.Record
}

// Renewer makes a store's values again while the old ones are served. It is safe for concurrent use. New values are stored
// by [OpRenew]. They belong to one version of their memory, and are removed when that version is replaced or purged.
type Renewer interface {
	// BeginRenewal records what is to be made. Calling it again with the same renewal changes nothing; while another is in progress the error wraps
	// [ErrRenewing].
	BeginRenewal(ctx context.Context, r Renewal) error
	// Renewal returns the renewal in progress; nil: none.
	Renewal(ctx context.Context) (*Renewal, error)
	// Unrenewed returns memories after an id (the zero id: from the first), forgotten ones too, whose current version has no new values, in the order of ids, at most
	// limit. Memories with damaged headers are left out: they are neither renewed nor switched. Without a renewal the error wraps [ErrNoRenewal].
	Unrenewed(ctx context.Context, behind ID, limit int) ([]ID, error)
	// EndRenewal switches to the new values, of all memories at once, and writes entries of shelves with them; no reader sees the old values
	// afterwards. If a memory lacks new values, the error wraps [ErrUnrenewed] and nothing is changed.
	EndRenewal(ctx context.Context, entries ...Entry) error
	// AbandonRenewal drops the new values; without a renewal it changes nothing.
	AbandonRenewal(ctx context.Context) error
	// ClearRenewal removes what the last renewal left (the old values or, after AbandonRenewal, the new ones) and frees their disk space. While a
	// renewal is in progress, or if nothing is left, it does nothing. What it could not finish is done by the next call, also after a crash.
	ClearRenewal(ctx context.Context) error
	// RenewalRoom returns how much disk space the renewal of the spaces needs.
	RenewalRoom(ctx context.Context, spaces models.Set) (RenewalRoom, error)
}

// RenewalRoom is the disk space that a renewal needs, in bytes.
type RenewalRoom struct {
	Need  int64 // in addition to the space used now: new values next to the old ones, and the store's reserve
	Free  int64
	Known bool // false: the system does not report Free
}

// Short reports whether there is too little space.
func (r *RenewalRoom) Short() bool { return r.Known && r.Free < r.Need }

// Errors of a [Renewer] that callers can tell apart.
var (
	ErrRenewing  = errors.New("store is being embedded again with other models")
	ErrNoRenewal = errors.New("store is not being embedded again")
	ErrUnrenewed = errors.New("memory has no new values yet")
)

// Refuse returns why the store cannot begin r while the renewal now is in progress; nil if it can, or has begun it already.
func (now *Renewal) Refuse(r *Renewal) error {
	if now == nil || *now == *r {
		return nil
	}
	return fmt.Errorf("%w: with those of profile %s: let that end, or abandon it", ErrRenewing, now.Profile)
}

// Check reports why the renewal is not possible, or nil. The error wraps [ErrBadRecord].
func (r *Renewal) Check() error {
	if fromTime := models.OfOrigin(models.FromTime); r.Spaces&fromTime != 0 || r.Spaces.Without(models.All) != 0 {
		return fmt.Errorf("%w: spaces %v cannot be renewed: values of %v are computed when read", ErrBadRecord, r.Spaces.Spaces(), fromTime.Spaces())
	}
	return nil
}

// Allow reports why n cannot be new values of the renewal, or nil. The error wraps [ErrBadRecord].
func (r *Renewal) Allow(n *Renewed) error {
	for s := range n.Record {
		if !n.Record[s].Absent() && !r.Spaces.Has(models.Space(s)) {
			return fmt.Errorf("%w: it has a new value in %v, which is not renewed", ErrBadRecord, models.Space(s))
		}
	}
	return nil
}

// Settle updates m's header to its state after the renewal: profile, model hashes, and the tokens of the renewed spaces. Distances between old
// values cannot be compared with those between new ones, so the distances in these spaces become absent. Scores stay, because they were
// measured when the memory was stored. Settle does not change values.
func (r *Renewal) Settle(m *Memory, n *Renewed) {
	m.Profile, m.ModelHashes = r.Profile, r.ModelHashes
	for _, s := range r.Spaces.Spaces() {
		m.Tokens[s] = n.Tokens[s]
		if m.UTL.Measured {
			m.UTL.Distance[s] = float32(math.NaN())
		}
	}
}

// LacksValues is the error of an EndRenewal that was called too early; it wraps [ErrUnrenewed].
func LacksValues(id ID) error {
	return fmt.Errorf("end renewal: %w: %s: embed what Unrenewed returns, and end it then", ErrUnrenewed, id)
}
