package assistants

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"asterism/engine"
)

const (
	// transcriptTail is how much of a transcript's end is read.
	transcriptTail = 1 << 20
	// shortest and longest bound the characters of a last message that is stored: a shorter one is a "Done.", and a longer one is cut, with a note that says so.
	shortest, longest = 80, 4000
)

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
	r, err := g.hookServer(ctx)
	if err != nil {
		return "", err
	}
	defer r.Close()
	note := engine.Note{Content: fmt.Sprintf("At the end of a session in %s: %s", e.project(), said), Rationale: "how a session ended", Tags: []string{"session-end", e.project()}}
	return "", g.storeNote(ctx, r, e, note, "session-end")
}

// lastWord is the last text of the assistant in the tail of a transcript, which has a JSON object a line; "" when there is none.
func lastWord(path string) (string, error) {
	if path == "" {
		return "", errors.New("the event names no transcript")
	}
	tail, err := readTail(path)
	if err != nil {
		return "", fmt.Errorf("read the transcript: %w", err)
	}
	lines := bytes.Split(tail, []byte("\n"))
	for i := len(lines) - 1; i >= 0; i-- {
		if text := spoken(lines[i]); text != "" {
			return text, nil
		}
	}
	return "", nil
}

// readTail reads the end of a regular file; another kind of file, such as a pipe, might have none.
func readTail(path string) ([]byte, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.Seek(max(0, st.Size()-transcriptTail), io.SeekStart); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(f, transcriptTail))
}

// spoken is the assistant's text in a line of a transcript; "" for every other line, and for a half one at the tail's beginning.
func spoken(line []byte) string {
	var l struct {
		Type    string `json:"type"`
		Message struct {
			Content json.RawMessage `json:"content"`
		} `json:"message"`
	}
	if json.Unmarshal(line, &l) != nil || l.Type != "assistant" {
		return ""
	}
	return textBlocks(l.Message.Content)
}

// textBlocks is the text of a message that is made of blocks.
func textBlocks(content json.RawMessage) string {
	var blocks []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(content, &blocks) != nil {
		return ""
	}
	var texts []string
	for _, b := range blocks {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	return strings.TrimSpace(strings.Join(texts, "\n"))
}
