package mcp

import (
	"context"
	"time"

	"asterism/engine"
)

// setNorthStar says what a namespace's work is for.
func setNorthStar() *tool {
	return &tool{
		name:        "set_north_star",
		title:       "Set the goal",
		description: "Set what a namespace's work is for; drift is measured against it. The same words again change nothing; others replace it, and goals below it stay. Stored memories are aligned anew in the background.",
		hints:       hints{idempotent: true},
		input: `{"type":"object","properties":{
			"description":{"type":"string","minLength":1,"description":"The goal in a sentence or two"},
			` + namespaceProperty + `},
			"required":["description"],"additionalProperties":false}`,
		output:  goalSetProperties,
		always:  goalSetAlways,
		prepare: prepareNorthStar,
	}
}

// namespaceProperty is the argument of all tools that work on one namespace.
const namespaceProperty = `"namespace":{"type":"string","description":"default \"default\""}`

// goalSetProperties are the results that set_north_star and add_goal share.
const goalSetProperties = `"goal":{"type":"object"},"replaced":{"anyOf":[{"type":"object"},{"type":"null"}]},"unchanged":{"type":"boolean"},
	"embedders":{"type":"array","items":{"type":"string"}},"aligning":{"type":"integer"},"namespace":{"type":"string"},"note":{"type":"string"}`

var goalSetAlways = []string{"goal", "replaced", "unchanged", "embedders", "aligning", "namespace", "note"}

const whyGoal = "what the work is for"

func prepareNorthStar(a *arguments) job {
	description := a.requiredText("description", engine.MaxGoalBytes, whyGoal)
	namespace := a.text("namespace", engine.MaxNameBytes)
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		set, err := e.SetNorthStar(ctx, namespace, description)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: goalSetFrom(set), namespace: set.Goal.Namespace}, nil
	}
}

// GoalSet is what set_north_star and add_goal answer.
type GoalSet struct {
	Goal      Goal     `json:"goal"`
	Replaced  *Goal    `json:"replaced"` // the North Star there was before; null when there was none, or it stays
	Unchanged bool     `json:"unchanged"`
	Embedders []string `json:"embedders"` // in which the goal has a value
	Aligning  int      `json:"aligning"`  // memories to be aligned anew, in the background
	Namespace string   `json:"namespace"`
	Note      string   `json:"note"`
}

func goalSetFrom(s *engine.GoalSet) GoalSet {
	v := GoalSet{Goal: goalFrom(s.Goal), Unchanged: s.Same, Embedders: spaceNames(s.Spaces), Aligning: s.Aligning, Namespace: s.Goal.Namespace}
	if s.Replaced != nil {
		g := goalFrom(*s.Replaced)
		v.Replaced = &g
	}
	switch {
	case s.Same:
		v.Note = "This goal was set already; nothing was changed."
	case s.Replaced != nil:
		v.Note = "It replaces the North Star before it; the goals below that one are below this one now. Its history of drift stays under its id."
	default:
		v.Note = "The goal is set."
	}
	return v
}
