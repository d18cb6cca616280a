package answerable

import (
	"strings"
	"testing"
)

// TestOwnIsWhole: as many questions with an answer as without, 120 at least, and no question or note twice.
func TestOwnIsWhole(t *testing.T) {
	o, err := ReadOwn()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, text := range append(append([]string{}, o.Notes...), o.Asked...) {
		if key := strings.ToLower(strings.TrimSpace(text)); seen[key] {
			t.Errorf("%q is there twice", text)
		} else {
			seen[key] = true
		}
	}
	with := 0
	for _, a := range o.Answers {
		if len(a) > 0 {
			with++
		}
	}
	if without := len(o.Asked) - with; with != without || with < 120 || len(o.Notes) < 150 {
		t.Errorf("%d notes, %d questions with an answer and %d without; want 150 notes at least, and as many of both, 120 at least", len(o.Notes), with, without)
	}
}

func TestOwnRefuses(t *testing.T) {
	for name, c := range map[string]struct{ notes, questions, want string }{
		"no tab":         {"a note", "-\tq", "line 1"},
		"an id twice":    {"a\tone\na\ttwo", "-\tq", "line 2"},
		"an unknown id":  {"a\tone", "b\tq", `no note "b"`},
		"an empty asked": {"a\tone", "a\t ", "line 1"},
	} {
		if _, err := parseOwn(c.notes, c.questions); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}
