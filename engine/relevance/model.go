package relevance

import (
	_ "embed" // the weights
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Profile is the profile of models for which the weights were fitted.
const Profile = "compact"

// Weak is the chance below which a hit is called weak.
const Weak = 0.1

// Most is the highest chance that is shown.
const Most = 1.0

// mostElsewhere is the highest chance where higher ones were not observed to hold. One case is a question that is not all English, since all sets that were measured are. The other is a
// text of more than [longWords] content words. It is a document that asks for similar ones: it shares words with many, so the model is too sure. Of the issues of one set, asked for
// those that they are linked with, 698 hits got .5 or more and 42 of them were linked ones (row answerable_links.was).
const mostElsewhere = 0.5

// Nothing is the chance of the best hit below which nothing relevant was found. It is the largest threshold in the table of `go run ./bench relevance` at which at most one in
// twenty of the questions whose right answer is among the ten hits is reported as having none. The mean over the fitted sets is .046.
const Nothing = 0.045

// Model turns features into a chance: the sigmoid of the bias and the weighted features, made less certain by slope and offset.
type Model struct {
	Command  string    `json:"command"`  // the command that fitted it
	Features []string  `json:"features"` // names, as in [Known]
	Weights  []float64 `json:"weights"`  // one for each feature
	Bias     float64   `json:"bias"`
	Slope    float64   `json:"slope"`  // factor for the log odds, for sources that the weights have not seen
	Offset   float64   `json:"offset"` // added to them
}

//go:embed weights.json
var weights []byte

// Shipped is the model that the engine uses.
var Shipped = func() *Model {
	m, err := Parse(weights)
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return m
}()

// Parse reads a model from JSON. The error says in what it does not match the features.
func Parse(b []byte) (*Model, error) {
	var m Model
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, fmt.Errorf("read the weights of relevance: %w", err)
	}
	if !slices.Equal(m.Features, Names()) || len(m.Weights) != len(Known) {
		return nil, fmt.Errorf("read the weights of relevance: they are for %q, want %q", m.Features, Names())
	}
	for i, w := range append(slices.Clone(m.Weights), m.Bias, m.Slope, m.Offset) {
		if math.IsNaN(w) || math.IsInf(w, 0) || i < len(Known) && w*float64(Known[i].Sign) < 0 {
			return nil, fmt.Errorf("read the weights of relevance: weight %d is %v", i, w)
		}
	}
	if m.Slope < 0 {
		return nil, fmt.Errorf("read the weights of relevance: slope %v is below 0", m.Slope)
	}
	return &m, nil
}

// Names returns the names of the features.
func Names() (out []string) {
	for _, f := range Known {
		out = append(out, f.Name)
	}
	return out
}

// LogOdds returns the log odds of label 1 for some features, not bounded by [Most].
func (m *Model) LogOdds(features []float64) float64 {
	z := m.Bias
	for i, w := range m.Weights {
		z += w * features[i]
	}
	return m.Slope*z + m.Offset
}

// Chance returns the probability of label 1 for some features, 0…[Most].
func (m *Model) Chance(features []float64) float64 {
	chance := 1 / (1 + math.Exp(-m.LogOdds(features)))
	if features[longAt] > 0 {
		return min(mostElsewhere, chance)
	}
	return chance
}

// Chance returns how likely a hit answers the question, 0…[Most]. If the models cannot read some of the question's words, only those that the text has letter by
// letter count: in such a script the vectors of any two texts are similar. If the question is not in English, the chance is low unless the hit has a word of it.
func (q *Question) Chance(h *Hit) float64 {
	chance := Shipped.Chance(q.Features(h))
	if q.unread > 0 || q.isForeign() {
		chance = min(mostElsewhere, chance)
	}
	chance *= 1 - q.Unread()*(1-q.unreadHeld(h.Text))
	if q.strange(h.Text) {
		chance *= strangeShare
	}
	return chance
}

// unreadHeld returns the share of the words unreadable to the models that a text has.
func (q *Question) unreadHeld(text string) float64 {
	if q.unread == 0 {
		return 1
	}
	sum := 0.0
	for i, held := range q.held(text) {
		if q.words[i].unread {
			sum += q.words[i].weight * held
		}
	}
	return sum / q.unread
}
