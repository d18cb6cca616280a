package fault

import (
	"context"
	"errors"

	"asterism/engine/caught"
	"asterism/engine/queue"
	"asterism/engine/store"
)

// DamageHint says what to do about a damaged store.
const DamageHint = "keep a copy of the folder; `asterism check` says what is damaged, `asterism reembed --damaged` computes vectors again, `asterism export` writes the texts that can be read, and `asterism backup restore` puts the last backup in place"

// Storage names what was being done with the store; nil stays nil.
func Storage(doing string, err error) error {
	if err == nil {
		return nil
	}
	out := &Error{Kind: KindStorage, Message: doing, Err: err}
	if errors.Is(err, store.ErrUnknown) { // first: whatever else went wrong, the write may have been done
		out.Hint = "it may have been done or not: check before asking again. If the disk failed, see the log, repair the disk and start again"
		return out
	}
	if e := Busy(err); e != nil {
		return e
	}
	if e := Panicked(doing, err); e != nil {
		return e
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		out.Hint = "the call was cancelled or ran out of time; ask again with the same id to learn whether it was stored"
	case errors.Is(err, store.ErrNoSpace):
		out.Hint = "free space on the disk of the store, or move the store with --data; nothing was half stored"
	case errors.Is(err, store.ErrReadOnly):
		out.Hint = "let this user write to the folder and its disk, or copy the folder to another disk and name it with --data; lists, searches and `asterism export` read it as it is"
	case errors.Is(err, store.ErrForbidden):
		out.Hint = "nothing was changed. A command of another user, such as root, has left a file of that user: give the folder back (`sudo chown -R USER FOLDER`), and run commands as the store's user (`sudo -u USER`)"
	case errors.Is(err, store.ErrDamaged):
		out.Hint = DamageHint
	case errors.Is(err, store.ErrClosed):
		out.Hint = "the server is shutting down; start it again"
	}
	return out
}

// Embedding returns why a text could not be embedded.
func Embedding(err error) error {
	if e := Busy(err); e != nil {
		return e
	}
	if e := Panicked("embed text", err); e != nil {
		return e
	}
	var inner *Error
	if errors.As(err, &inner) { // such as a model that fails to open when it is first needed
		return &Error{Kind: inner.Kind, Message: "embed text: " + inner.Message, Err: inner.Err, Hint: inner.Hint} // once, and not per space
	}
	out := &Error{Kind: KindEmbedding, Message: "embed text", Err: err}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		out.Hint = "the call was cancelled or ran out of time; nothing was stored"
	}
	return out
}

// Panicked returns the caller's error if a panic was caught, nil if err is something else.
func Panicked(doing string, err error) *Error {
	var p *caught.Panic
	if !errors.As(err, &p) {
		return nil
	}
	return &Error{Kind: KindInternal, Message: doing, Err: err, Hint: "this is a fault of the program; its log (standard error) says under " + p.ID + " where it happened"}
}

// Busy returns the caller's error if a queue had no place in time, nil if err is something else.
func Busy(err error) *Error {
	var full *queue.BusyError
	if !errors.As(err, &full) {
		return nil
	}
	return &Error{Kind: KindBusy, Message: "the engine is busy", RetryAfterMs: max(1, full.RetryAfter.Milliseconds()), Hint: "ask again after retry_after_ms", Err: err}
}

// NotFound converts a missing memory to the caller's error and anything else to a storage error.
func NotFound(doing string, err error) error {
	var missing *store.NotFoundError
	if errors.As(err, &missing) {
		return &Error{Kind: KindNotFound, Message: "no memory has id " + missing.ID.String(), Hint: "use an id that search_graph or list_memories returned; hard forgets cannot be undone"}
	}
	return Storage(doing, err)
}

// Machine names the operation with models, a device or their libraries, and the hint; a panic is reported as one.
func Machine(doing string, err error, hint string) error {
	if e := Panicked(doing, err); e != nil {
		return e
	}
	return &Error{Kind: KindDevice, Message: doing, Err: err, Hint: hint}
}
