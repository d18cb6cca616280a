package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"asterism/engine/fault"
	"asterism/engine/queue"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestAnUnknownOutcomeIsToldAsOne checks that the error never says that nothing was stored if that is unknown, whatever else failed.
func TestAnUnknownOutcomeIsToldAsOne(t *testing.T) {
	for name, cause := range map[string]error{"disk": errors.New("write batch: input/output error"), "full queue": &queue.BusyError{RetryAfter: time.Second}, "cancelled": context.Canceled} {
		err := fault.Storage("store memories", fmt.Errorf("%w: %w", store.ErrUnknown, cause))
		var told *Error
		if !errors.As(err, &told) || told.Kind != KindStorage || !errors.Is(err, cause) || !strings.Contains(told.Hint, "may have been done") {
			t.Errorf("%s: error %v, told as %+v", name, err, told)
		}
	}
}

// TestForgottenWhileItIsEmbedded checks that a note whose id was stored before, and is forgotten while the note is stored again, is refused and not found.
func TestForgottenWhileItIsEmbedded(t *testing.T) {
	for _, hard := range []bool{false, true} {
		e := open(t, "")
		note := Note{ID: uuid.Must(uuid.NewV7()), Content: "the ferry leaves at nine"}
		remember(t, e, note)
		drafts, err := e.in.acceptAll(t.Context(), []Note{note})
		if err == nil {
			err = errors.Join(e.in.tokeniseAndEmbed(t.Context(), drafts), e.in.fingerprint(drafts))
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Forget(t.Context(), note.ID, hard); err != nil {
			t.Fatal(err)
		}
		if _, _, err := e.in.storeAndPublish(t.Context(), drafts); !isKind(err, KindInvalid) {
			t.Errorf("hard %v: error %v, want one that says that it was forgotten", hard, err)
		}
		if n := e.loaded().Len(); n != 0 {
			t.Errorf("hard %v: search has %d memories, want none", hard, n)
		}
	}
}

// TestForgottenWhileItIsStored checks that a memory that another caller forgets between its write and its indexing is not found.
func TestForgottenWhileItIsStored(t *testing.T) {
	for _, hard := range []bool{false, true} {
		e := open(t, "")
		drafts, err := e.in.acceptAll(t.Context(), []Note{{Content: "the ferry leaves at nine"}})
		if err == nil {
			err = errors.Join(e.in.tokeniseAndEmbed(t.Context(), drafts), e.in.fingerprint(drafts))
		}
		if err != nil {
			t.Fatal(err)
		}
		release, err := e.in.align(drafts)
		if err == nil {
			err = e.in.apply(t.Context(), drafts)
		}
		if err != nil {
			t.Fatal(err)
		}
		id, forgotten := drafts[0].memory.ID, make(chan error, 1)
		go func() {
			_, err := e.forget(context.Background(), id, hard)
			forgotten <- err
		}()
		eventually(t, "forget in the store", func() bool {
			many, err := e.store.Get(t.Context(), store.Parts{}, id)
			return err == nil && (many[0] == nil || !many[0].Deleted.IsZero())
		})
		if _, err := e.in.publish(drafts); err != nil {
			t.Fatal(err)
		}
		release()
		if err := <-forgotten; err != nil {
			t.Fatal(err)
		}
		if n := e.loaded().Len(); n != 0 {
			t.Errorf("hard %v: search has %d memories, want none", hard, n)
		}
	}
}

// TestSearchLeavesOutWhatIsForgotten checks that, also if the store knows it before the index does.
func TestSearchLeavesOutWhatIsForgotten(t *testing.T) {
	e := open(t, "")
	r := remember(t, e, Note{Content: "the ferry leaves at nine"}, Note{Content: "the ferry stops at the pier"})
	if err := e.store.Apply(t.Context(), store.Command{Op: store.OpForget, ID: r[0].ID, At: e.now()}); err != nil {
		t.Fatal(err)
	}
	q := Question{Text: "ferry"}
	if a, b := place(t, e, q, "nine"), place(t, e, q, "pier"); a != 0 || b != 1 {
		t.Errorf("the forgotten one is at place %d, the other at %d; want 0 and 1", a, b)
	}
}
