package ingest

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"asterism/engine"
	"asterism/engine/chunk"
	"asterism/engine/picture"
)

// byteOrderMark is what some editors write at the start of a UTF-8 file; it is not part of the text.
const byteOrderMark = "\ufeff"

// document reads a file and cuts it into notes. The time of a note is the file's modification time: when its content
// was last true.
func (r *run) document(path string) ([]engine.Note, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	b = bytes.TrimPrefix(b, []byte(byteOrderMark))
	switch kind := http.DetectContentType(b); {
	case slices.Contains(picture.Formats(), kind):
		return nil, fmt.Errorf("%s is an image (%s), and texts are ingested; `asterism remember --image` takes it", path, kind)
	case bytes.IndexByte(b, 0) >= 0:
		return nil, fmt.Errorf("%s is binary: it holds a NUL byte at offset %d", path, bytes.IndexByte(b, 0))
	case !utf8.Valid(b):
		return nil, fmt.Errorf("%s is not UTF-8; convert it first", path)
	}
	var notes []engine.Note
	for _, c := range chunk.Split(path, string(b), chunk.DefaultLimits) {
		notes = append(notes, r.note(path, info.ModTime(), c))
	}
	return notes, nil
}

func (r *run) note(path string, when time.Time, c chunk.Chunk) engine.Note {
	return engine.Note{
		Content:   withTitle(c),
		Modality:  c.Modality,
		Namespace: r.Namespace,
		Tags:      r.Tags,
		Time:      when,
		Source:    fmt.Sprintf("%s:%d", path, c.Line),
		SessionID: r.SessionID,
	}
}

// withTitle puts the headings above a piece in front of it, except those that it already contains.
func withTitle(c chunk.Chunk) string {
	text := strings.TrimRight(c.Text, " \t\r\n")
	path := strings.Split(c.Title, " > ")
	for len(path) > 0 && strings.Contains(text, path[len(path)-1]) {
		path = path[:len(path)-1]
	}
	if len(path) == 0 {
		return text
	}
	return strings.Join(path, " > ") + "\n\n" + text
}
