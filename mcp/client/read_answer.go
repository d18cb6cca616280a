package client

import (
	"math"
	"slices"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/engine/ties"
	"asterism/engine/validity"
	"asterism/mcp/answer"
	"asterism/models"
)

// memoryOf converts a memory to the store's type.
func memoryOf(a *answer.Memory) *store.Memory {
	m := &store.Memory{ID: a.ID, Namespace: a.Namespace, Content: a.Content, Rationale: a.Rationale, Modality: a.Modality, Importance: a.Importance, Tags: a.Tags,
		Time: a.Timestamp, Created: a.Created, Updated: a.Updated, Deleted: a.Forgotten, SessionID: a.SessionID, Source: a.Source, Links: a.Links,
		Supersedes: a.Supersedes, ValidFrom: a.ValidFrom, ValidUntil: a.ValidUntil}
	if m.Updated.IsZero() { // left out if equal to the time of creation
		m.Updated = m.Created
	}
	a.Seen.Into(m)
	return m
}

// measuresInto copies the figures of a memory.
func measuresInto(m *store.Memory, a *answer.Measures) {
	m.Version, m.Profile, m.Johari, m.Purpose = a.Version, a.Profile, quadrants(a.Johari), purposeOf(a.Purpose)
	if a.UTL != nil {
		m.UTL = *utlOf(a.UTL)
	}
}

// purposeOf converts a purpose vector to the store's type; without a goal it is empty.
func purposeOf(purpose []*float64) (out [models.Count]float32) {
	for s, v := range purpose {
		if s >= len(out) {
			break
		}
		out[s] = float32(math.NaN())
		if v != nil {
			out[s] = float32(*v)
		}
	}
	return out
}

func utlOf(a *answer.UTL) *store.UTL {
	return &store.UTL{Measured: true, LearningScore: float32(a.LearningScore), Entropy: float32(a.Entropy), Coherence: float32(a.Coherence), Surprise: float32(a.Surprise)}
}

// quadrants turns names into numbers; 0 means not measured.
func quadrants(names [models.Count]*string) (out [models.Count]uint8) {
	for i, n := range names {
		if n != nil {
			out[i] = uint8(slices.Index(answer.Quadrants, *n) + 1)
		}
	}
	return out
}

// millis returns a duration of so many milliseconds.
func millis(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

func storedTimings(a answer.StoredTimings) engine.Timings {
	return engine.Timings{Tokenise: millis(a.Tokenise), Queue: millis(a.Queue), Infer: millis(a.Infer), Store: millis(a.Store)}
}

func foundTimings(a answer.FoundTimings) engine.Timings {
	return engine.Timings{Tokenise: millis(a.Tokenise), Queue: millis(a.Queue), Infer: millis(a.Infer), Search: millis(a.Search), Store: millis(a.Store), Passages: millis(a.Passages)}
}

// foundOf converts the answer to a question.
func foundOf(a *answer.Found) (*engine.Found, error) {
	f := &engine.Found{Next: orEmpty(a.NextCursor), Profile: a.Profile, Learned: a.Learned, Domain: a.Domain, Scanned: a.Scanned, Meant: a.Meant, Way: validity.Way(a.Way), Timings: foundTimings(a.Timings),
		NothingRelevant: a.NothingRelevant, LessRelevant: a.LessRelevant, Unjudged: a.Unjudged, Unread: a.Unread != ""}
	f.NamedNowhere = a.Nowhere
	f.Unknown, f.Linked = unknownOf(a.Unknown), linkedOf(a.Linked)
	if a.QueryID != nil {
		f.ID = *a.QueryID
	}
	if q := a.Quoted; q != nil {
		f.Quoted, f.QuotedNowhere = q.Phrases, !q.Found
	}
	if t := a.NamedTime; t != nil {
		var err error
		if f.After, err = namedTime(t.After); err != nil {
			return nil, err
		}
		if f.Before, err = namedTime(t.Before); err != nil {
			return nil, err
		}
		f.OfTime = t.Memories
	}
	for i := range a.Results {
		hit, err := hitOf(&a.Results[i])
		if err != nil {
			return nil, err
		}
		f.Hits = append(f.Hits, hit)
	}
	return f, nil
}

// linkedOf converts linked memories; the answer only has the beginnings of their texts.
func linkedOf(all []answer.Linked) (out []ties.Via) {
	for _, l := range all {
		out = append(out, ties.Via{From: l.From, Kind: l.Kind, Weight: l.Weight, Memory: &store.Memory{ID: l.ID, Content: l.Snippet}})
	}
	return out
}

func unknownOf(all []answer.Unknown) (out []engine.Unknown) {
	for _, u := range all {
		v := engine.Unknown{Kind: u.Kind, Name: u.Name, Nearest: u.Nearest, Others: u.Others}
		for _, l := range u.Elsewhere {
			v.Elsewhere = append(v.Elsewhere, engine.Label(l))
		}
		out = append(out, v)
	}
	return out
}

// namedTime reads one bound of the time in a question's words; zero for an open one.
func namedTime(v string) (time.Time, error) {
	if v == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339, v)
}

// hitOf converts a hit, with the memory's fields in search_graph.
func hitOf(a *answer.Hit) (engine.Hit, error) {
	h := engine.Hit{Score: a.Score, Passage: a.Snippet, Context: a.Context, OfTime: a.OfTime, Words: a.Words, Filed: a.Filed, Named: a.Named, Worth: a.Worth, InMind: a.InMind, Memory: &store.Memory{ID: a.ID, Namespace: a.Namespace, Content: a.Content, Rationale: a.Rationale, Modality: a.Modality, Tags: a.Tags,
		Time: a.Timestamp, Source: a.Source, ValidFrom: a.ValidFrom, ValidUntil: a.ValidUntil}, Chain: a.Chain.Engine(), Through: a.Through, Weak: a.Weak}
	if a.Relevance != nil {
		h.Judged, h.Relevance = true, *a.Relevance
	}
	if o := a.SaidOtherwise; o != nil {
		h.SaidOtherwise = &engine.Candidate{ID: o.ID, Time: o.Date, Reason: o.Reason}
	}
	a.Copies.Into(&h)
	for _, v := range a.DecidedBy {
		s, err := space(v)
		if err != nil {
			return h, err
		}
		h.Decided = append(h.Decided, s)
	}
	for _, v := range a.Spaces {
		s, err := space(v.Space)
		if err != nil {
			return h, err
		}
		score := engine.SpaceScore{Space: s, Similarity: v.Similarity}
		if v.Rank != nil {
			score.Rank = *v.Rank
		}
		h.Spaces = append(h.Spaces, score)
	}
	return h, nil
}

// space reads "E7 code".
func space(v string) (models.Space, error) {
	code, _, _ := strings.Cut(v, " ")
	return models.ParseSpace(code)
}

// orEmpty returns a text that may be null.
func orEmpty(v *string) string {
	if v == nil {
		return ""
	}
	return *v
}
