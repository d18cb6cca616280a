package ingest

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"asterism/engine/store"
)

// Write writes a memory as a line of JSON that an ingest reads back to the same memory: id, words, tags, time, importance, source, and the ids of the memories
// it names. What was measured of it (vectors, alignment, learning) is measured again by whoever reads it, and when and how often it was stored begins anew. Of an image that is a
// file the line holds the place, not the picture.
func Write(w io.Writer, m *store.Memory) error {
	l := line{ID: m.ID.String(), Content: m.Content, Rationale: m.Rationale, Modality: m.Modality, Importance: &m.Importance, Namespace: m.Namespace, Tags: m.Tags,
		Timestamp: m.Time.UTC().Format(time.RFC3339Nano), SessionID: m.SessionID, Source: m.Source}
	for _, id := range m.Links {
		l.Links = append(l.Links, id.String())
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	if err := out.Encode(l); err != nil {
		return fmt.Errorf("write memory %s: %w", m.ID, err)
	}
	return nil
}
