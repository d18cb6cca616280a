package engine

import (
	"context"

	"asterism/engine/path"
)

// The question that [Engine.FindPath] answers, and what the answer is made of; see package path.
type (
	PathQuestion = path.Question
	Path         = path.Answer
	PathHop      = path.Step
	Route        = path.Route
)

// The kinds of path.
const (
	PathCausal   = path.Causal
	PathSemantic = path.Semantic
	PathAny      = path.Any
)

// PathTypes lists the kinds of path.
var PathTypes = path.Types

// Limits and defaults of a path question.
const (
	MaxPathHops     = path.MaxHops
	DefaultPathHops = path.DefaultHops
)

// What a hop rests on.
const (
	HopCausal   = path.HopCausal
	HopSemantic = path.HopSemantic
	HopLink     = path.HopLink
)

// FindPath finds the best path from a memory to another. No path is an answer without Memories. The error is an *Error: one
// memory twice, limits, an id that does not exist or was forgotten, the store's, or ctx's.
func (e *Engine) FindPath(ctx context.Context, q PathQuestion) (*Path, error) {
	f := path.Finder{Store: e.store, Index: e.index}
	return f.Path(ctx, q)
}
