package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"asterism/engine/queue"
	"asterism/engine/store"
	"asterism/engine/store/rocks"

	"github.com/google/uuid"
)

// givenUp runs a call whose caller goes away while its write is under way: the write lands and nobody hears of it, as with [rocks.Store.Apply]. Writes after that one answer as ever.
func givenUp(t *testing.T, call func(context.Context) error) {
	t.Helper()
	ctx, giveUp := context.WithCancel(t.Context())
	was, writes := applyTo, 0
	defer func() { applyTo = was }()
	applyTo = func(s *rocks.Store, ctx context.Context, cmds ...store.Command) error {
		if writes++; writes > 1 {
			return was(s, ctx, cmds...)
		}
		if err := was(s, ctx, cmds...); err != nil {
			return err
		}
		giveUp()
		return fmt.Errorf("%w: %w", store.ErrUnknown, ctx.Err())
	}
	if err := call(ctx); err != nil {
		t.Errorf("a write that landed was answered with %v", err)
	}
	if writes != 2 {
		t.Errorf("the store was asked %d times, want twice", writes)
	}
}

// TestWhatIsGivenUpIsFoundAsItIsStored: whoever leaves while a memory is written, search knows what the store knows.
func TestWhatIsGivenUpIsFoundAsItIsStored(t *testing.T) {
	e := open(t, t.TempDir())
	ferry, heron := Question{Text: "when does the ferry leave?"}, Question{Text: "E_HERON_17"}
	found := func(step string, q Question, words string, want int) {
		t.Helper()
		if got := place(t, e, q, words); got != want {
			t.Errorf("%s: %q is at place %d, want %d", step, words, got, want)
		}
	}
	id := uuid.Must(uuid.NewV7())
	givenUp(t, func(ctx context.Context) error {
		_, err := e.Remember(ctx, Note{ID: id, Content: "the ferry leaves at nine"})
		return err
	})
	found("remember", ferry, "ferry", 1)
	givenUp(t, func(ctx context.Context) error {
		_, err := e.Update(ctx, id, Change{Content: new("E_HERON_17 means that the pump is dry"), Tags: &[]string{"pump"}})
		return err
	})
	found("update", heron, "E_HERON_17", 1)
	if f, err := e.Recall(t.Context(), Question{Text: "pump", Tags: []string{"pump"}}); err != nil || len(f.Hits) != 1 {
		t.Errorf("update: search knows the old tags, %v", err)
	}
	givenUp(t, func(ctx context.Context) error { _, err := e.Forget(ctx, id, false); return err })
	if e.index.Len() != 0 {
		t.Error("forget: search still has it")
	}
	givenUp(t, func(ctx context.Context) error { return e.Restore(ctx, id) })
	found("restore", heron, "E_HERON_17", 1)
	givenUp(t, func(ctx context.Context) error {
		m := get(t, e, id)
		m.Version, m.Tags = m.Version+1, []string{"merged"}
		return e.rewrite(ctx, m)
	})
	if f, err := e.Recall(t.Context(), Question{Text: "pump", Tags: []string{"merged"}}); err != nil || len(f.Hits) != 1 {
		t.Errorf("rewrite: search knows the old tags, %v", err)
	}
	givenUp(t, func(ctx context.Context) error { _, err := e.Forget(ctx, id, true); return err })
	if e.index.Len() != 0 {
		t.Error("forget for good: search still has it")
	}
}

// TestAnUnknownOutcomeIsToldAsOne: it is not said that nothing was stored where that is not known, whatever else went wrong.
func TestAnUnknownOutcomeIsToldAsOne(t *testing.T) {
	e := open(t, t.TempDir())
	was := applyTo
	defer func() { applyTo = was }()
	broken := errors.New("write batch: input/output error")
	for name, again := range map[string]error{"disk": broken, "full queue": &queue.BusyError{RetryAfter: time.Second}} {
		ctx, giveUp := context.WithCancel(t.Context())
		applyTo = func(_ *rocks.Store, ctx context.Context, _ ...store.Command) error {
			if giveUp(); ctx.Err() == nil {
				return again
			}
			return fmt.Errorf("%w: %w", store.ErrUnknown, ctx.Err())
		}
		_, err := e.Remember(ctx, Note{Content: "perhaps"})
		var told *Error
		if !errors.As(err, &told) || told.Kind != KindStorage || !errors.Is(err, again) || !strings.Contains(told.Hint, "may have been done") {
			t.Errorf("%s: error %v, told as %+v", name, err, told)
		}
	}
	asked := 0
	applyTo = func(*rocks.Store, context.Context, ...store.Command) error {
		asked++
		return fmt.Errorf("%w: %w", store.ErrUnknown, broken)
	}
	if _, err := e.Remember(t.Context(), Note{Content: "perhaps"}); !errors.Is(err, broken) || asked != 1 {
		t.Errorf("a disk that fails: error %v, asked %d times, want once: nobody gave up", err, asked)
	}
}

// TestForgottenWhileItIsStored: a memory that another caller forgets between its write and its way into search is not found.
func TestForgottenWhileItIsStored(t *testing.T) {
	for _, hard := range []bool{false, true} {
		e := open(t, t.TempDir())
		drafts, err := e.acceptAll(t.Context(), []Note{{Content: "the ferry leaves at nine"}})
		if err == nil {
			err = errors.Join(e.tokeniseAndEmbed(t.Context(), drafts), e.fingerprint(drafts))
		}
		if err != nil {
			t.Fatal(err)
		}
		release, err := e.align(drafts)
		if err == nil {
			err = e.keep(t.Context(), drafts)
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
			return gone(err) || err == nil && !many[0].Deleted.IsZero()
		})
		if _, err := e.publish(drafts); err != nil {
			t.Fatal(err)
		}
		release()
		if err := <-forgotten; err != nil {
			t.Fatal(err)
		}
		if n := e.index.Len(); n != 0 {
			t.Errorf("hard %v: search has %d memories, want none", hard, n)
		}
	}
}

// TestSearchLeavesOutWhatIsForgotten also when the store knows of it before search does.
func TestSearchLeavesOutWhatIsForgotten(t *testing.T) {
	e := open(t, t.TempDir())
	r := remember(t, e, Note{Content: "the ferry leaves at nine"}, Note{Content: "the ferry stops at the pier"})
	if err := e.store.Apply(t.Context(), store.Command{Op: store.OpForget, ID: r[0].ID, At: e.now()}); err != nil {
		t.Fatal(err)
	}
	q := Question{Text: "ferry"}
	if a, b := place(t, e, q, "nine"), place(t, e, q, "pier"); a != 0 || b != 1 {
		t.Errorf("the forgotten one is at place %d, the other at %d; want 0 and 1", a, b)
	}
}
