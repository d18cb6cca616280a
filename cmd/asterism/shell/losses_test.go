package shell

import (
	"io"
	"os"
	"strings"
	"testing"

	"asterism/engine/store"
	"asterism/engine/unread"
)

// TestLossesAreNamedInOrder: sorted by id; those with unknown ids only as a count, never as a zero id.
func TestLossesAreNamedInOrder(t *testing.T) {
	first, second := store.ID{1}, store.ID{2}
	l := LossesOf(unread.Left{ID: second, Why: "text"}, unread.Left{Why: "b"}, unread.Left{ID: first, Why: "text"})
	l.Add(unread.Left{Why: "a"}, unread.Left{Why: "b"})
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr := os.Stderr
	os.Stderr = w
	l.Tell("not in the file")
	os.Stderr = stderr
	_ = w.Close()
	said, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(said)), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], first.String()) || !strings.Contains(lines[1], second.String()) || !strings.Contains(lines[2], ": 2; these memories are not in the file: a") {
		t.Errorf("%s", said)
	}
	if rows := l.JSON(); len(rows) != 4 || rows[0]["id"] != first || rows[2]["id"] != nil || rows[3]["why"] != "b" || strings.Contains(string(said), (store.ID{}).String()) {
		t.Errorf("%v", rows)
	}
}
