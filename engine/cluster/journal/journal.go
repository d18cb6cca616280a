package journal

import (
	"context"
	"errors"
)

// Journal is a log. It is safe for concurrent use.
type Journal interface {
	// Append puts a record behind the place expected, which must be the end of the log, and returns the record's place when a quorum has it on disk. id names the record and is
	// no other's. The same once more, with a record that stands there already, returns its place. The error wraps [ErrDeposed] when another record stands behind expected,
	// [ErrUnavailable] when no quorum could be asked: in both cases the record does not stand in the log and never will by this call. Otherwise it wraps [ErrUnknown].
	Append(ctx context.Context, expected uint64, id string, data []byte) (place uint64, err error)
	// Follow calls fn for each record behind the place after, in order, and for new ones as they come, until ctx ends or fn returns an error, and returns that. The error wraps [ErrCut]
	// when records behind after have been cut away.
	Follow(ctx context.Context, after uint64, fn func(Entry) error) error
	// Read calls fn for each record behind the place after, in order, up to the place upTo, which stands in the log, and returns then, with the error of fn, or of ctx. Unlike Follow it does without a
	// reader that servers have to agree on first, so it also works at the moment in which some of them were lost; it asks for each message by itself, so it is for a few. The error wraps [ErrCut] as that of
	// Follow does.
	Read(ctx context.Context, after, upTo uint64, fn func(Entry) error) error
	// End is the place of the end of the log, as far as a server knows that may lag behind the others; 0: it is empty. Behind it may stand parts of a record whose writer was cut off.
	End(ctx context.Context) (uint64, error)
	// Size is how many records stand in the log and how many bytes they have, as far as a server knows that may lag behind the others.
	Size(ctx context.Context) (records, bytes uint64, err error)
	// Cut removes all records at or below a place.
	Cut(ctx context.Context, place uint64) error
}

// Entry is a record as it stands in the log, or, when Part is set, a part of one of which the rest is still to come, or never will: then it tells its place alone.
type Entry struct {
	Part  bool
	Place uint64
	ID    string
	Data  []byte // the receiver's own
	After uint64 // at least how many places there are behind it
}

// Errors that callers can tell apart.
var (
	ErrDeposed     = errors.New("another record is in the log at the place of this one")
	ErrUnavailable = errors.New("no quorum of the log's servers answers")
	ErrUnknown     = errors.New("it is not known whether the record is in the log")
	ErrCut         = errors.New("the log was cut after that place: a checkpoint has what is missing")
)
