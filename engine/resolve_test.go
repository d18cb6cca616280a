package engine

import (
	"errors"
	"strings"
	"testing"

	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestResolve checks that six digits of one end identify a live memory, and that an error says what else to give.
func TestResolve(t *testing.T) {
	e := open(t, t.TempDir())
	ids := map[string]store.ID{}
	for name, id := range map[string]string{"a": "01890a5d-ac96-774b-bcce-b3020000aaaa", "b": "01890a5d-ac97-774b-bcce-b3020000bbbb", "c": "01890a5d-ac97-774b-bcce-b3031111bbbb"} {
		ids[name] = uuid.MustParse(id)
		if _, err := e.Remember(t.Context(), Note{ID: ids[name], Content: "note " + name, Rationale: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	for digits, want := range map[string]store.ID{
		"0000aaaa": ids["a"], "00AAAA": ids["a"], "0000bbbb": ids["b"], "01890a5d-ac96": ids["a"], ids["c"].String(): ids["c"],
		"ffffffff-ffff-4fff-bfff-ffffffffffff": uuid.MustParse("ffffffff-ffff-4fff-bfff-ffffffffffff"), // a whole id is not looked up
	} {
		if got, err := e.Resolve(t.Context(), digits); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", digits, got, err, want)
		}
	}
	for digits, c := range map[string]struct {
		kind fault.Kind
		says string
	}{
		"01890a5d-ac97": {KindInvalid, ids["b"].String()}, "abcdef12": {KindNotFound, "abcdef12"}, "aaaa": {KindInvalid, "aaaa"}, "zzzzzzzz": {KindInvalid, "zzzzzzzz"}, "": {KindInvalid, `""`},
	} {
		_, err := e.Resolve(t.Context(), digits)
		var f *Error
		if !errors.As(err, &f) || f.Kind != c.kind || !strings.Contains(f.Message, c.says) || f.Hint == "" {
			t.Errorf("%q: %v, want %s that says %s and a hint", digits, err, c.kind, c.says)
		}
	}
	if _, err := e.Forget(t.Context(), ids["a"], false); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Resolve(t.Context(), "0000aaaa"); err == nil {
		t.Error("a forgotten memory is found by its digits")
	}
}

// TestResolveGoal checks that a missing goal is not reported as a missing memory.
func TestResolveGoal(t *testing.T) {
	e := open(t, "")
	star := setStar(t, e, "", breadGoal).Goal
	if got, err := ResolveGoal(t.Context(), e, ShortID(star.ID)); err != nil || got != star.ID {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := ResolveGoal(t.Context(), e, "abcdef12"); !isKind(err, KindGoal) {
		t.Errorf("%v, want %s", err, KindGoal)
	}
}
