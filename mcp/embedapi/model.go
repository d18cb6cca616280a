package embedapi

import (
	"fmt"
	"slices"
	"strings"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// Model is a space, or one side of it, as the endpoint offers it: one list of numbers for each text.
type Model struct {
	ID    string // "semantic", "causal-cause"
	Space models.Space
	from  int // offset of its numbers in the space's value
	Width int
}

// The sides of a pair, in the order of a value.
var sides = []string{"cause", "effect"}

// Models returns what the endpoint offers, in the order of the spaces: the learned spaces whose value is one vector, and each side of those with two. The others have terms, bits or
// one vector a token, or depend on a time. The MCP tool `embed` returns those.
func Models() []Model {
	var out []Model
	for _, s := range models.OfOrigin(models.FromModel).Spaces() {
		switch info := s.Info(); info.Kind {
		case models.Dense:
			out = append(out, Model{ID: info.Name, Space: s, Width: info.Width})
		case models.Pair:
			for i, side := range sides {
				out = append(out, Model{ID: info.Name + "-" + side, Space: s, from: i * info.Width, Width: info.Width})
			}
		}
	}
	return out
}

// ModelOf finds a model by its id, or by its space's code ("E1").
func ModelOf(id string) (Model, error) {
	all := Models()
	for _, m := range all {
		if strings.EqualFold(m.ID, id) || strings.EqualFold(m.Space.Code(), id) && m.ID == m.Space.Info().Name {
			return m, nil
		}
	}
	var ids []string
	for _, m := range all {
		ids = append(ids, m.ID)
	}
	valid := "the models are " + strings.Join(ids, ", ")
	if s, err := models.ParseSpace(id); err == nil {
		if i := slices.IndexFunc(all, func(m Model) bool { return m.Space == s }); i >= 0 {
			return Model{}, fmt.Errorf("the space %s gives two vectors a text: %s", id, valid)
		}
		return Model{}, fmt.Errorf("the space %s does not give one vector a text: use the MCP tool embed; %s", id, valid)
	}
	return Model{}, fmt.Errorf("there is no model %q: %s", id, valid)
}

// vector returns the model's part of a text's value; nil if the space is absent.
func (m Model) vector(v fingerprint.Value) []float32 {
	if v.Absent() {
		return nil
	}
	return v.Dense[m.from : m.from+m.Width]
}
