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
	// mostDecisions is how many decisions are kept of one conversation: the last ones.
	mostDecisions = 20
	// A decision is a sentence of so many characters: a shorter one says nothing by itself, a longer one is code or a table.
	shortestDecision, longestDecision = 25, 600
)

// decided are the words by which a sentence is known to say what was decided, or found to be the cause. A sentence that only asks, or weighs what could be, has "should we" or
// a question mark, and is left out.
var decided = regexp.MustCompile(`(?i)\b(we|i|you|they) (have )?(decided|chose|agreed|settled on|picked|opted)\b|\b(decision|conclusion|convention|root cause)( is| was|:)|\b(we|i)('ll| will| are going to) (use|keep|go with|stay with|not use|drop|replace|avoid)\b|\b(use|using|chose|choose|picked|prefer) [^.]{1,80}\b(instead of|rather than|over)\b|\b(is|was) (chosen|rejected|ruled out|kept|dropped)\b|\b(turned out|because it was caused|was caused by|the (bug|cause|problem|failure) (is|was))\b|\b(from now on|never again|always use|do not use|don't use|must not|must always)\b`)

// A decision is a sentence that says what was decided, and when it was said; zero where the transcript does not tell.
type decision struct {
	text string
	at   time.Time
}

// hookCompact keeps the decisions of a conversation that is about to be shortened, a memory each. One that this hook stored at an earlier shortening of the conversation is not
// stored again, also when another one has taken its place since, or somebody has forgotten it. What cannot be stored does not keep the others from it.
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
		if _, err := secrets.Redact.Hold(secrets.Field{Name: "content", Text: &note.Content}); err != nil { // as it is kept, to be known again
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

// compactHook is the hook's name, which its memories have in their source.
const compactHook = "pre-compact"

// keptDecisions are the texts that this hook has stored of the session, those that were forgotten among them. A store tells that a text is there already by itself, except where
// another one has replaced it: who says it then is taken to mean it anew, and a transcript that is read again means nothing anew.
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

// decisionsIn are the sentences of a transcript's end, of the user and of the assistant, that say what was decided; each once, in the order in which they were said.
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

// sentences are the sentences of a text outside of code, without the marks of lists and headings.
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
