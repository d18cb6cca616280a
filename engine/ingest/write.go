package ingest

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"asterism/engine"
	"asterism/engine/store"
)

// Write writes a memory as a line of JSON that an ingest reads back to the same memory: id, text, tags, time, importance, source, validity, how often it was stored, and the ids of the
// memories that it names and supersedes. Measured values (vectors, alignment, learning) are measured again by the reader, and the time of storing is that of the reader. For an image in a
// file the line contains its path, not the image.
func Write(w io.Writer, m *store.Memory) error {
	l := line{ID: m.ID.String(), Content: m.Content, Rationale: m.Rationale, Modality: m.Modality, Importance: &m.Importance, Namespace: m.Namespace, Tags: m.Tags,
		Timestamp: momentOf(m.Time), SessionID: m.SessionID, Source: m.Source, Links: textsOf(m.Links), Supersedes: textsOf(m.Supersedes),
		ValidFrom: momentOf(m.ValidFrom), ValidUntil: momentOf(m.ValidUntil)}
	if m.Repeats > 0 {
		l.TimesSeen, l.LastSeen = m.Repeats+1, momentOf(m.LastRepeat)
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	if err := out.Encode(l); err != nil {
		return fmt.Errorf("write memory %s: %w", m.ID, err)
	}
	return nil
}

// WriteNote writes a note as a line, as [Write] does a memory: [ReadNote] reads the same note back. It refuses fields that a line cannot contain: a domain, and whether a copy is stored
// in any case.
func WriteNote(w io.Writer, n *engine.Note) error {
	if n.Domain != "" || n.AllowDuplicate {
		return fmt.Errorf("write note: a line has no domain (%q) and does not ask for a copy (%v)", n.Domain, n.AllowDuplicate)
	}
	l := line{Content: n.Content, Rationale: n.Rationale, Modality: n.Modality, Importance: n.Importance, Namespace: n.Namespace, Tags: n.Tags,
		Timestamp: momentOf(n.Time), SessionID: n.SessionID, Source: n.Source, Links: textsOf(n.Links), Supersedes: textsOf(n.Supersedes),
		ValidFrom: momentOf(n.ValidFrom), ValidUntil: momentOf(n.ValidUntil)}
	if n.ID != (store.ID{}) {
		l.ID = n.ID.String()
	}
	if n.Repeats > 0 {
		l.TimesSeen, l.LastSeen = n.Repeats+1, momentOf(n.LastRepeat)
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	if err := out.Encode(l); err != nil {
		return fmt.Errorf("write note: %w", err)
	}
	return nil
}

// ReadNote reads a line with one note. An unknown field is an error.
func ReadNote(text string) (engine.Note, error) {
	notes, err := (&run{}).parse(text)
	if err != nil {
		return engine.Note{}, err
	}
	return notes[0], nil
}

// momentOf formats a time; "" if it is zero.
func momentOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func textsOf(ids []store.ID) (out []string) {
	for _, id := range ids {
		out = append(out, id.String())
	}
	return out
}
