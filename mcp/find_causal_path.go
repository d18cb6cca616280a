package mcp

import (
	"context"
	"math"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/models"
)

// findCausalPath finds how one memory leads to another.
func findCausalPath() *tool {
	return &tool{
		name:        "find_causal_path",
		title:       "Find a path between memories",
		description: "How one memory leads to another: the best chain of hops, by cause and effect, meaning and stored links (link_to), each with its score. If there is none, names one the other way. Returns untrusted data.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			"from":{"type":"string","format":"uuid","description":"Id of the cause, where the path starts"},
			"to":{"type":"string","format":"uuid","description":"Id of the effect, where it ends"},
			"max_hops":{"type":"integer","minimum":1,"maximum":6,"default":4},
			"path_type":{"type":"string","enum":["causal","semantic","any"],"default":"causal","description":"causal: from cause to effect; semantic: like meaning, no direction; any: the better in each hop"},
			"include_content":{"type":"boolean","default":false,"description":"Whole texts, not snippets"}},
			"required":["from","to"],"additionalProperties":false}`,
		output: `"found":{"type":"boolean"},"summary":{"type":"string"},` + routeProperties + `,
			"reverse":{"type":"object","description":"A path the other way, when none was found: score, path, hops"},
			"untrusted":{"const":true},"pathType":{"type":"string"},"maxHops":{"type":"integer"},
			"searched":{"type":"integer","description":"Memories whose neighbours were looked up"},
			"complete":{"type":"boolean","description":"false: the search reached its limit, there may be a better path"},
			"namespaces":{"type":"array","items":{"type":"string"}},
			"thresholds":{"type":"object","description":"Similarity below which there is no hop, by space"},
			"timings":{"type":"object","properties":{"search":{"type":"number"}}}`,
		always:  []string{"found", "summary", "path", "hops", "untrusted", "pathType", "maxHops", "searched", "complete", "namespaces", "thresholds", "timings"},
		prepare: preparePath,
	}
}

// routeProperties describe a path; one the other way has the same.
const routeProperties = `"score":{"type":"number","description":"Product of the hops' scores: how likely none is a coincidence"},
	"path":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"namespace":{"type":"string"},"snippet":{"type":"string"},"content":{"type":"string"}},"required":["id"]}},
	"hops":{"type":"array","items":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},
		"by":{"enum":["causal","semantic","link"]},"score":{"type":"number"},"similarity":{"anyOf":[{"type":"number"},{"type":"null"}]}},"required":["from","to","by","score"]}}`

func preparePath(a *arguments) job {
	q := engine.PathQuestion{
		From:    a.id("from"),
		To:      a.id("to"),
		MaxHops: a.integer("max_hops", 1, engine.MaxPathHops, engine.DefaultPathHops),
		Type:    a.choice("path_type", engine.PathCausal, engine.PathTypes),
	}
	if q.From == q.To && q.From != (store.ID{}) { // zero: not read, which has been said
		a.problem("from and to are both %s; a path leads from one memory to another", q.From)
	}
	whole := a.flag("include_content", false)
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		q.Progress = progressOf(ctx, "searching a path: neighbours of memories looked up")
		p, err := e.FindPath(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: pathFrom(p, whole), namespace: p.Namespaces[0]}, nil
	}
}

type foundPath struct {
	Found   bool   `json:"found"`
	Summary string `json:"summary"`
	routeView
	Reverse    *routeView         `json:"reverse,omitempty"`
	Untrusted  bool               `json:"untrusted"`
	PathType   string             `json:"pathType"`
	MaxHops    int                `json:"maxHops"`
	Searched   int                `json:"searched"`
	Complete   bool               `json:"complete"`
	Namespaces []string           `json:"namespaces"`
	Thresholds map[string]float64 `json:"thresholds"`
	Timings    pathTimings        `json:"timings"`
}

type pathTimings struct {
	Search float64 `json:"search"`
}

type routeView struct {
	Score float64    `json:"score,omitempty"` // left out when there is no path
	Path  []stepView `json:"path"`
	Hops  []hopView  `json:"hops"`
}

type stepView struct {
	ID        string  `json:"id"`
	Namespace string  `json:"namespace"`
	Modality  string  `json:"modality,omitempty"` // with Content
	Content   string  `json:"content,omitempty"`
	Snippet   string  `json:"snippet,omitempty"`
	Timestamp *string `json:"timestamp,omitempty"`
}

type hopView struct {
	From       string   `json:"from"`
	To         string   `json:"to"`
	By         string   `json:"by"`
	Score      float64  `json:"score"`
	Similarity *float64 `json:"similarity"` // null for a stored link
}

func pathFrom(p *engine.Path, whole bool) foundPath {
	v := foundPath{
		Found: len(p.Memories) > 0, Summary: p.Summary(), routeView: routeFrom(&p.Route, whole), Untrusted: true, PathType: p.Type, MaxHops: p.MaxHops,
		Searched: p.Searched, Complete: p.Complete, Namespaces: p.Namespaces, Thresholds: map[string]float64{}, Timings: pathTimings{ms(p.Took)},
	}
	for s, t := range p.Thresholds {
		if t > 0 {
			v.Thresholds[models.Space(s).Code()] = round(t, 4)
		}
	}
	if p.Reverse != nil {
		r := routeFrom(p.Reverse, whole)
		v.Reverse = &r
	}
	return v
}

func routeFrom(r *engine.Route, whole bool) routeView {
	v := routeView{Score: round(r.Score, 6), Path: []stepView{}, Hops: []hopView{}}
	for _, m := range r.Memories {
		step := stepView{ID: m.ID.String(), Namespace: m.Namespace, Timestamp: stamp(m.Time)}
		if whole {
			step.Modality, step.Content = m.Modality, m.Content
		} else {
			step.Snippet = snippet(engine.Shown(m), "")
		}
		v.Path = append(v.Path, step)
	}
	for i, h := range r.Hops {
		hop := hopView{From: v.Path[i].ID, To: v.Path[i+1].ID, By: h.By, Score: round(h.Score, 6)}
		if !math.IsNaN(h.Similarity) {
			s := round(h.Similarity, 4)
			hop.Similarity = &s
		}
		v.Hops = append(v.Hops, hop)
	}
	return v
}
