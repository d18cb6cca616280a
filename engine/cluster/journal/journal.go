package journal

import (
	"context"
	"errors"
)

// Journal is a log. It is safe for concurrent use.
type Journal interface {
	// Append stores a record directly after the place expected, which must be the end of the log. It returns the record's place when a quorum has it on disk. id is unique to the
	// record. A repeated Append of a stored record returns its place. The error wraps [ErrDeposed] if another record is stored after expected, and [ErrUnavailable] if no quorum
	// could be asked. In both cases the record is not in the log, and this call will not add it later. Otherwise the error wraps [ErrUnknown].
	Append(ctx context.Context, expected uint64, id string, data []byte) (place uint64, err error)
	// Follow calls fn for each record after the place after, in order, and then for new ones as they arrive. It returns the error of fn, or of ctx when that ends. The error wraps
	// [ErrCut] if records after that place were cut away.
	Follow(ctx context.Context, after uint64, fn func(Entry) error) error
	// Read calls fn for each record after the place after up to the place upTo, which must be in the log, in order. It returns nil or the error of fn or ctx. Unlike Follow it needs
	// no consumer that servers must agree on first. So it also works just after some servers were lost. It requests each message separately, so it is only for a few records. The
	// error wraps [ErrCut] as in Follow.
	Read(ctx context.Context, after, upTo uint64, fn func(Entry) error) error
	// End returns the place of the end of the log, as known to a server that may lag; 0: the log is empty. The end may be a part of a record whose writer was interrupted.
	End(ctx context.Context) (uint64, error)
	// Size returns the number of records in the log and their bytes, as known to a server that may lag.
	Size(ctx context.Context) (records, bytes uint64, err error)
	// Cut removes all records at or below a place.
	Cut(ctx context.Context, place uint64) error
}

// Entry is a record of the log. If Part is set, it is a part of a record whose last part is still to come, or never will; then only Place is set.
type Entry struct {
	Part  bool
	Place uint64
	ID    string
	Data  []byte // the receiver's own
	After uint64 // at least how many places come after it
}

// Errors that callers can tell apart.
var (
	ErrDeposed     = errors.New("another record is in the log at the place of this one")
	ErrUnavailable = errors.New("no quorum of the log's servers answers")
	ErrUnknown     = errors.New("it is not known whether the record is in the log")
	ErrCut         = errors.New("the log was cut after that place: a checkpoint has what is missing")
)
