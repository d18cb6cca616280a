package drift

import "fmt"

// Recommend returns what to do about each space that has drifted to Medium or worse, the least similar first. Priority is high from the level High on. If the whole has drifted less
// than to Medium it recommends nothing: some space is always low then, as that of code is in notes without code.
func Recommend(m *Measurement) []Recommendation {
	if !m.Level.Worse(Low) {
		return nil
	}
	var out []Recommendation
	reference := "the goal"
	if m.ReferenceType == ToCentroid {
		reference = "the centre of the memories"
	}
	for _, s := range m.drifted(Medium) {
		d, priority, suggestion := m.Spaces[s], "medium", s.Info().Advice.Goal
		if m.ReferenceType == ToCentroid {
			suggestion = s.Info().Advice.Centre
		}
		if d.Level.Worse(Medium) {
			priority = "high"
		}
		out = append(out, Recommendation{
			Space: s, Priority: priority,
			Issue:      fmt.Sprintf("%s (similarity %.2f, drift %s)", fmt.Sprintf(s.Info().Advice.Issue, reference), d.Similarity, d.Level),
			Suggestion: suggestion,
		})
	}
	return out
}
