package engine

import (
	"context"

	"asterism/engine/path"
	"asterism/engine/store"
	"asterism/engine/ties"
	"asterism/engine/worth"
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

// What a memory is tied to, and how memories hang together; see package ties.
type (
	Around      = ties.Around
	MapQuestion = ties.MapQuestion
	Map         = ties.Map
	Tally       = worth.Tally
)

// Limits of maps, and of what is told around a memory.
const (
	MaxMapNodes = ties.MaxNodes
	MaxKin      = ties.MaxKin
	MaxNearest  = ties.MaxNearest
)

func (p *parts) ties() *ties.Finder { return &ties.Finder{Store: p.store, Index: p.index, Show: Shown} }

// Around tells the links of a memory from both ends, the k memories nearest to it in meaning, and what it was worth by recorded outcomes. Reading so is no sign of anything. The
// error is an *Error.
func (e *Engine) Around(ctx context.Context, id store.ID, k int) (*Around, Tally, error) {
	a, err := e.ties().Around(ctx, id, k)
	return a, e.worth.Tally(id), err
}

// Map tells the newest memories of a namespace, the links between them, and of each its nearest among them. The error is an *Error.
func (e *Engine) Map(ctx context.Context, q MapQuestion) (*Map, error) { return e.ties().Map(ctx, q) }

// BriefOf is a memory in a few words.
func BriefOf(m *store.Memory) ties.Brief { return (&ties.Finder{Show: Shown}).Brief(m) }
