package quality

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 16 << 20

// readEntries reads a file of JSON lines {"_id", "title", "text"}; the title may be missing. Other fields are ignored.
func readEntries(path string) ([]entry, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := parseEntries(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return entries, nil
}

func parseEntries(r io.Reader) (out []entry, err error) {
	seen := map[string]int{}
	err = numberedLines(r, func(n int, line string) error {
		e, err := parseEntry(line)
		if err != nil {
			return err
		}
		if first, ok := seen[e.id]; ok {
			return fmt.Errorf("field _id: %q stands on line %d already", e.id, first)
		}
		seen[e.id] = n
		out = append(out, e)
		return nil
	})
	if err == nil && len(out) == 0 {
		err = errors.New("it holds no lines")
	}
	return out, err
}

// parseEntry reads one line. Ids are strings; numbers are taken as they are written.
func parseEntry(line string) (entry, error) {
	var raw struct {
		ID    json.RawMessage `json:"_id"`
		Title *string         `json:"title"`
		Text  *string         `json:"text"`
	}
	if err := json.Unmarshal([]byte(line), &raw); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return entry{}, fmt.Errorf("field %s: it is a %s, want a string", kind.Field, kind.Value)
		}
		return entry{}, fmt.Errorf("not a line of JSON: %w", err)
	}
	id, err := nameOf("_id", raw.ID)
	if err != nil {
		return entry{}, err
	}
	if raw.Text == nil {
		return entry{}, fmt.Errorf("field text of %q: it is missing", id)
	}
	text := *raw.Text
	if raw.Title != nil {
		text = strings.TrimSpace(*raw.Title + " " + text)
	}
	return entry{id, text}, nil
}

// nameOf reads a field that names something: a string, or a number as it is written.
func nameOf(field string, raw json.RawMessage) (string, error) {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		var number json.Number
		if json.Unmarshal(raw, &number) != nil {
			return "", fmt.Errorf("field %s: it is %q, want a string or a number", field, raw)
		}
		text = number.String()
	}
	if text == "" {
		return "", fmt.Errorf("field %s: it is missing or empty", field)
	}
	return text, nil
}

// numberedLines gives do every line that is not blank, with its number from 1, and puts the number in front of do's error.
func numberedLines(r io.Reader, do func(n int, line string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimRight(lines.Text(), "\r")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := do(n, line); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w (a line may have %d bytes)", n+1, err, maxLine)
	}
	return nil
}
