package ingest

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// line is one note of a JSON-lines file; the names are those of inject_context. [Write] writes it, so that an export can be ingested.
type line struct {
	ID         string   `json:"id,omitempty"`
	Content    string   `json:"content"`
	Rationale  string   `json:"rationale,omitempty"`
	Modality   string   `json:"modality,omitempty"`
	Importance *float64 `json:"importance,omitempty"`
	Namespace  string   `json:"namespace,omitempty"`
	Tags       []string `json:"tags,omitempty"`
	Timestamp  string   `json:"timestamp,omitempty"`
	SessionID  string   `json:"session_id,omitempty"`
	Source     string   `json:"source,omitempty"`
	Links      []string `json:"links,omitempty"`
	Supersedes []string `json:"supersedes,omitempty"`
	ValidFrom  string   `json:"valid_from,omitempty"`
	ValidUntil string   `json:"valid_until,omitempty"`
	TimesSeen  uint32   `json:"times_seen,omitempty"` // of an export: how often the same was stored; 0 means once
	LastSeen   string   `json:"last_seen,omitempty"`  // and the last time, if it was more than once
}

// byLine reads a file and parses each of its lines into notes. A bad line is a problem, with its number, and is skipped.
func (r *run) byLine(file File, parse func(string) ([]engine.Note, error), add func(engine.Note, int) error) error {
	f, err := openLines(file)
	if err != nil {
		r.problem(err)
		return nil
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		text, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) && text == "" {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			r.problem(fmt.Errorf("read %s: %w", file.Path, err))
			return nil
		}
		if n == 1 {
			text = strings.TrimPrefix(text, byteOrderMark)
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		notes, err := parse(text)
		if err != nil {
			r.problem(fmt.Errorf("%s line %d: %w", file.Path, n, err))
			continue
		}
		for i, note := range notes {
			if !r.withoutSecrets(&note, fmt.Sprintf("%s:%d", file.Path, n)) {
				continue
			}
			if note.ID == uuid.Nil {
				if file.Format == Notes {
					note.ID = engine.SaidID(&note)
				}
				if note.Source == "" { // a note with an id comes from a memory that had no source
					note.Source = fmt.Sprintf("%s:%d", file.Path, n)
				}
			}
			if file.Format == Graph { // it has no times: the file's time is when its content was last true
				note.Time = file.Changed
			}
			if !r.ownID(&note) {
				r.problem(fmt.Errorf("%s line %d: id %s is given to another note before: give each note an id of its own, or none", file.Path, n, note.ID))
				continue
			}
			if err := add(note, len(text)*(i+1)/len(notes)-len(text)*i/len(notes)); err != nil {
				return err
			}
		}
	}
}

// ownID reports whether a note's id, if it has one, is not the id of an earlier note with other content. The store would keep only one of them, and they may be in
// batches that are stored concurrently.
func (r *run) ownID(n *engine.Note) bool {
	if n.ID == uuid.Nil {
		return true
	}
	text := engine.TextHash(n.Content)
	says := sha256.Sum256(append([]byte(n.Namespace+"\x00"), text[:]...))
	first, met := r.given[n.ID]
	if !met {
		r.given[n.ID] = says
	}
	return !met || first == says
}

// openLines opens a file that is read line by line.
func openLines(file File) (io.ReadCloser, error) {
	if file.Format == Graph {
		return openGraph(file)
	}
	return os.Open(file.Path)
}

// parse reads a line that is one note.
func (r *run) parse(text string) ([]engine.Note, error) {
	var l line
	if err := decodeLine(text, &l); err != nil {
		return nil, fmt.Errorf("parse note: %w (fields are id, content, rationale, modality, importance, namespace, tags, timestamp, session_id, source, links, supersedes, valid_from, valid_until, times_seen, last_seen)", err)
	}
	note, err := r.noteOf(&l)
	return []engine.Note{note}, err
}

// decodeLine decodes one value of known fields, and refuses anything after it.
func decodeLine(text string, into any) error {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) { // More returns false before an unmatched brace
		return errors.New("more than one value on the line")
	}
	return nil
}

func (r *run) noteOf(l *line) (engine.Note, error) {
	note := engine.Note{Content: l.Content, Rationale: l.Rationale, Modality: l.Modality, Importance: l.Importance, Namespace: l.Namespace,
		Tags: append(l.Tags, r.Tags...), SessionID: l.SessionID, Source: l.Source}
	if note.Namespace == "" {
		note.Namespace = r.Namespace
	}
	if note.SessionID == "" {
		note.SessionID = r.SessionID
	}
	if err := l.times(&note); err != nil {
		return note, err
	}
	var err error
	if l.ID != "" {
		if note.ID, err = uuid.Parse(l.ID); err != nil {
			return note, fmt.Errorf("id %q is not a UUID", l.ID)
		}
	}
	if note.Links, err = idsOf("link", l.Links); err != nil {
		return note, err
	}
	note.Supersedes, err = idsOf("supersedes", l.Supersedes)
	return note, err
}

// times parses the times of a line.
func (l *line) times(note *engine.Note) (err error) {
	for _, f := range []struct {
		name, text string
		to         *time.Time
	}{{"timestamp", l.Timestamp, &note.Time}, {"valid_from", l.ValidFrom, &note.ValidFrom}, {"valid_until", l.ValidUntil, &note.ValidUntil}, {"last_seen", l.LastSeen, &note.LastRepeat}} {
		if f.text == "" {
			continue
		}
		if *f.to, err = time.Parse(time.RFC3339, f.text); err != nil {
			return fmt.Errorf("%s %q is not RFC 3339 (2024-01-15T10:30:00Z)", f.name, f.text)
		}
	}
	if l.TimesSeen > math.MaxInt32 {
		return fmt.Errorf("times_seen is %d, the limit is %d", l.TimesSeen, math.MaxInt32)
	}
	if l.TimesSeen > 1 {
		note.Repeats = l.TimesSeen - 1
	}
	if (note.Repeats > 0) == note.LastRepeat.IsZero() {
		return fmt.Errorf("times_seen is %d and last_seen %q, want both, from 2 times on, or none", l.TimesSeen, l.LastSeen)
	}
	return nil
}

// idsOf parses ids; name is their field, for the error.
func idsOf(name string, texts []string) (ids []store.ID, err error) {
	for _, text := range texts {
		id, err := uuid.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s %q is not a UUID", name, text)
		}
		ids = append(ids, id)
	}
	return ids, nil
}
