package client

import (
	"context"
	"fmt"
	"math"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/models"
)

// FindPath calls find_causal_path with whole texts: reading them with get_memory would count as accesses to the memories.
func (r *Memory) FindPath(ctx context.Context, q engine.PathQuestion) (*engine.Path, error) {
	arguments := Arguments{"from": q.From, "to": q.To, "include_content": true}.Text("path_type", q.Type)
	if q.MaxHops != 0 {
		arguments["max_hops"] = q.MaxHops
	}
	var a answer.Path
	err := r.call(ctx, "find_causal_path", arguments, &a)
	if err != nil {
		return nil, err
	}
	out := &engine.Path{Type: a.PathType, MaxHops: a.MaxHops, Searched: a.Searched, Complete: a.Complete, Namespaces: a.Namespaces,
		Unread: a.Unread != "", Took: millis(a.Timings.Search)}
	for code, t := range a.Thresholds {
		s, err := models.ParseSpace(code)
		if err != nil {
			return nil, strange(r.address, "find_causal_path", err)
		}
		out.Thresholds[s] = t
	}
	if out.Route, err = r.route(&a.Route); err != nil {
		return nil, err
	}
	if a.Reverse != nil {
		back, err := r.route(a.Reverse)
		if err != nil {
			return nil, err
		}
		out.Reverse = &back
	}
	return out, nil
}

func (r *Memory) route(a *answer.Route) (engine.Route, error) {
	if len(a.Hops) != max(0, len(a.Path)-1) {
		return engine.Route{}, strange(r.address, "find_causal_path", fmt.Errorf("%d memories with %d hops between them", len(a.Path), len(a.Hops)))
	}
	out := engine.Route{Score: a.Score, Direction: a.Direction, Chance: math.NaN()}
	if a.Chance != nil {
		out.Chance = *a.Chance
	}
	for i := range a.Path {
		out.Memories = append(out.Memories, memoryOn(&a.Path[i]))
	}
	for _, h := range a.Hops {
		hop := engine.PathHop{By: h.By, Score: h.Score, Similarity: math.NaN(), Margin: math.NaN()}
		if h.Similarity != nil {
			hop.Similarity = *h.Similarity
		}
		out.Hops = append(out.Hops, hop)
	}
	return out, nil
}

// memoryOn returns a memory on a path, with the fields of find_causal_path.
func memoryOn(a *answer.Step) *store.Memory {
	return &store.Memory{ID: a.ID, Namespace: a.Namespace, Modality: a.Modality, Content: a.Content, Time: a.Timestamp}
}
