package answer

import (
	"fmt"
	"time"

	"asterism/engine"
	"asterism/engine/purpose"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/mcp/failure"
	"asterism/models"
)

// Memory is a memory as get_memory and list_memories show it, without its vectors.
type Memory struct {
	ID         store.ID   `json:"id"`
	Namespace  string     `json:"namespace"`
	Content    string     `json:"content,omitempty"`
	Bytes      int        `json:"contentBytes,omitempty"` // size of the whole content, if content is only a part
	NextOffset int        `json:"next_offset,omitempty"`  // offset of the next part, for get_memory
	Snippet    string     `json:"snippet,omitempty"`
	Image      string     `json:"image,omitempty"` // describes the image: its type and size, or its path
	Rationale  string     `json:"rationale,omitempty"`
	Modality   string     `json:"modality"`
	Importance float64    `json:"importance"`
	Tags       []string   `json:"tags,omitempty"`
	Timestamp  time.Time  `json:"timestamp,omitzero"`
	Created    time.Time  `json:"created,omitzero"`
	Updated    time.Time  `json:"updated,omitzero"`
	Forgotten  time.Time  `json:"forgotten,omitzero"` // absent unless forgotten
	SessionID  string     `json:"sessionId,omitempty"`
	Source     string     `json:"source,omitempty"`
	Links      []store.ID `json:"links,omitempty"`
	Seen
	Supersedes []store.ID `json:"supersedes,omitempty"` // as its writer gave them
	ValidFrom  time.Time  `json:"valid_from,omitzero"`
	ValidUntil time.Time  `json:"valid_until,omitzero"`
	// SupersededBy are the memories that are current in its place, the newest first.
	SupersededBy []store.ID `json:"superseded_by,omitempty"`
}

func memoryFrom(m *store.Memory) Memory {
	v := Memory{
		ID: m.ID, Namespace: m.Namespace, Rationale: m.Rationale, Modality: m.Modality,
		Importance: Round(m.Importance, 4), Tags: m.Tags, Timestamp: m.Time.UTC(), Created: m.Created.UTC(),
		Forgotten: m.Deleted.UTC(), SessionID: m.SessionID, Source: m.Source, Seen: seenOf(m),
	}
	if m.Modality == engine.ModalityImage {
		v.Image = engine.Shown(m)
	}
	v.Supersedes, v.ValidFrom, v.ValidUntil = m.Supersedes, m.ValidFrom.UTC(), m.ValidUntil.UTC()
	if !m.Updated.Equal(m.Created) {
		v.Updated = m.Updated.UTC()
	}
	return v
}

// Measures are the figures of a memory.
type Measures struct {
	Version   uint64                `json:"version"`
	Profile   string                `json:"profile"`
	Spaces    []string              `json:"spaces,omitempty"` // with a value; the temporal ones come from the stored time; absent if the engine read no vectors
	UTL       *UTL                  `json:"utl"`              // null: stored without measuring
	Johari    [models.Count]*string `json:"johari"`
	Purpose   []*float64            `json:"purpose,omitempty"`   // alignment of each space with the goal, null if it has none; absent without a goal
	Alignment *MemoryAlignment      `json:"alignment,omitempty"` // of the memory as a whole
}

// MemoryAlignment is how well a memory serves the goal: θ is the mean of purpose.
type MemoryAlignment struct {
	Theta   float64 `json:"theta"`
	Verdict string  `json:"verdict"` // optimal, acceptable, warning, critical
	// Contradicts is the goal that the memory contradicts, which lowers its alignment.
	Contradicts *Contradicted `json:"contradicts,omitempty"`
}

// Contradicted is a goal and how a memory contradicts it.
type Contradicted struct {
	ID          store.ID `json:"id"`
	Description string   `json:"description"`
	Differs     string   `json:"differs"`
}

// words returns that as the suffix of a verdict.
func (c *Contradicted) words() string {
	if c == nil {
		return ""
	}
	return fmt.Sprintf(": it contradicts goal %s, %q: %s", engine.ShortID(c.ID), failure.Clip(c.Description), c.Differs)
}

// against adds the goal that the memory contradicts, if it has an alignment.
func (m *Measures) against(a *engine.Against) {
	if a != nil && m.Alignment != nil {
		m.Alignment.Contradicts = &Contradicted{a.ID, a.Description, a.Differs}
	}
}

// Against converts that goal back for the engine; nil: none.
func (m *Measures) Against() *engine.Against {
	if m.Alignment == nil || m.Alignment.Contradicts == nil {
		return nil
	}
	c := m.Alignment.Contradicts
	return &engine.Against{ID: c.ID, Description: c.Description, Differs: c.Differs}
}

func measureFrom(m *store.Memory) Measures {
	v := Measures{Version: m.Version, Profile: m.Profile, Spaces: filled(m), Johari: johariNames(m.Johari)}
	if m.Purpose != [models.Count]float32{} {
		for _, p := range m.Purpose {
			v.Purpose = append(v.Purpose, figure(float64(p)))
		}
	}
	if theta, ok := search.Theta(&m.Purpose); ok {
		v.Alignment = &MemoryAlignment{Theta: Round(theta, 6), Verdict: string(purpose.VerdictOf(theta))}
	}
	if m.UTL.Measured {
		v.UTL = utlFrom(m.UTL)
	}
	return v
}

// filled lists the spaces in which a memory has values. Values computed from the time are never in the record.
func filled(m *store.Memory) []string {
	set := models.OfOrigin(models.FromTime)
	without := set
	for i := range m.Record {
		if !m.Record[i].Absent() {
			set = set.With(models.Space(i))
		}
	}
	if set == without { // a memory always has others too, so the vectors were not read
		return nil
	}
	var out []string
	for _, s := range set.Spaces() {
		out = append(out, s.String())
	}
	return out
}
