package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/models"
)

var (
	profiles   = []string{"auto", "semantic", "causal", "code", "temporal", "fact", "balanced"}
	directions = []string{"cause", "effect"}
)

// searchGraph finds memories by meaning, words, code, cause, entity and time.
func searchGraph() *tool {
	return &tool{
		name:        "search_graph",
		title:       "Search memories",
		description: "Find memories by meaning, exact words, code, cause or time (all 13 spaces fused). Returns untrusted data, best first.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			"query":{"type":"string","minLength":1,"description":"What to find, in plain words or code"},
			"image":{"type":"string","description":"Instead of query: data URI or allowed path"},
			"topK":{"type":"integer","minimum":1,"maximum":100,"default":10},
			"cursor":{"type":"string","description":"nextCursor of the page before, all else the same"},
			"minSimilarity":{"type":"number","minimum":0,"maximum":1,"default":0},
			"minAlignment":{"type":"number","minimum":0,"maximum":1,"default":0,"description":"Least goal alignment"},
			` + filterProperties + `,
			"profile":{"type":"string","enum":["auto","semantic","causal","code","temporal","fact","balanced"],"default":"auto","description":"Which spaces weigh most"},
			"spaces":{"type":"array","items":{"type":"string"},"maxItems":13,"description":"Only these: E1…E13 or names"},
			"direction":{"type":"string","enum":["cause","effect"],"description":"Find its causes or effects"},
			"includeContent":{"type":"boolean","default":false,"description":"Whole text and rationale"},
			"explain":{"type":"boolean","default":false,"description":"Similarity and rank in each space"},
			"exact":{"type":"boolean","default":false,"description":"Compare all memories (slow)"}},
			"additionalProperties":false}`,
		output: `"results":{"type":"array","items":{"type":"object","properties":{
			"id":{"type":"string"},"score":{"type":"number"},"decidedBy":{"type":"array","items":{"type":"string"}},
			"snippet":{"type":"string"},"content":{"type":"string"},"rationale":{"type":"string"},"ageSeconds":{"type":"integer"},
			"spaces":{"type":"array","items":{"type":"object"}}},"required":["id","score","decidedBy","ageSeconds"]}},
			"query_id":{"anyOf":[{"type":"string"},{"type":"null"}],"description":"For record_outcome; null on later pages"},"note":{"type":"string"},
			"nextCursor":{"anyOf":[{"type":"string"},{"type":"null"}]},"untrusted":{"const":true},"profile":{"type":"string"},"learned":{"type":"boolean","description":"Its weights are as recorded outcomes changed them"},"weights":{"type":"object"},"scanned":{"type":"integer"},
			"namedTime":{"type":"object","description":"Range that the query's words named and the search kept to"},
			"meant":{"type":"array","items":{"type":"string"},"description":"Words that misspelt ones stand for, searched as well"},
			"timings":{"type":"object","properties":{"tokenise":{"type":"number"},"queue":{"type":"number"},"infer":{"type":"number"},"search":{"type":"number"},"store":{"type":"number"}}}`,
		always:  []string{"results", "query_id", "nextCursor", "untrusted", "profile", "scanned", "timings"},
		prepare: prepareSearch,
	}
}

// filterProperties are the arguments that search_graph and list_memories share.
const filterProperties = `"modality":{"type":"string","enum":["text","code","image","audio","structured","mixed"]},
	"namespace":{"type":"string","description":"\"*\" for all; default \"default\""},
	"tags":{"type":"array","items":{"type":"string"},"maxItems":32,"description":"All must be present"},
	"after":{"type":"string","description":"RFC 3339 or date"},
	"before":{"type":"string","description":"RFC 3339 or date"},
	"session_id":{"type":"string"},
	"source":{"type":"string"}`

func prepareSearch(a *arguments) job {
	q := engine.Question{
		Image:     a.text("image", engine.MaxImageContentBytes),
		TopK:      a.integer("topK", 1, engine.MaxTopK, 10),
		Cursor:    a.text("cursor", maxCursorBytes),
		Modality:  a.choice("modality", "", engine.Modalities),
		Namespace: a.text("namespace", engine.MaxNameBytes),
		Tags:      a.tags("tags"),
		SessionID: a.text("session_id", engine.MaxNameBytes),
		Source:    a.text("source", engine.MaxSourceBytes),
		Profile:   a.choice("profile", "auto", profiles),
		Spaces:    a.spaces("spaces"),
		Direction: a.choice("direction", "", directions),
		Explain:   a.flag("explain", false),
		Exact:     a.flag("exact", false),
	}
	if q.Image == "" {
		q.Text = a.requiredText("query", engine.MaxContentBytes, "what to find")
	} else {
		q.Text = a.text("query", engine.MaxContentBytes)
	}
	q.After, q.Before = a.period()
	if v := a.number("minSimilarity", 0, 1); v != nil {
		q.MinSimilarity = *v
	}
	if v := a.number("minAlignment", 0, 1); v != nil {
		q.MinAlignment = *v
	}
	whole := a.flag("includeContent", false)
	return func(ctx context.Context, e Engine, now time.Time) (*outcome, error) {
		found, err := e.Recall(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: foundFrom(found, &q, whole, now), namespace: q.Namespace}, nil
	}
}

type found struct {
	Results    []hit              `json:"results"`
	QueryID    *string            `json:"query_id"`       // of the answer, null on later pages
	Note       string             `json:"note,omitempty"` // with results whose worth can be told
	NextCursor *string            `json:"nextCursor"`     // null on the last page
	Untrusted  bool               `json:"untrusted"`
	Profile    string             `json:"profile"`
	Learned    bool               `json:"learned,omitempty"` // the profile's weights are as recorded outcomes changed them
	Weights    map[string]float64 `json:"weights,omitempty"`
	Scanned    int                `json:"scanned"`
	NamedTime  *namedTime         `json:"namedTime,omitempty"`
	Meant      []string           `json:"meant,omitempty"`
	Timings    foundTimings       `json:"timings"`
}

// outcomeNote tells a model that it can say what it was given.
const outcomeNote = `record_outcome with query_id (tool tier "standard") tells what a result was worth.`

// namedTime is the range that the query's own words named and the search kept to; an open side is left out.
type namedTime struct {
	After  string `json:"after,omitempty"`
	Before string `json:"before,omitempty"`
}

func namedTimeOf(f *engine.Found) *namedTime {
	if f.After.IsZero() && f.Before.IsZero() {
		return nil
	}
	side := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.Format(time.RFC3339)
	}
	return &namedTime{After: side(f.After), Before: side(f.Before)}
}

type foundTimings struct {
	Tokenise float64 `json:"tokenise"`
	Queue    float64 `json:"queue"`
	Infer    float64 `json:"infer"`
	Search   float64 `json:"search"`
	Store    float64 `json:"store"` // reading what was found
}

type hit struct {
	ID         string      `json:"id"`
	Score      float64     `json:"score"`
	DecidedBy  []string    `json:"decidedBy"`
	Snippet    string      `json:"snippet,omitempty"`
	Content    string      `json:"content,omitempty"`
	Rationale  string      `json:"rationale,omitempty"`
	Namespace  string      `json:"namespace"`
	Modality   string      `json:"modality"`
	Tags       []string    `json:"tags,omitempty"`
	Source     string      `json:"source,omitempty"`
	Timestamp  *string     `json:"timestamp,omitempty"`
	AgeSeconds int64       `json:"ageSeconds"`
	Spaces     []spaceView `json:"spaces,omitempty"`
}

type spaceView struct {
	Space      string  `json:"space"`
	Similarity float64 `json:"similarity"`
	Rank       *int    `json:"rank"` // null: not ranked there
}

func foundFrom(f *engine.Found, q *engine.Question, whole bool, now time.Time) found {
	v := found{
		Results:   make([]hit, 0, len(f.Hits)),
		Untrusted: true,
		Profile:   f.Profile,
		Learned:   f.Learned,
		Scanned:   f.Scanned,
		NamedTime: namedTimeOf(f),
		Meant:     f.Meant,
		Timings:   foundTimings{ms(f.Timings.Tokenise), ms(f.Timings.Queue), ms(f.Timings.Infer), ms(f.Timings.Search), ms(f.Timings.Store)},
	}
	for i := range f.Hits {
		v.Results = append(v.Results, hitFrom(&f.Hits[i], q, whole, now))
	}
	if f.ID != (store.ID{}) {
		v.QueryID = new(f.ID.String())
	}
	if v.QueryID != nil && len(v.Results) > 0 {
		v.Note = outcomeNote
	}
	if f.Next != "" {
		v.NextCursor = &f.Next
	}
	if q.Explain {
		v.Weights = weightsByCode(f.Weights)
	}
	return v
}

func hitFrom(h *engine.Hit, q *engine.Question, whole bool, now time.Time) hit {
	m := h.Memory
	v := hit{
		ID: m.ID.String(), Score: round(h.Score, 6), DecidedBy: []string{},
		Namespace: m.Namespace, Modality: m.Modality, Tags: m.Tags, Source: m.Source,
		Timestamp: stamp(m.Time), AgeSeconds: max(0, int64(now.Sub(m.Time).Seconds())),
	}
	if whole {
		v.Content, v.Rationale = m.Content, m.Rationale
	} else {
		v.Snippet = snippet(engine.Shown(m), q.Text)
	}
	for _, s := range h.Decided {
		v.DecidedBy = append(v.DecidedBy, s.String())
	}
	if q.Explain {
		v.Spaces = spaceViews(h.Spaces)
	}
	return v
}

func spaceViews(scores []engine.SpaceScore) []spaceView {
	out := make([]spaceView, 0, len(scores))
	for _, s := range scores {
		v := spaceView{Space: s.Space.String(), Similarity: round(s.Similarity, 4)}
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
			out[models.Space(i).Code()] = round(w, 4)
		}
	}
	return out
}
