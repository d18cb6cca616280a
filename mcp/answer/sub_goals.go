package answer

import (
	"fmt"

	"asterism/engine"
	"asterism/engine/dream"
)

// SubGoals is what discover_sub_goals answers.
type SubGoals struct {
	Goals     []SubGoal `json:"goals"`
	Memories  int       `json:"memories"`
	Clustered int       `json:"clustered"` // of those looked at, in a cluster of the size
	Loose     int       `json:"loose"`     // of those looked at, in none
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

// SubGoalsFrom is what discover_sub_goals says of what it found.
func SubGoalsFrom(s *engine.SubGoals) SubGoals {
	v := SubGoals{Goals: []SubGoal{}, Memories: s.Memories, Clustered: s.Looked - s.Loose, Loose: s.Loose, Namespace: s.Namespace, Untrusted: true}
	if s.Clustered < s.Looked {
		v.Note = fmt.Sprintf("%d memories, at even distances in time, were compared with each other; the other %d were put to the clusters of these.", s.Clustered, s.Looked-s.Clustered)
	}
	for i := range s.Goals {
		v.Goals = append(v.Goals, subGoalFrom(&s.Goals[i]))
	}
	return v
}

func subGoalFrom(g *dream.SubGoal) SubGoal {
	v := SubGoal{
		Name: g.Name, Terms: append([]string{}, g.Terms...), Level: g.Level, Size: len(g.Members), Cohesion: Round(g.Cohesion, 4),
		Confidence: Round(g.Confidence, 4), Central: g.Central.String(), Members: []string{},
	}
	for _, id := range g.Members[:min(shownMembers, len(g.Members))] {
		v.Members = append(v.Members, id.String())
	}
	return v
}
