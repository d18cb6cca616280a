package assistants

import (
	"context"
	"fmt"
	"unicode/utf8"

	"asterism/engine"
)

// shortest and longest bound the characters of a stored final message: a shorter one is a "Done.", and a longer one is cut, with a note.
const shortest, longest = 80, 4000

// sessionEnd is the tag of memories about a session's end.
const sessionEnd = "session-end"

// hookEnd stores the assistant's last message, which usually sums up what was done.
func (g commands) hookEnd(ctx context.Context, f *hookFlags, e *event) (string, error) {
	said, err := lastWord(e.Transcript)
	if err != nil {
		return "", err
	}
	if utf8.RuneCountInString(said) < shortest {
		return "", nil
	}
	if r := []rune(said); len(r) > longest {
		said = string(r[:longest]) + fmt.Sprintf("\n[cut here: %d of %d characters]", longest, len(r))
	}
	r, err := g.hookServer(ctx, 0)
	if err != nil {
		return "", err
	}
	defer r.Close()
	note := engine.Note{Content: fmt.Sprintf("At the end of a session in %s: %s", e.project(), said), Rationale: "how a session ended", Tags: []string{sessionEnd, e.project()}}
	return "", g.storeNote(ctx, r, e, note, "session-end")
}
