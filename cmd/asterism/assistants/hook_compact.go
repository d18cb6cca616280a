package assistants

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"asterism/engine"

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

// hookCompact keeps the decisions of a conversation that is about to be shortened, a memory each. A sentence that is stored already, by an earlier time that the conversation
// was shortened, is counted and not stored again.
func (g commands) hookCompact(ctx context.Context, f *hookFlags, e *event) (string, error) {
	if e.Transcript == "" {
		return "", errors.New("the event names no transcript")
	}
	tail, err := readTail(e.Transcript)
	if err != nil {
		return "", fmt.Errorf("read the transcript: %w", err)
	}
	said := decisionsIn(tail)
	if len(said) == 0 {
		return "", nil
	}
	r, err := g.hookServer(ctx)
	if err != nil {
		return "", err
	}
	defer r.Close()
	for _, s := range said {
		note := engine.Note{Content: fmt.Sprintf("In %s: %s", e.project(), s), Rationale: "said in a session before its conversation was shortened", Tags: []string{"decision", e.project()}}
		if err := g.storeNote(ctx, r, e, note, "pre-compact"); err != nil {
			return "", err
		}
	}
	return "", nil
}

// decisionsIn are the sentences of a transcript's end, of the user and of the assistant, that say what was decided; each once, in the order in which they were said.
func decisionsIn(tail []byte) (said []string) {
	seen := map[string]bool{}
	for _, line := range bytes.Split(tail, []byte("\n")) {
		for _, s := range sentences(spokenByAnyone(line)) {
			n := utf8.RuneCountInString(s)
			if n < shortestDecision || n > longestDecision || seen[s] || strings.HasSuffix(s, "?") || !decided.MatchString(s) {
				continue
			}
			seen[s] = true
			said = append(said, s)
		}
	}
	return said[max(0, len(said)-mostDecisions):]
}

// spokenByAnyone is the text of the user or the assistant in a line of a transcript; "" for every other line. What a tool gave, or the program added, nobody said.
func spokenByAnyone(line []byte) string {
	if text := spoken(line); text != "" {
		return text
	}
	var l struct {
		Type    string `json:"type"`
		Meta    bool   `json:"isMeta"`
		Message struct {
			Content json.RawMessage `json:"content"`
		} `json:"message"`
	}
	if json.Unmarshal(line, &l) != nil || l.Type != "user" || l.Meta {
		return ""
	}
	var text string
	if json.Unmarshal(l.Message.Content, &text) == nil {
		return text
	}
	return textBlocks(l.Message.Content)
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
