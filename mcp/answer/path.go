package answer

import (
	"fmt"
	"math"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/path"
	"asterism/engine/store"
	"asterism/models"
)

// Path is what find_causal_path answers.
type Path struct {
	Found   bool   `json:"found"`
	Summary string `json:"summary"`
	Route
	Reverse    *Route             `json:"reverse,omitempty"`
	Untrusted  bool               `json:"untrusted"`
	PathType   string             `json:"pathType"`
	MaxHops    int                `json:"maxHops"`
	Searched   int                `json:"searched"`
	Complete   bool               `json:"complete"`
	Namespaces []string           `json:"namespaces"`
	Unread     string             `json:"unread,omitempty"` // the models cannot read the language of one of the two
	Thresholds map[string]float64 `json:"thresholds"`
	Timings    PathTimings        `json:"timings"`
}

// PathTimings is how long a path took to find, in milliseconds.
type PathTimings struct {
	Search float64 `json:"search"`
}

// Route is a path, in either direction.
type Route struct {
	Score float64 `json:"score,omitempty"` // absent if there is no path
	// Direction is given, forward, backward or unknown. Chance is the probability that the path runs from cause to effect; absent if hops have no direction.
	Direction string   `json:"direction,omitempty"`
	Chance    *float64 `json:"chance,omitempty"`
	Path      []Step   `json:"path"`
	Hops      []Hop    `json:"hops"`
}

// Step is a memory on a path.
type Step struct {
	ID        store.ID  `json:"id"`
	Namespace string    `json:"namespace"`
	Modality  string    `json:"modality,omitempty"` // with Content
	Content   string    `json:"content,omitempty"`
	Snippet   string    `json:"snippet,omitempty"`
	Timestamp time.Time `json:"timestamp,omitzero"`
}

// Hop leads from one step to the next.
type Hop struct {
	From       string   `json:"from"`
	To         string   `json:"to"`
	By         string   `json:"by"`
	Score      float64  `json:"score"`
	Similarity *float64 `json:"similarity"` // null for a stored link
}

// PathFrom converts a path to the answer of find_causal_path, with whole texts or snippets.
func PathFrom(p *engine.Path, whole bool) Path {
	v := Path{
		Found: len(p.Memories) > 0, Summary: p.Summary(), Route: routeFrom(&p.Route, whole), Untrusted: true, PathType: p.Type, MaxHops: p.MaxHops,
		Searched: p.Searched, Complete: p.Complete, Namespaces: p.Namespaces, Thresholds: map[string]float64{}, Timings: PathTimings{ms(p.Took)},
	}
	if p.Unread {
		v.Unread = path.UnreadNote
	}
	for s, t := range p.Thresholds {
		if t > 0 {
			v.Thresholds[models.Space(s).Code()] = Round(t, 4)
		}
	}
	if p.Reverse != nil {
		r := routeFrom(p.Reverse, whole)
		v.Reverse = &r
	}
	return v
}

func routeFrom(r *engine.Route, whole bool) Route {
	v := Route{Score: Round(r.Score, 6), Direction: r.Direction, Path: []Step{}, Hops: []Hop{}}
	if r.Direction != "" {
		v.Chance = new(Round(r.Chance, 4))
	}
	for _, m := range r.Memories {
		step := Step{ID: m.ID, Namespace: m.Namespace, Timestamp: m.Time.UTC()}
		if whole {
			step.Modality, step.Content = m.Modality, m.Content
		} else {
			step.Snippet = snippet(engine.Shown(m), "")
		}
		v.Path = append(v.Path, step)
	}
	for i, h := range r.Hops {
		hop := Hop{From: v.Path[i].ID.String(), To: v.Path[i+1].ID.String(), By: h.By, Score: Round(h.Score, 6)}
		if !math.IsNaN(h.Similarity) {
			s := Round(h.Similarity, 4)
			hop.Similarity = &s
		}
		v.Hops = append(v.Hops, hop)
	}
	return v
}

// Words returns the path, a memory a line, each after the hop that leads to it.
func (p Path) Words() string {
	var b strings.Builder
	b.WriteString(p.Summary + "\n")
	if len(p.Path) > 0 || p.Reverse != nil {
		b.WriteString(untrustedWords + ":\n")
	}
	b.WriteString(p.lines())
	if p.Reverse != nil {
		if len(p.Path) > 0 {
			b.WriteString("In the other direction:\n")
		}
		b.WriteString(p.Reverse.lines())
	}
	return b.String()
}

// lines returns the memories of the route.
func (r *Route) lines() string {
	var b strings.Builder
	for i := range r.Path {
		if i > 0 && i <= len(r.Hops) {
			fmt.Fprintf(&b, "→ %s %.2f ", r.Hops[i-1].By, r.Hops[i-1].Score)
		}
		text := r.Path[i].Content // whole if requested
		if text == "" {
			text = beginning(r.Path[i].Snippet)
		}
		fmt.Fprintf(&b, "%s %s\n", named(r.Path[i].ID), text)
	}
	return b.String()
}
