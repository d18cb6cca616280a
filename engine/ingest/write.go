package ingest

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"asterism/engine/store"
)

// Write writes a memory as a line of JSON that an ingest reads back to the same memory: id, words, tags, time, importance, source, when it holds, how often it was
// stored, and the ids of the memories it names and supersedes. What was measured of it (vectors, alignment, learning) is measured again by whoever reads it, and when it was stored is when that is. Of an image that is a
// file the line holds the place, not the picture.
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

// momentOf writes a time; "" for none.
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
