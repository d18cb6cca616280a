package ingest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"asterism/engine"

	"github.com/google/uuid"
)

// line is one note of a JSON-lines file; the names are those of inject_context.
type line struct {
	ID         string   `json:"id"`
	Content    string   `json:"content"`
	Rationale  string   `json:"rationale"`
	Modality   string   `json:"modality"`
	Importance *float64 `json:"importance"`
	Namespace  string   `json:"namespace"`
	Tags       []string `json:"tags"`
	Timestamp  string   `json:"timestamp"`
	SessionID  string   `json:"session_id"`
	Source     string   `json:"source"`
}

// lines reads a JSON-lines file note by note. A bad line is given to bad, with its number, and passed over.
func (r *run) lines(path string, each func(engine.Note, int) error, bad func(error)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		text, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) && text == "" {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read %s: %w", path, err)
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		note, perr := r.parse(text)
		if perr != nil {
			bad(fmt.Errorf("%s line %d: %w", path, n, perr))
			continue
		}
		if note.Source == "" {
			note.Source = fmt.Sprintf("%s:%d", path, n)
		}
		if err := each(note, len(text)); err != nil {
			return err
		}
	}
}

func (r *run) parse(text string) (engine.Note, error) {
	var l line
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		return engine.Note{}, fmt.Errorf("parse note: %w (fields are id, content, rationale, modality, importance, namespace, tags, timestamp, session_id, source)", err)
	}
	if dec.More() {
		return engine.Note{}, errors.New("parse note: more than one value on the line")
	}
	note := engine.Note{Content: l.Content, Rationale: l.Rationale, Modality: l.Modality, Importance: l.Importance, Namespace: l.Namespace,
		Tags: append(l.Tags, r.Tags...), SessionID: l.SessionID, Source: l.Source}
	if note.Namespace == "" {
		note.Namespace = r.Namespace
	}
	if note.SessionID == "" {
		note.SessionID = r.SessionID
	}
	var err error
	if l.Timestamp != "" {
		if note.Time, err = time.Parse(time.RFC3339, l.Timestamp); err != nil {
			return note, fmt.Errorf("timestamp %q is not RFC 3339 (2024-01-15T10:30:00Z)", l.Timestamp)
		}
	}
	if l.ID != "" {
		if note.ID, err = uuid.Parse(l.ID); err != nil {
			return note, fmt.Errorf("id %q is not a UUID", l.ID)
		}
	}
	return note, nil
}
