package engine

import (
	"context"
	"errors"

	"asterism/engine/caught"
	"asterism/engine/queue"
	"asterism/engine/store"
)

// storage names what was being done with the store; nil stays nil.
func storage(doing string, err error) error {
	if err == nil {
		return nil
	}
	out := &Error{Kind: KindStorage, Message: doing, Err: err}
	if errors.Is(err, store.ErrUnknown) { // first: whatever else went wrong, it may have been done
		out.Hint = "it may have been done or not: look before asking again. If the disk failed, see the log, mend the disk and start again"
		return out
	}
	if e := busy(err); e != nil {
		return e
	}
	if e := fault(doing, err); e != nil {
		return e
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		out.Hint = "the call was cancelled or ran out of time; ask again with the same id to learn whether it was stored"
	case errors.Is(err, store.ErrNoSpace):
		out.Hint = "free space on the disk of the store, or move the store with --data; nothing was half stored"
	case errors.Is(err, store.ErrDamaged):
		out.Hint = "run `asterism check` to see what is damaged"
	case errors.Is(err, store.ErrClosed):
		out.Hint = "the server is shutting down; start it again"
	}
	return out
}

// embedding says why a text could not be embedded.
func embedding(err error) error {
	if e := busy(err); e != nil {
		return e
	}
	if e := fault("embed text", err); e != nil {
		return e
	}
	out := &Error{Kind: KindEmbedding, Message: "embed text", Err: err}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		out.Hint = "the call was cancelled or ran out of time; nothing was stored"
	}
	return out
}

// fault is the caller's error when a panic was caught on the way, nil when err says something else.
func fault(doing string, err error) *Error {
	var p *caught.Panic
	if !errors.As(err, &p) {
		return nil
	}
	return &Error{Kind: KindInternal, Message: doing, Err: err, Hint: "this is a fault of the program; its log (standard error) says under " + p.ID + " where it happened"}
}

// busy is the caller's error when a queue had no place in time, nil when err says something else.
func busy(err error) *Error {
	var full *queue.BusyError
	if !errors.As(err, &full) {
		return nil
	}
	return &Error{Kind: KindBusy, Message: "the engine is busy", RetryAfterMs: max(1, full.RetryAfter.Milliseconds()), Hint: "ask again after retry_after_ms", Err: err}
}

// notFound turns a missing memory into the caller's error and anything else into a storage error.
func notFound(doing string, err error) error {
	var missing *store.NotFoundError
	if errors.As(err, &missing) {
		return &Error{Kind: KindNotFound, Message: "no memory has id " + missing.ID.String(), Hint: "use an id that search_graph or list_memories returned; hard forgets cannot be undone"}
	}
	return storage(doing, err)
}
