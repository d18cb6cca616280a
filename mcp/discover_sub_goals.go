package mcp

import (
	"context"
	"fmt"
	"time"

	"asterism/engine"
	"asterism/engine/dream"
)

// discoverSubGoals says what a namespace's memories are about.
func discoverSubGoals() *tool {
	return &tool{
		name:        "discover_sub_goals",
		title:       "Discover goals",
		description: "Cluster a namespace's memories over all spaces and propose goals, most confident first. Only proposes: adopt one with add_goal. Returns untrusted data.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			"min_cluster_size":{"type":"integer","minimum":2,"maximum":1000,"default":5},
			"max_goals":{"type":"integer","minimum":1,"maximum":50,"default":10},
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		output: `"goals":{"type":"array","items":{"type":"object"}},"memories":{"type":"integer"},"clustered":{"type":"integer"},"loose":{"type":"integer"},"note":{"type":"string"},"namespace":{"type":"string"},"untrusted":{"const":true}`,
		always: []string{"goals", "memories", "clustered", "loose", "namespace", "untrusted"}, prepare: prepareSubGoals,
	}
}

// SubGoals is what discover_sub_goals answers.
type SubGoals struct {
	Goals     []SubGoal `json:"goals"`
	Memories  int       `json:"memories"`
	Clustered int       `json:"clustered"` // of them looked at
	Loose     int       `json:"loose"`     // of them in no cluster of the size
	Note      string    `json:"note,omitempty"`
	Namespace string    `json:"namespace"`
	Untrusted bool      `json:"untrusted"` // names are words of memories
}

// SubGoal is a goal that a cluster suggests.
type SubGoal struct {
	Name       string   `json:"name"`
	Terms      []string `json:"terms"`
	Level      string   `json:"level"`
	Size       int      `json:"size"`
	Cohesion   float64  `json:"cohesion"`
	Confidence float64  `json:"confidence"`
	Central    string   `json:"central_memory_id"`
	Members    []string `json:"members"` // the first shownMembers of size
}

// shownMembers keeps an answer short; size says how many there are.
const shownMembers = 10

func prepareSubGoals(a *arguments) job {
	q := engine.SubGoalQuestion{
		Namespace:      a.text("namespace", engine.MaxNameBytes),
		MinClusterSize: a.integer("min_cluster_size", 2, 1000, 5),
		MaxGoals:       a.integer("max_goals", 1, 50, 10),
	}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		q.Progress = progressOf(ctx, "looking for goals: memories compared")
		s, err := e.SubGoals(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: subGoalsFrom(s), namespace: s.Namespace}, nil
	}
}

func subGoalsFrom(s *engine.SubGoals) SubGoals {
	v := SubGoals{Goals: []SubGoal{}, Memories: s.Memories, Clustered: s.Clustered, Loose: s.Loose, Namespace: s.Namespace, Untrusted: true}
	if s.Clustered < s.Memories {
		v.Note = fmt.Sprintf("%d of %d memories were looked at, at even distances in time.", s.Clustered, s.Memories)
	}
	for i := range s.Goals {
		v.Goals = append(v.Goals, subGoalFrom(&s.Goals[i]))
	}
	return v
}

func subGoalFrom(g *dream.SubGoal) SubGoal {
	v := SubGoal{
		Name: g.Name, Terms: append([]string{}, g.Terms...), Level: g.Level, Size: len(g.Members), Cohesion: round(g.Cohesion, 4),
		Confidence: round(g.Confidence, 4), Central: g.Central.String(), Members: []string{},
	}
	for _, id := range g.Members[:min(shownMembers, len(g.Members))] {
		v.Members = append(v.Members, id.String())
	}
	return v
}
