package main

import (
	"math"
	"slices"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/models"
)

// The answers of the tools, as far as commands show them. Their other side is package mcp.

type memoryAnswer struct {
	ID         store.ID   `json:"id"`
	Namespace  string     `json:"namespace"`
	Content    string     `json:"content"`
	Rationale  string     `json:"rationale"`
	Modality   string     `json:"modality"`
	Importance float64    `json:"importance"`
	Tags       []string   `json:"tags"`
	Timestamp  time.Time  `json:"timestamp"`
	Created    time.Time  `json:"created"`
	Updated    time.Time  `json:"updated"` // absent when it is created
	Forgotten  time.Time  `json:"forgotten"`
	SessionID  string     `json:"sessionId"`
	Source     string     `json:"source"`
	Links      []store.ID `json:"links"`
}

func (a memoryAnswer) memory() *store.Memory {
	m := &store.Memory{ID: a.ID, Namespace: a.Namespace, Content: a.Content, Rationale: a.Rationale, Modality: a.Modality, Importance: a.Importance, Tags: a.Tags,
		Time: a.Timestamp, Created: a.Created, Updated: a.Updated, Deleted: a.Forgotten, SessionID: a.SessionID, Source: a.Source, Links: a.Links}
	if m.Updated.IsZero() {
		m.Updated = m.Created
	}
	return m
}

type measuredAnswer struct {
	Version uint64     `json:"version"`
	Profile string     `json:"profile"`
	UTL     *utlAnswer `json:"utl"` // null: stored without measuring
	Johari  []*string  `json:"johari"`
	Purpose []*float32 `json:"purpose"` // absent without a goal; null where a space has no alignment
}

// purpose is a purpose vector as the store keeps it.
func (a measuredAnswer) purpose() (out [models.Count]float32) {
	for s, v := range a.Purpose {
		if s >= len(out) {
			break
		}
		out[s] = float32(math.NaN())
		if v != nil {
			out[s] = *v
		}
	}
	return out
}

type utlAnswer struct {
	LearningScore float32 `json:"learningScore"`
	Entropy       float32 `json:"entropy"`
	Coherence     float32 `json:"coherence"`
	Surprise      float32 `json:"surprise"`
}

func (a utlAnswer) utl() *store.UTL {
	return &store.UTL{Measured: true, LearningScore: a.LearningScore, Entropy: a.Entropy, Coherence: a.Coherence, Surprise: a.Surprise}
}

// johariNames are the quadrants in the order of their numbers, from 1.
var johariNames = []string{"open", "blind", "hidden", "unknown"}

// quadrants turns names into numbers; 0 is not measured.
func quadrants(names []*string) (out [models.Count]uint8) {
	for i, n := range names {
		if n != nil && i < len(out) {
			out[i] = uint8(slices.Index(johariNames, *n) + 1)
		}
	}
	return out
}

type timingsAnswer struct {
	Tokenise float64 `json:"tokenise"` // all in milliseconds
	Queue    float64 `json:"queue"`
	Infer    float64 `json:"infer"`
	Search   float64 `json:"search"`
	Store    float64 `json:"store"`
}

func (a timingsAnswer) timings() engine.Timings {
	d := func(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }
	return engine.Timings{Tokenise: d(a.Tokenise), Queue: d(a.Queue), Infer: d(a.Infer), Search: d(a.Search), Store: d(a.Store)}
}

type foundAnswer struct {
	Results    []hitAnswer   `json:"results"`
	QueryID    store.ID      `json:"query_id"`   // null on later pages
	NextCursor string        `json:"nextCursor"` // null on the last page
	Profile    string        `json:"profile"`
	Learned    bool          `json:"learned"`
	Scanned    int           `json:"scanned"`
	Meant      []string      `json:"meant"`
	Timings    timingsAnswer `json:"timings"`
	NamedTime  struct {
		After  time.Time `json:"after"`
		Before time.Time `json:"before"`
	} `json:"namedTime"`
}

type hitAnswer struct {
	memoryAnswer          // as far as search_graph tells of it
	Score        float64  `json:"score"`
	DecidedBy    []string `json:"decidedBy"`
	Spaces       []struct {
		Space      string  `json:"space"`
		Similarity float64 `json:"similarity"`
		Rank       int     `json:"rank"` // null: not ranked there
	} `json:"spaces"`
}

func (a hitAnswer) hit() (engine.Hit, error) {
	h := engine.Hit{Memory: a.memory(), Score: a.Score}
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
		h.Spaces = append(h.Spaces, engine.SpaceScore{Space: s, Similarity: v.Similarity, Rank: v.Rank})
	}
	return h, nil
}

// space reads "E7 code".
func space(v string) (models.Space, error) {
	code, _, _ := strings.Cut(v, " ")
	return models.ParseSpace(code)
}
