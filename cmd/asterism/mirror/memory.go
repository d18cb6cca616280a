package mirror

import (
	"context"
	"slices"
	"strings"
	"time"

	"asterism/cmd/asterism/mirror/note"
	"asterism/engine"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// usualModality is the modality of memories whose writer named none.
const usualModality = "text"

// Memories is the part of a memory server, or of an engine of this process, that a sync uses.
type Memories interface {
	List(ctx context.Context, q engine.ListQuestion) (*engine.Page, error)
	Get(ctx context.Context, id store.ID) (*store.Memory, error)
	RememberAll(ctx context.Context, notes []engine.Note) ([]engine.Remembered, error)
	Update(ctx context.Context, id store.ID, c engine.Change) (*engine.Updated, error)
	Forget(ctx context.Context, id store.ID, hard bool) (*engine.Forgotten, error)
	Restore(ctx context.Context, id store.ID) error
}

// noMemories are those of a missing store, for a dry run, which only lists.
type noMemories struct{ Memories }

// List implements [Memories].
func (noMemories) List(context.Context, engine.ListQuestion) (*engine.Page, error) {
	return &engine.Page{}, nil
}

// kept are the contents of a namespace.
type kept struct {
	memories map[string]*store.Memory // by id, including softly forgotten ones
	images   int                      // number of images that were left out
	damaged  map[string]string        // by id: why they cannot be read
}

// stored reads a namespace. It returns an error if damaged memories have unknown ids: any missing memory might be one of them.
func stored(ctx context.Context, m Memories, namespace string) (*kept, error) {
	out := &kept{memories: map[string]*store.Memory{}, damaged: map[string]string{}}
	q := engine.ListQuestion{Namespace: namespace, Limit: engine.MaxPage, IncludeForgotten: true}
	for {
		page, err := m.List(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, lost := range page.Damaged {
			if lost.ID == uuid.Nil {
				return nil, &engine.Error{Kind: engine.KindStorage, Message: "memories are damaged in the store, and their ids are not known, so a file of one of them would be taken for one whose memory is gone: " + lost.Why,
					Hint: "`asterism check` says what is damaged; export what can be read into a new store, and sync that"}
			}
			out.damaged[lost.ID.String()] = lost.Why
		}
		for _, one := range page.Memories {
			if one.Modality == engine.ModalityImage {
				out.images++
				continue
			}
			out.memories[one.ID.String()] = one
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			return out, nil
		}
	}
}

// noteOf returns a memory in the form of a file. The usual modality is left out.
func noteOf(m *store.Memory) note.Note {
	importance := m.Importance
	n := note.Note{ID: m.ID.String(), Namespace: m.Namespace, Time: m.Time, Tags: slices.Clone(m.Tags), Importance: &importance, Source: strings.TrimSpace(m.Source),
		Session: strings.TrimSpace(m.SessionID), Modality: m.Modality, Rationale: strings.TrimSpace(m.Rationale), Links: texts(m.Links), Supersedes: texts(m.Supersedes),
		ValidFrom: m.ValidFrom, ValidUntil: m.ValidUntil, Body: note.Body(m.Content)}
	if n.Modality == usualModality {
		n.Modality = ""
	}
	return n
}

// noteFor returns the note to store for a new file. Its id depends on its content, so that a file stored twice, by a killed run and the next one, is one memory.
func noteFor(n *note.Note, namespace string, changed time.Time) engine.Note {
	out := engine.Note{Content: n.Body, Rationale: n.Rationale, Modality: n.Modality, Importance: n.Importance, Namespace: namespace, Tags: n.Tags, Time: n.Time, SessionID: n.Session,
		Source: n.Source, Links: idsOf(n.Links), Supersedes: idsOf(n.Supersedes), ValidFrom: n.ValidFrom, ValidUntil: n.ValidUntil, AllowDuplicate: true}
	if out.Time.IsZero() {
		out.Time = changed
	}
	out.Time = out.Time.UTC()
	out.ID = engine.SaidID(&out)
	return out
}

// changeOf returns the changes that make a memory equal to a file. If the file had no id, fields that it leaves out stay. Otherwise a list, source, session or time of validity that
// it leaves out is removed. Links cannot be changed.
func changeOf(n *note.Note, m *store.Memory, complete bool) (c engine.Change, any bool) {
	was := noteOf(m)
	text := func(to **string, v, old string, keep bool) {
		if v != old && !keep {
			*to, any = &v, true
		}
	}
	text(&c.Content, n.Body, was.Body, false)
	text(&c.Rationale, n.Rationale, was.Rationale, n.Rationale == "")
	text(&c.Modality, n.Modality, was.Modality, n.Modality == "")
	text(&c.Source, n.Source, was.Source, n.Source == "" && !complete)
	text(&c.SessionID, n.Session, was.Session, n.Session == "" && !complete)
	if n.Importance != nil && number(*n.Importance) != number(m.Importance) {
		c.Importance, any = n.Importance, true
	}
	if !slices.Equal(n.Tags, was.Tags) && (complete || len(n.Tags) > 0) {
		tags := append([]string{}, n.Tags...)
		c.Tags, any = &tags, true
	}
	if !n.Time.IsZero() && !n.Time.Equal(m.Time) {
		c.Time, any = &n.Time, true
	}
	if !slices.Equal(n.Supersedes, was.Supersedes) && (complete || len(n.Supersedes) > 0) {
		ids := append([]store.ID{}, idsOf(n.Supersedes)...)
		c.Supersedes, any = &ids, true
	}
	moment := func(to **time.Time, v, old time.Time) {
		if !v.Equal(old) && (complete || !v.IsZero()) {
			*to, any = &v, true
		}
	}
	moment(&c.ValidFrom, n.ValidFrom, m.ValidFrom)
	moment(&c.ValidUntil, n.ValidUntil, m.ValidUntil)
	return c, any
}

// number returns an importance with the precision of servers: four decimals.
func number(v float64) int { return int(v*1e4 + 0.5) }

func texts(ids []store.ID) (out []string) {
	for _, id := range ids {
		out = append(out, id.String())
	}
	return out
}

// idsOf parses ids that package note has checked.
func idsOf(texts []string) (out []store.ID) {
	for _, t := range texts {
		out = append(out, uuid.MustParse(t))
	}
	return out
}
