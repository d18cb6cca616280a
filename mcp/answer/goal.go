package answer

import (
	"asterism/engine/purpose"

	"github.com/google/uuid"
)

// Goal is a goal as tools show it.
type Goal struct {
	ID          string  `json:"id"`
	Level       string  `json:"level"`
	Description string  `json:"description"`
	ParentID    *string `json:"parent_id"` // null for the North Star
	Weight      float64 `json:"weight"`    // among the children of its parent
	Created     *string `json:"created"`
	Updated     *string `json:"updated"`
}

func goalFrom(g purpose.Goal) Goal {
	v := Goal{
		ID: g.ID.String(), Level: string(g.Level), Description: g.Description, Weight: Round(g.Weight, 4),
		Created: Stamp(g.Created), Updated: Stamp(g.Updated),
	}
	if g.Parent != uuid.Nil {
		id := g.Parent.String()
		v.ParentID = &id
	}
	return v
}

// goalsFrom never returns nil, so that no goals are an empty list in JSON.
func goalsFrom(goals []purpose.Goal) []Goal {
	out := make([]Goal, 0, len(goals))
	for _, g := range goals {
		out = append(out, goalFrom(g))
	}
	return out
}

// northStarOf returns the North Star among goals; nil if there is none.
func northStarOf(goals []purpose.Goal) *Goal {
	for _, g := range goals {
		if g.Level == purpose.NorthStar {
			v := goalFrom(g)
			return &v
		}
	}
	return nil
}
