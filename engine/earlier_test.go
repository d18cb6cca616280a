package engine

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
)

// changeText gives a memory another text, and fails the test on an error.
func changeText(t *testing.T, e *Engine, id store.ID, content string) {
	t.Helper()
	if _, err := e.Update(context.Background(), id, Change{Content: &content}); err != nil {
		t.Fatal(err)
	}
}

func earlierTexts(t *testing.T, e *Engine, id store.ID) (out []string) {
	t.Helper()
	all, err := HistorianOf(e).Earlier(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		out = append(out, v.Content)
	}
	return out
}

// TestEarlierTextsAreKept checks that they stay with the memory over a restart and a move to another namespace, and are removed with it; other changes keep none.
func TestEarlierTextsAreKept(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	e := open(t, dir)
	ids := []store.ID{rememberOne(t, e, Note{Content: "the crane is yellow"}), rememberOne(t, e, Note{Content: "the crane stands"})}
	changeText(t, e, ids[0], "the crane is green")
	importance, why := .9, "seen today"
	if _, err := e.Update(ctx, ids[0], Change{Importance: &importance}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Update(ctx, ids[0], Change{Rationale: &why}); err != nil {
		t.Fatal(err)
	}
	want := "the crane is green|the crane is yellow"
	if got := strings.Join(earlierTexts(t, e, ids[0]), "|"); got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
	if got := earlierTexts(t, e, ids[1]); len(got) != 0 {
		t.Errorf("of a memory that never changed %v are kept", got)
	}
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	e = open(t, dir)
	if _, err := e.MoveNamespace(ctx, NamespaceMove{From: DefaultNamespace, Into: "harbour"}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(earlierTexts(t, e, ids[0]), "|"); got != want {
		t.Errorf("after a restart and a move %s", got)
	}
	if n, err := HistorianOf(e).ForgetEarlier(ctx, ids[0]); err != nil || n != 2 || len(earlierTexts(t, e, ids[0])) != 0 {
		t.Errorf("forgot %d earlier texts, %v", n, err)
	}
	changeText(t, e, ids[0], "the crane is gone")
	if _, err := e.Forget(ctx, ids[0], true); err != nil {
		t.Fatal(err)
	}
	var gone *Error
	if _, err := HistorianOf(e).Earlier(ctx, ids[0]); !errors.As(err, &gone) || gone.Kind != KindNotFound {
		t.Errorf("of one that was removed for good: %v", err)
	}
	leavesNothing(t, e)
}

// TestEarlierTextsGoWithTheirTime checks that the daily pass removes them with the memories that can no longer be restored.
func TestEarlierTextsGoWithTheirTime(t *testing.T) {
	ctx, clock := context.Background(), &handClock{now: time.Now()}
	e := openAt(t, t.TempDir(), clock, slog.New(slog.DiscardHandler))
	id := rememberOne(t, e, Note{Content: "the ferry leaves at noon"})
	changeText(t, e, id, "the ferry leaves at one")
	if _, err := e.Forget(ctx, id, false); err != nil {
		t.Fatal(err)
	}
	if got := earlierTexts(t, e, id); len(got) != 1 {
		t.Errorf("of a forgotten memory %v are kept", got)
	}
	clock.forward(RestoreWindow + time.Hour)
	eventually(t, "it is purged", func() bool { _, err := HistorianOf(e).Earlier(ctx, id); return err != nil })
	leavesNothing(t, e)
}

// leavesNothing fails the test if the shelf has an earlier text.
func leavesNothing(t *testing.T, e *Engine) {
	t.Helper()
	err := e.store.Walk(context.Background(), store.ShelfUndo, nil, nil, false, func(key, value []byte) (bool, error) {
		if strings.HasPrefix(string(key), "text") {
			t.Errorf("left: %q %s", key, value)
		}
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
