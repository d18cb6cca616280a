package answer

import (
	"strings"

	"asterism/engine"
	"asterism/engine/drift"
	"asterism/engine/store"
	"asterism/models"
)

// Drift is what get_alignment_drift answers.
type Drift struct {
	Overall         Overall       `json:"overall"`
	PerEmbedder     []SpaceDrift  `json:"per_embedder"`
	MostDrifted     []DriftedMost `json:"most_drifted"`     // at most 5, worst first
	Strays          []Stray       `json:"strays,omitempty"` // memories with the lowest similarity to the reference, at most 3, worst first
	TooFew          *TooFew       `json:"too_few,omitempty"`
	Recommendations []Advice      `json:"recommendations"`
	Trend           *Trend        `json:"trend"`
	TrendNote       string        `json:"trend_note,omitempty"` // why there is no trend
	History         []DriftEntry  `json:"history,omitempty"`
	HistoryTotal    *int          `json:"history_total,omitempty"` // measurements of the timeframe; history shows the newest
	AnalyzedCount   int           `json:"analyzed_count"`
	Unread          int           `json:"unread,omitempty"` // memories left out: the models cannot read their language, or the goal's
	ReferenceType   string        `json:"reference_type"`
	ReferenceID     string        `json:"reference_id"`
	Timestamp       *string       `json:"timestamp"`
	Strategy        string        `json:"strategy"`
	Timeframe       *string       `json:"timeframe"` // null: memories were named
	Namespace       string        `json:"namespace"`
}

// Stray is a memory with a lower similarity to the reference than the others.
type Stray struct {
	ID         store.ID `json:"id"`
	Snippet    string   `json:"snippet"`
	Similarity float64  `json:"similarity"`
	BelowMean  float64  `json:"below_mean"`
}

// TooFew means that there are too few memories for a level: how many there are, and how many are needed.
type TooFew struct {
	Memories int `json:"memories"`
	Needed   int `json:"needed"`
}

// levelUnknown is the level if it cannot be judged.
const levelUnknown = "Unknown"

// straySnippet is how many characters of a straying memory are shown; get_memory has the rest.
const straySnippet = 90

// Overall is a measurement as one figure.
type Overall struct {
	Level      string  `json:"level"`
	Similarity float64 `json:"similarity"`
	DriftScore float64 `json:"drift_score"`
	HasDrifted bool    `json:"has_drifted"`
	Since      *Held   `json:"since,omitempty"` // since when the level has been the same
}

// DriftedMost names a space that drifted.
type DriftedMost struct {
	Embedder   string  `json:"embedder"`
	Similarity float64 `json:"similarity"`
	DriftScore float64 `json:"drift_score"`
	Level      string  `json:"level"`
}

// Advice says what to do about a space that drifted.
type Advice struct {
	Embedder   string `json:"embedder"`
	Priority   string `json:"priority"`
	Issue      string `json:"issue"`
	Suggestion string `json:"suggestion"`
}

// DriftFrom converts a measurement to the answer of get_alignment_drift.
func DriftFrom(d *engine.Drift, history bool) Drift {
	v := Drift{
		Overall: overallFrom(&d.Measurement), MostDrifted: mostDrifted(&d.Measurement), Recommendations: []Advice{}, Trend: trendFrom(d.Trend),
		AnalyzedCount: d.Analyzed, Unread: d.Unread, ReferenceType: string(d.ReferenceType), ReferenceID: referenceID(&d.Measurement), Timestamp: Stamp(d.At),
		Strategy: string(d.Strategy), Namespace: d.Namespace,
	}
	for s, at := range d.Spaces {
		space := spaceDriftFrom(models.Space(s), at)
		space.Since = heldFrom(d.SpacesHeld[s])
		v.PerEmbedder = append(v.PerEmbedder, space)
	}
	v.Overall.Since = heldFrom(d.Held)
	for _, r := range d.Recommendations {
		v.Recommendations = append(v.Recommendations, Advice{r.Space.String(), r.Priority, r.Issue, r.Suggestion})
	}
	for _, stray := range d.Strays {
		text := []rune(strings.Join(strings.Fields(engine.Shown(stray.Memory)), " "))
		if len(text) > straySnippet {
			text = append(text[:straySnippet], '…')
		}
		v.Strays = append(v.Strays, Stray{stray.Memory.ID, string(text), Round(stray.Theta, 4), Round(stray.Below, 4)})
	}
	if d.Needed > 0 {
		v.TooFew, v.MostDrifted = &TooFew{d.Analyzed, d.Needed}, []DriftedMost{}
		v.Overall.Level, v.Overall.HasDrifted, v.Overall.Since = levelUnknown, false, nil
		for i := range v.PerEmbedder {
			if s := &v.PerEmbedder[i]; s.Level != nil {
				s.Level, s.Since = new(levelUnknown), nil
			}
		}
	}
	if d.Timeframe != "" {
		v.Timeframe = &d.Timeframe
	}
	if history {
		v.History, v.HistoryTotal = entriesFrom(d.History, false, true), &d.HistoryTotal
	}
	if d.Trend == nil {
		v.TrendNote = d.NoTrend
	}
	return v
}

func overallFrom(m *drift.Measurement) Overall {
	return Overall{string(m.Level), Round(m.Similarity, 6), Round(m.DriftScore(), 6), m.Drifted(), nil}
}

func mostDrifted(m *drift.Measurement) []DriftedMost {
	out := []DriftedMost{}
	for _, s := range m.MostDrifted() {
		d := m.Spaces[s]
		out = append(out, DriftedMost{s.String(), Round(d.Similarity, 6), Round(1-d.Similarity, 6), string(d.Level)})
	}
	return out
}
