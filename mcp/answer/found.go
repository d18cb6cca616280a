package answer

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/models"
)

// Found is what search_graph answers.
type Found struct {
	Results    []Hit              `json:"results"`
	QueryID    *store.ID          `json:"query_id"`       // of this search; null on later pages
	Note       string             `json:"note,omitempty"` // that results can be rated with record_outcome
	NextCursor *string            `json:"nextCursor"`     // null on the last page
	Untrusted  bool               `json:"untrusted"`
	Profile    string             `json:"profile"`
	Learned    bool               `json:"learned,omitempty"` // recorded outcomes have changed the profile's weights
	Domain     string             `json:"domain,omitempty"`  // the domain whose learned weights are used, if it was given, or with explain
	Weights    map[string]float64 `json:"weights,omitempty"`
	Scanned    int                `json:"scanned"`
	NamedTime  *NamedTime         `json:"namedTime,omitempty"`
	Meant      []string           `json:"meant,omitempty"`
	Unknown    []Unknown          `json:"unknown,omitempty"` // only without results
	Quoted     *Quoted            `json:"quoted,omitempty"`
	Nowhere    []string           `json:"namedNowhere,omitempty"` // identifiers of the query that none of the best hundred memories contains
	AsOf       *time.Time         `json:"as_of,omitempty"`        // the time for which the answer is current
	Way        string             `json:"asked_for,omitempty"`    // from the query's words: earlier or oldest of each chain; each: nothing is folded
	// Fields about relevance.
	NothingRelevant bool         `json:"nothingRelevant,omitempty"` // the store probably has no answer
	LessRelevant    int          `json:"lessRelevant,omitempty"`    // left out by min_relevance
	Unjudged        string       `json:"unjudged,omitempty"`        // why relevance is null
	Unread          string       `json:"unread,omitempty"`          // the models cannot read the question's language
	Linked          []Linked     `json:"linked,omitempty"`          // one link away from the first results
	Timings         FoundTimings `json:"timings"`

	least   string // the minimum values of the question, in words
	further bool   // it is not the first page
	all     bool   // the text also shows weak hits

	// If filters exclude every memory: how many there are, and the filters in words.
	unfiltered int
	filters    string
}

// outcomeNote reminds a model to rate the results.
const outcomeNote = "record_outcome with query_id rates a result."

// UnreadNote says why hits are weak.
const UnreadNote = "the models do not read this language: only memories that share a word with the question are relevant"

// NamedTime is the time in the query's words, [After, Before); an open side is absent. Memories of that time are preferred, and no memory is excluded.
type NamedTime struct {
	After    string `json:"after,omitempty"`
	Before   string `json:"before,omitempty"`
	Memories int    `json:"memories"` // of that time, among those scanned
	Note     string `json:"note"`
}

// Quoted are the quoted phrases of the query. Either every result contains all of them, or none does.
type Quoted struct {
	Phrases []string `json:"phrases"`
	Found   bool     `json:"found"`
}

// namedTimeNote explains to a model the effect of the time and the alternatives.
const namedTimeNote = "preferred, with nothing left out; to filter, use after and before; profile semantic ignores it"

func namedTimeOf(f *engine.Found) *NamedTime {
	if f.After.IsZero() && f.Before.IsZero() {
		return nil
	}
	side := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.Format(time.RFC3339)
	}
	return &NamedTime{After: side(f.After), Before: side(f.Before), Memories: f.OfTime, Note: namedTimeNote}
}

// FoundTimings is how long a search took, in milliseconds.
type FoundTimings struct {
	Tokenise float64 `json:"tokenise"`
	Queue    float64 `json:"queue"`
	Infer    float64 `json:"infer"`
	Search   float64 `json:"search"`
	Store    float64 `json:"store"`              // reading the hits
	Passages float64 `json:"passages,omitempty"` // finding the passage that answers in each hit
}

// Hit is a memory that was found.
type Hit struct {
	ID         store.ID     `json:"id"`
	Score      float64      `json:"score"`
	Relevance  *float64     `json:"relevance"`      // chance that it answers, 0…1; null: see Found.Unjudged, or an image
	Weak       bool         `json:"weak,omitempty"` // the chance is small
	DecidedBy  []string     `json:"decidedBy"`
	Snippet    string       `json:"snippet,omitempty"`
	Content    string       `json:"content,omitempty"`
	Bytes      int          `json:"contentBytes,omitempty"` // size of a requested content that does not fit; a snippet replaces it
	Rationale  string       `json:"rationale,omitempty"`
	Namespace  string       `json:"namespace"`
	Modality   string       `json:"modality"`
	Tags       []string     `json:"tags,omitempty"`
	Source     string       `json:"source,omitempty"`
	Timestamp  time.Time    `json:"timestamp,omitzero"`
	AgeSeconds int64        `json:"ageSeconds"`
	Spaces     []SpaceScore `json:"spaces,omitempty"`
	Context    float64      `json:"context,omitempty"` // what the memories before it add to the score; with explain
	OfTime     float64      `json:"ofTime,omitempty"`  // what its time adds to the score; with explain
	Words      float64      `json:"words,omitempty"`   // what the question's words in it add to the score; with explain
	Filed      float64      `json:"filed,omitempty"`   // what the score loses for code or data of a folder
	Copies
	Worth  float64 `json:"worth,omitempty"`  // what recorded outcomes of the same question add to the score; with explain
	InMind float64 `json:"inMind,omitempty"` // what the workspace adds to the score; with explain
	Named  float64 `json:"named,omitempty"`  // what identifiers of the query in it add to the score; with explain
	Chain
	ValidFrom     time.Time  `json:"valid_from,omitzero"`
	ValidUntil    time.Time  `json:"valid_until,omitzero"`
	SaidOtherwise *Candidate `json:"said_otherwise,omitempty"` // a newer hit with a different statement about the same thing
	Through       *store.ID  `json:"through,omitempty"`        // the memory that matched, if this one is shown instead
}

// SpaceScore is a hit's score in one space.
type SpaceScore struct {
	Space      string  `json:"space"`
	Similarity float64 `json:"similarity"`
	Standard   float64 `json:"standard"` // standard deviations above the average memory; large ones count by their logarithm
	Rank       *int    `json:"rank"`     // null: not ranked in this space
}

// Fit divides an answer's space among the texts. Contents are whole while they fit; the others are snippets. The more results, the shorter each snippet.
func (f *Found) Fit(hits []engine.Hit, query string) {
	each := roomOfAnswer / max(1, len(f.Results))
	room := roomOfAnswer
	for i := range f.Results {
		h := &f.Results[i]
		text := engine.Shown(hits[i].Memory)
		took := jsonLength(h.Content) + jsonLength(h.Rationale) + jsonLength(h.Snippet)
		spare := room - each*(len(f.Results)-i-1) // what remains for this one if all later ones get their share
		if took > spare && h.Content != "" {
			h.Bytes, h.Content, h.Rationale, h.Snippet = len(h.Content), "", "", snippet(text, query)
			took = jsonLength(h.Snippet)
		}
		if took > max(each, spare) {
			h.Snippet = snippetOf(text, query, each)
			took = jsonLength(h.Snippet)
		}
		room -= took
	}
}

// leastOf returns the question's minimum values, in words; empty if there are none.
func leastOf(q *engine.Question) string {
	var out []string
	if q.MinSimilarity > 0 {
		out = append(out, fmt.Sprintf("minSimilarity %v", q.MinSimilarity))
	}
	if q.MinAlignment > 0 {
		out = append(out, fmt.Sprintf("min_alignment %v", q.MinAlignment))
	}
	if out == nil {
		return ""
	}
	return " with " + strings.Join(out, " and ")
}

// ShowAll makes the text show all hits, also weak ones: a caller with a minimum relevance has said what to show.
func (f *Found) ShowAll() { f.all = true }

// FiltersOf returns a question's filters other than the namespace, in words; empty if there are none.
func FiltersOf(q *engine.Question) string {
	var out []string
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"tags", len(q.Tags) > 0}, {"after", !q.After.IsZero()}, {"before", !q.Before.IsZero()}, {"as_of", !q.AsOf.IsZero()},
		{fmt.Sprintf("min_alignment %v", q.MinAlignment), q.MinAlignment > 0}, {"session_id", q.SessionID != ""}, {"source", q.Source != ""}, {"modality", q.Modality != ""},
	} {
		if f.given {
			out = append(out, f.name)
		}
	}
	switch n := len(out); n {
	case 0:
		return ""
	case 1:
		return "the filter " + out[0]
	default:
		return "the filters " + strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
}

// LeftOut records, for an answer without hits, the filters and how many memories there are without them.
func (f *Found) LeftOut(filters string, memories int) { f.filters, f.unfiltered = filters, memories }

// FoundFrom converts the result of q to the answer of search_graph, with whole texts or snippets. Ages are relative to now.
func FoundFrom(f *engine.Found, q *engine.Question, whole bool, now time.Time) Found {
	v := Found{
		Results:   make([]Hit, 0, len(f.Hits)),
		Untrusted: true,
		Profile:   f.Profile,
		Learned:   f.Learned,
		Scanned:   f.Scanned,
		NamedTime: namedTimeOf(f),
		Meant:     f.Meant,
		Way:       string(f.Way),
		Unknown:   UnknownFrom(f.Unknown),
		Linked:    linkedFrom(f.Linked),
		Timings:   FoundTimings{ms(f.Timings.Tokenise), ms(f.Timings.Queue), ms(f.Timings.Infer), ms(f.Timings.Search), ms(f.Timings.Store), ms(f.Timings.Passages)},
	}
	v.least, v.further = leastOf(q), q.Cursor != ""
	if q.Domain != "" || q.Explain {
		v.Domain = f.Domain
	}
	v.NothingRelevant, v.LessRelevant, v.Unjudged = f.NothingRelevant, f.LessRelevant, f.Unjudged
	if f.Unread {
		v.Unread = UnreadNote
	}
	for i := range f.Hits {
		v.Results = append(v.Results, hitFrom(&f.Hits[i], q, whole, now))
	}
	if len(f.Quoted) > 0 {
		v.Quoted = &Quoted{f.Quoted, !f.QuotedNowhere}
	}
	if len(f.Hits) > 0 {
		v.Nowhere = f.NamedNowhere
	}
	if f.ID != (store.ID{}) {
		v.QueryID = &f.ID
	}
	if v.QueryID != nil && len(v.Results) > 0 {
		v.Note = outcomeNote
	}
	if f.Next != "" {
		v.NextCursor = &f.Next
	}
	if !q.AsOf.IsZero() {
		at := q.AsOf.UTC()
		v.AsOf = &at
	}
	if q.Explain {
		v.Weights = weightsByCode(f.Weights)
	}
	return v
}

func hitFrom(h *engine.Hit, q *engine.Question, whole bool, now time.Time) Hit {
	m := h.Memory
	v := Hit{
		ID: m.ID, Score: Round(h.Score, 6), DecidedBy: []string{},
		Namespace: m.Namespace, Modality: m.Modality, Tags: m.Tags, Source: m.Source,
		Timestamp: m.Time.UTC(), AgeSeconds: max(0, int64(now.Sub(m.Time).Seconds())), Copies: copiesOf(h),
		Chain: ChainFrom(&h.Chain), ValidFrom: m.ValidFrom.UTC(), ValidUntil: m.ValidUntil.UTC(), Through: h.Through,
	}
	for i, p := range h.Chain.Supersedes {
		if h.Through != nil && p.ID == *h.Through { // the memory that matched is the answer, although another one is shown in its place
			v.Supersedes[i].Snippet = snippet(p.Text, q.Text)
		}
	}
	if o := h.SaidOtherwise; o != nil {
		v.SaidOtherwise = &Candidate{o.ID, o.Time.UTC(), o.Reason}
	}
	if h.Judged {
		r := Round(h.Relevance, 2)
		v.Relevance, v.Weak = &r, h.Weak
	}
	if whole {
		v.Content, v.Rationale = m.Content, m.Rationale
		if len(h.Passage) < len(m.Content) {
			v.Snippet = h.Passage
		}
	} else {
		v.Snippet = cmp.Or(h.Passage, snippet(engine.Shown(m), q.Text))
	}
	for _, s := range h.Decided {
		v.DecidedBy = append(v.DecidedBy, s.String())
	}
	if q.Explain {
		v.Spaces, v.Context, v.OfTime = spaceViews(h.Spaces), Round(h.Context, 4), Round(h.OfTime, 4)
		v.Filed = Round(h.Filed, 4)
		v.Words, v.Named, v.Worth, v.InMind = Round(h.Words, 4), Round(h.Named, 4), Round(h.Worth, 4), Round(h.InMind, 4)
	}
	return v
}

func spaceViews(scores []engine.SpaceScore) []SpaceScore {
	out := make([]SpaceScore, 0, len(scores))
	for _, s := range scores {
		v := SpaceScore{Space: s.Space.String(), Similarity: Round(s.Similarity, 4), Standard: Round(s.Standard, 2)}
		if s.Rank > 0 {
			rank := s.Rank
			v.Rank = &rank
		}
		out = append(out, v)
	}
	return out
}

func weightsByCode(weights [models.Count]float64) map[string]float64 {
	out := map[string]float64{}
	for i, w := range weights {
		if w > 0 {
			out[models.Space(i).Code()] = Round(w, 4)
		}
	}
	return out
}
