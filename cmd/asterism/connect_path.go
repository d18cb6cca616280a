package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"asterism/engine"
	"asterism/models"
)

type pathAnswer struct {
	routeAnswer
	Reverse    *routeAnswer       `json:"reverse"`
	PathType   string             `json:"pathType"`
	MaxHops    int                `json:"maxHops"`
	Searched   int                `json:"searched"`
	Complete   bool               `json:"complete"`
	Namespaces []string           `json:"namespaces"`
	Thresholds map[string]float64 `json:"thresholds"`
	Timings    timingsAnswer      `json:"timings"`
}

type routeAnswer struct {
	Score float64        `json:"score"`
	Path  []memoryAnswer `json:"path"` // as far as the tool tells of them
	Hops  []struct {
		By         string   `json:"by"`
		Score      float64  `json:"score"`
		Similarity *float64 `json:"similarity"` // null for a stored link
	} `json:"hops"`
}

// FindPath asks find_causal_path, for whole texts as well: reading them with get_memory would say that they were worth a look.
func (r *remote) FindPath(ctx context.Context, q engine.PathQuestion) (*engine.Path, error) {
	arguments := given{"from": q.From, "to": q.To, "include_content": true}.text("path_type", q.Type)
	if q.MaxHops != 0 {
		arguments["max_hops"] = q.MaxHops
	}
	var a pathAnswer
	err := r.call(ctx, "find_causal_path", arguments, &a)
	if err != nil {
		return nil, err
	}
	out := &engine.Path{Type: a.PathType, MaxHops: a.MaxHops, Searched: a.Searched, Complete: a.Complete, Namespaces: a.Namespaces,
		Took: time.Duration(a.Timings.Search * float64(time.Millisecond))}
	for code, t := range a.Thresholds {
		s, err := models.ParseSpace(code)
		if err != nil {
			return nil, strange(r.address, "find_causal_path", err)
		}
		out.Thresholds[s] = t
	}
	if out.Route, err = r.route(a.routeAnswer); err != nil {
		return nil, err
	}
	if a.Reverse != nil {
		back, err := r.route(*a.Reverse)
		if err != nil {
			return nil, err
		}
		out.Reverse = &back
	}
	return out, nil
}

func (r *remote) route(a routeAnswer) (engine.Route, error) {
	if len(a.Hops) != max(0, len(a.Path)-1) {
		return engine.Route{}, strange(r.address, "find_causal_path", fmt.Errorf("%d memories with %d hops between them", len(a.Path), len(a.Hops)))
	}
	out := engine.Route{Score: a.Score}
	for _, step := range a.Path {
		out.Memories = append(out.Memories, step.memory())
	}
	for _, h := range a.Hops {
		hop := engine.PathHop{By: h.By, Score: h.Score, Similarity: math.NaN()}
		if h.Similarity != nil {
			hop.Similarity = *h.Similarity
		}
		out.Hops = append(out.Hops, hop)
	}
	return out, nil
}
