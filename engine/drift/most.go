package drift

import (
	"cmp"
	"slices"

	"asterism/models"
)

// maxMostDrifted bounds [Measurement.MostDrifted].
const maxMostDrifted = 5

// MostDrifted lists at most five spaces whose level is worse than None, the least similar first, equal ones in the spaces'
// order.
func (m *Measurement) MostDrifted() []models.Space {
	worst := m.drifted(Low)
	return worst[:min(len(worst), maxMostDrifted)]
}

// drifted lists the spaces at the given level or worse, the least similar first.
func (m *Measurement) drifted(from Level) []models.Space {
	var out []models.Space
	for s, d := range m.Spaces {
		if d.Level != "" && !from.Worse(d.Level) {
			out = append(out, models.Space(s))
		}
	}
	slices.SortStableFunc(out, func(a, b models.Space) int {
		return cmp.Compare(m.Spaces[a].Similarity, m.Spaces[b].Similarity)
	})
	return out
}
