package assistants

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"asterism/engine"
	"asterism/engine/secrets"
	"asterism/mcp/client"

	"github.com/rivo/uniseg"
)

const (
	// mostDecisions is how many decisions of one conversation are stored: the last ones.
	mostDecisions = 20
	// The length of a decision's sentence in characters: a shorter one means nothing alone, a longer one is code or a table.
	shortestDecision, longestDecision = 25, 600
)

// decided matches the words by which a sentence states a decision, or the cause of something. A sentence that only asks or weighs options has "should we" or a question mark, and is
// left out.
var decided = regexp.MustCompile(`(?i)\b(we|i|you|they) (have )?(decided|chose|agreed|settled on|picked|opted)\b|\b(decision|conclusion|convention|root cause)( is| was|:)|\b(we|i)('ll| will| are going to) (use|keep|go with|stay with|not use|drop|replace|avoid)\b|\b(use|using|chose|choose|picked|prefer) [^.]{1,80}\b(instead of|rather than|over)\b|\b(is|was) (chosen|rejected|ruled out|kept|dropped)\b|\b(turned out|because it was caused|was caused by|the (bug|cause|problem|failure) (is|was))\b|\b(from now on|never again|always use|do not use|don't use|must not|must always)\b`)

// A decision is a sentence that states a decision, and its time; zero if the transcript has none.
type decision struct {
	text string
	at   time.Time
}

// hookCompact stores the decisions of a conversation that is about to be compacted, one memory each. It does not store one again that it has stored for this conversation before,
// even if another memory has replaced it or a person has forgotten it. If one cannot be stored, the others still are.
func (g commands) hookCompact(ctx context.Context, f *hookFlags, e *event) (string, error) {
	if e.Transcript == "" {
		return "", errors.New("the event names no transcript")
	}
	tail, _, err := readTail(e.Transcript, transcriptTail)
	if err != nil {
		return "", fmt.Errorf("read the transcript: %w", err)
	}
	said := decisionsIn(tail)
	if len(said) == 0 {
		return "", nil
	}
	r, err := g.hookServer(ctx, 0)
	if err != nil {
		return "", err
	}
	defer r.Close()
	kept, err := g.keptDecisions(ctx, r, e)
	if err != nil {
		return "", err
	}
	var failed []error
	for _, s := range said {
		note := engine.Note{Content: fmt.Sprintf("In %s: %s", e.project(), s.text), Time: s.at, Rationale: "said in a session before its conversation was shortened", Tags: []string{"decision", e.project()}}
		if _, err := secrets.Redact.Hold(secrets.Field{Name: "content", Text: &note.Content}); err != nil { // as it is stored, to be recognised again
			return "", err
		}
		if kept[engine.TextHash(note.Content)] {
			continue
		}
		if err := g.storeNote(ctx, r, e, note, compactHook); err != nil {
			failed = append(failed, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	if len(failed) > 0 {
		return "", fmt.Errorf("%d of %d sentences that say what was decided were not kept, the first since: %w", len(failed), len(said), failed[0])
	}
	return "", nil
}

// compactHook is the hook's name, which is in the source of its memories.
const compactHook = "pre-compact"

// keptDecisions returns the texts that this hook has stored for the session, including forgotten ones. The store itself recognises an existing text, unless another memory has
// replaced it: repeating the text then counts as a new statement. A transcript that is read again contains no new statement.
func (g commands) keptDecisions(ctx context.Context, r *client.Memory, e *event) (map[[32]byte]bool, error) {
	kept := map[[32]byte]bool{}
	q := engine.ListQuestion{Namespace: g.Home().Namespace, SessionID: e.SessionID, Source: sourceOf(compactHook), Limit: engine.MaxPage, IncludeForgotten: true}
	for {
		page, err := r.List(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, m := range page.Memories {
			kept[engine.TextHash(m.Content)] = true
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			return kept, nil
		}
	}
}

// decisionsIn returns the decisions in a transcript's tail, of the user and of the assistant, each once, in order.
func decisionsIn(tail []byte) (said []decision) {
	seen := map[string]bool{}
	for _, line := range bytes.Split(tail, []byte("\n")) {
		u := utteranceIn(line)
		for _, s := range sentences(u.text) {
			n := utf8.RuneCountInString(s)
			if n < shortestDecision || n > longestDecision || seen[s] || strings.HasSuffix(s, "?") || !decided.MatchString(s) {
				continue
			}
			seen[s] = true
			said = append(said, decision{s, u.at})
		}
	}
	return said[max(0, len(said)-mostDecisions):]
}

// sentences returns the sentences of a text outside of code, without the marks of lists and headings.
func sentences(text string) (out []string) {
	code := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			code = !code
			continue
		}
		if line = strings.TrimLeft(line, "#>*-• \t0123456789.)"); code || line == "" || strings.HasPrefix(line, "|") {
			continue
		}
		for state := -1; line != ""; {
			var s string
			s, line, state = uniseg.FirstSentenceInString(line, state)
			if s = strings.TrimSpace(strings.ReplaceAll(s, "**", "")); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}
