package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// Store is everything that an engine needs from its storage, in parts. Each part is a small contract, and code depends only on the part that it calls.
// A second implementation must follow this file and [Decide], and pass the tests of engine/store/suite. It is safe for concurrent use by many writers
// and readers. [Of] makes one.
type Store struct {
	Memories
	Shelves
	Graph
	Renewer
	Models
	Upkeep
	io.Closer // flushes and frees; no other call may be running
}

// Of returns a Store whose parts are all s.
func Of(s interface {
	Memories
	Shelves
	Graph
	Renewer
	Models
	Upkeep
	io.Closer
}) Store {
	return Store{s, s, s, s, s, s, s}
}

// Memories stores memories. It is safe for concurrent use.
//
// For each id a store knows the highest version that was written or purged. So commands about one id may be applied again, late, or in
// another order by a log that is replayed: remembers and purges that name their version give the same memory, or the same absence, in
// any order. No clock is involved. Purpose vectors and learned edges are an exception: they are computed from memories and can be
// computed again, so the last command about them wins.
type Memories interface {
	// Apply executes the commands in order, all of them or none. When it returns nil, they survive a power cut; when it
	// returns an error other than [ErrUnknown], nothing was changed. Applying the same command twice is the same as once,
	// so a caller settles an unknown outcome by calling again with the same ids. [Decide] defines what each command does.
	Apply(ctx context.Context, cmds ...Command) error
	// Get returns the memories with the given ids, in that order, with the parts asked for, all of one state. It also returns
	// softly forgotten memories (Deleted is set). The result is nil for an id that no memory has; [One] turns this into an
	// error.
	Get(ctx context.Context, parts Parts, ids ...ID) ([]*Memory, error)
	// Find returns the id of a live memory of the namespace with the given text hash; ok is false if there is none.
	Find(ctx context.Context, namespace string, hash [32]byte) (id ID, ok bool, err error)
	// Same calls fn with the header of each memory of the namespace with the given text hash, also softly forgotten ones, in the order of ids, over one consistent
	// state. fn returns false to stop, and must not call the store.
	Same(ctx context.Context, namespace string, hash [32]byte, fn func(*Memory) (bool, error)) error
	// Scan calls fn for each memory of the range, in the range's order, over one consistent state. fn returns false to stop.
	Scan(ctx context.Context, r Range, parts Parts, fn func(*Memory) (bool, error)) error
	// Values returns the packed values of the given spaces, one record per id, in order, all of one state; an empty record for an id that
	// no memory has. It reads nothing else: a search asks for hundreds at a time.
	Values(ctx context.Context, spaces models.Set, ids []ID) ([]fingerprint.Record, error)
	// Live returns how many memories of a namespace are not forgotten, without counting them.
	Live(ctx context.Context, namespace string) (int, error)
	// Forgotten returns at most limit memories that were softly forgotten before a time, the longest forgotten first.
	Forgotten(ctx context.Context, before time.Time, limit int) ([]Forgotten, error)
	// Purged returns those of the ids that were purged, in the given order.
	Purged(ctx context.Context, ids ...ID) ([]ID, error)
}

// Op is what a command does.
type Op string

// The operations.
const (
	OpRemember Op = "remember" // insert or replace Memory
	OpForget   Op = "forget"   // soft: hide ID from search and lists, restorable
	OpRestore  Op = "restore"  // undo a soft forget
	OpPurge    Op = "purge"    // remove every trace of ID except a [Tombstone]
	OpAlign    Op = "align"    // set the purpose vector of ID, if its version is still Version
	OpLink     Op = "link"     // set or remove the edge of Kind between ID and Other, if both exist
	OpRepeat   Op = "repeat"   // record that the content of ID was stored again, if its version is still Version
	OpRenew    Op = "renew"    // store new values of ID for the [Renewal] in progress, if its version is still Version
)

// Command is one change of state. It is plain data that can be serialised: a log of commands rebuilds a store.
type Command struct {
	Op     Op
	ID     ID      // of the memory; equal to Memory.ID for OpRemember
	Memory *Memory // OpRemember only
	// Version of OpPurge is the highest version that is removed, also if it is stored only later. A higher version that is already stored stays.
	// Zero means the version stored now; in a log that may be replayed a purge must name its version, or it would remove what was stored since.
	// Version of OpAlign, OpRepeat and OpRenew is the version that was read; other versions are not changed.
	Version uint64
	// Purpose is for OpAlign only: the memory's alignment in each space; NaN where it is absent, all zeros if there is no goal.
	// The memory's Version and Updated stay the same: its content has not changed, and the goals may change at any time.
	Purpose *[models.Count]float32
	Renewed *Renewed  // OpRenew only: values of the renewed spaces; without a renewal in progress nothing changes
	Other   ID        // OpLink only: the other end; the edge has no direction
	Kind    EdgeKind  // OpLink only: one of Undirected
	Weight  float32   // OpLink only: in (0, 1]; 0 removes the edge
	Count   uint32    // OpRepeat only: how often the same content has been stored again, including this time; a number at or below the stored one changes nothing
	At      time.Time // time of the request; required for OpForget, OpPurge, OpLink and OpRepeat
}

// Parts says which parts of a memory are wanted; the header is always returned.
type Parts struct {
	Content bool       // Content and Rationale
	Spaces  models.Set // the packed values of these spaces
	// Unread is called for each memory with damage in the requested parts, perhaps from several goroutines at once. The call then continues: damaged values are absent, and a
	// memory without header or text is left out as if it did not exist. nil: the call fails with an error that wraps [ErrDamaged].
	Unread func(Unread)
}

// Range says which memories Scan visits: live ones only unless Deleted is set. An empty Namespace means all
// namespaces. Within a namespace the order is by Time, then ID, newest first if Reverse is set; the namespaces
// themselves are always in ascending byte order.
type Range struct {
	Namespace     string
	After, Before time.Time // half-open [After, Before); zero means open
	Reverse       bool
	Deleted       bool    // visit softly forgotten memories too
	From          *Cursor // start strictly after this place
}

// Cursor is a place in a Range's order.
type Cursor struct {
	Namespace string
	Time      time.Time
	ID        ID
}

// Forgotten is a softly forgotten memory and the time when it was forgotten.
type Forgotten struct {
	ID ID
	At time.Time
}

// Getter is the part of [Memories] that [One] calls.
type Getter interface {
	Get(ctx context.Context, parts Parts, ids ...ID) ([]*Memory, error)
}

// One returns the memory with an id, or a *[NotFoundError].
func One(ctx context.Context, s Getter, parts Parts, id ID) (*Memory, error) {
	many, err := s.Get(ctx, parts, id)
	if err != nil {
		return nil, err
	}
	if many[0] == nil {
		return nil, &NotFoundError{ID: id}
	}
	return many[0], nil
}

// NotFoundError says which memory does not exist.
type NotFoundError struct{ ID ID }

func (e *NotFoundError) Error() string { return fmt.Sprintf("get memory: no memory has id %s", e.ID) }

// Errors that callers can tell apart.
var (
	ErrLocked    = errors.New("store is in use by another process")
	ErrNewer     = errors.New("store has a newer format than this program")
	ErrDamaged   = errors.New("stored record is damaged")
	ErrNoSpace   = errors.New("no space left on the disk of the store")
	ErrProfile   = errors.New("store was written with other models")
	ErrReadOnly  = errors.New("store can be read only")
	ErrForbidden = errors.New("a file of the store may not be read by this user")
	ErrClosed    = errors.New("store is closed")
	ErrBadRecord = errors.New("memory cannot be stored")
	ErrUnknown   = errors.New("outcome unknown, apply again with the same ids")

	// Of stores that several machines replicate. Nothing was changed.
	ErrDeposed     = errors.New("another node leads this shard")
	ErrUnavailable = errors.New("no majority of the cluster's servers answers")
)
