package assistants

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"asterism/engine"
)

const (
	// transcriptTail is how many bytes of a transcript's end are read.
	transcriptTail = 1 << 20
	// mostTail is the most that is read if the final message is not in that: a line with a large tool answer may come after it.
	mostTail = 64 << 20
)

// utterance is what a person or the assistant said in a line of a transcript.
type utterance struct {
	text      string
	assistant bool
	at        time.Time // zero if the line has none
}

// transcriptLine has the fields that show who said a line. https://code.claude.com/docs/en/hooks names the file; its lines are as the program writes them.
type transcriptLine struct {
	Type      string `json:"type"`
	Meta      bool   `json:"isMeta"`            // the program added it
	Summary   bool   `json:"isCompactSummary"`  // the program's summary of earlier messages
	Sidechain bool   `json:"isSidechain"`       // between the assistant and one that it started
	Failure   bool   `json:"isApiErrorMessage"` // the program's error text in place of the assistant's
	Timestamp string `json:"timestamp"`
	Message   struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// utteranceIn reads a line. Its text is "" if nobody said anything: a tool's output, what the program added, and an incomplete line at the tail's beginning.
func utteranceIn(line []byte) (u utterance) {
	var l transcriptLine
	if json.Unmarshal(line, &l) != nil || l.Meta || l.Summary || l.Sidechain || l.Failure || l.Type != "user" && l.Type != "assistant" {
		return utterance{}
	}
	u.assistant = l.Type == "assistant"
	if json.Unmarshal(l.Message.Content, &u.text) != nil {
		u.text = textBlocks(l.Message.Content)
	}
	if !u.assistant {
		u.text = withoutInserts(u.text)
	}
	u.text = strings.TrimSpace(u.text)
	if at, err := time.Parse(time.RFC3339Nano, l.Timestamp); err == nil && at.Year() >= engine.FirstYear && at.Year() <= engine.LastYear {
		u.at = at
	}
	return u
}

// inserts match the elements that the program adds to a user's message: a command's output, reminders, a task's result. The user's own arguments of a command (command-args) are
// kept.
var inserts, unended = func() (whole, begun []*regexp.Regexp) {
	for _, name := range []string{"system-reminder", "task-notification", "local-command-stdout", "local-command-stderr", "local-command-caveat", "bash-input", "bash-stdout", "bash-stderr",
		"command-name", "command-message", "user-prompt-submit-hook"} {
		whole = append(whole, regexp.MustCompile(`(?s)<`+name+`>.*?</`+name+`>`))
		begun = append(begun, regexp.MustCompile(`(?s)^\s*<`+name+`>.*`)) // one without an end, at the beginning: all of it
	}
	return whole, begun
}()

// withoutInserts returns the rest of a user's message.
func withoutInserts(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	for _, insert := range inserts {
		text = insert.ReplaceAllString(text, "\n")
	}
	for _, insert := range unended { // last: elements before the user's text have an end
		text = insert.ReplaceAllString(text, "")
	}
	return strings.NewReplacer("<command-args>", "", "</command-args>", "").Replace(text)
}

// textBlocks returns the text of a message made of blocks.
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

// lastWord returns the last text of the assistant in a transcript, which has a JSON object a line; "" if there is none. It returns an error if too much comes after it.
func lastWord(path string) (string, error) {
	if path == "" {
		return "", errors.New("the event names no transcript")
	}
	for most := int64(transcriptTail); ; most *= 4 {
		tail, whole, err := readTail(path, most)
		if err != nil {
			return "", fmt.Errorf("read the transcript: %w", err)
		}
		lines := bytes.Split(tail, []byte("\n"))
		for i := len(lines) - 1; i >= 0; i-- {
			if u := utteranceIn(lines[i]); u.assistant && u.text != "" {
				return u.text, nil
			}
		}
		if whole {
			return "", nil
		}
		if most >= mostTail {
			return "", fmt.Errorf("the last %d MiB of %s hold no word of the assistant: nothing was stored", most>>20, path)
		}
	}
}

// readTail reads the last bytes of a regular file, and reports whether that is all of it. Other files, such as a pipe, might have no end.
func readTail(path string, most int64) (tail []byte, whole bool, err error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, false, err
	}
	if !st.Mode().IsRegular() {
		return nil, false, fmt.Errorf("%s is no regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	if _, err := f.Seek(max(0, st.Size()-most), io.SeekStart); err != nil {
		return nil, false, err
	}
	tail, err = io.ReadAll(io.LimitReader(f, most))
	return tail, st.Size() <= most, err
}
