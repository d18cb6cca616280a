package answer

import (
	"fmt"
	"math"
	"strings"

	"asterism/engine"
	"asterism/engine/drift"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"
)

// Correction is what trigger_drift_correction answers.
type Correction struct {
	CorrectionID *string         `json:"correction_id"` // null: nothing was applied
	Needed       bool            `json:"needed"`
	Applied      bool            `json:"applied"`
	Undone       bool            `json:"undone"`
	DryRun       bool            `json:"dry_run"`
	Kind         string          `json:"kind"`
	Why          string          `json:"why"`
	Before       *Measured       `json:"before"`
	After        *Measured       `json:"after"`                // with the proposal in force
	Improvement  *float64        `json:"measured_improvement"` // after − before; null when nothing was proposed
	Spaces       []SpaceReweight `json:"embedder_weights"`     // only those that change
	Goals        []GoalReweight  `json:"goal_weights"`
}

// Measured is a measurement before or after a correction.
type Measured struct {
	Overall
	AnalyzedCount int     `json:"analyzed_count"`
	TooFew        bool    `json:"too_few,omitempty"` // too few memories for a level
	Strategy      string  `json:"strategy"`
	Timestamp     *string `json:"timestamp"`
}

// SpaceReweight is a space's weight before and after.
type SpaceReweight struct {
	Embedder string  `json:"embedder"`
	Before   float64 `json:"before"`
	After    float64 `json:"after"`
}

// GoalReweight is a goal's weight before and after.
type GoalReweight struct {
	ID          string  `json:"id"`
	Description string  `json:"description"`
	Before      float64 `json:"before"`
	After       float64 `json:"after"`
}

// CorrectionFrom converts a correction to the answer of trigger_drift_correction.
func CorrectionFrom(c *engine.Correction, dry bool) Correction {
	v := Correction{
		Needed: c.Needed, Applied: c.Applied, Undone: c.Undone, DryRun: dry, Kind: c.Kind, Why: c.Why,
		Before: measuredFrom(&c.Before), After: measuredFrom(&c.After),
		Spaces: spacesReweighed(c), Goals: goalsReweighed(c.GoalsBefore, c.GoalsAfter),
	}
	if c.ID != (store.ID{}) {
		id := c.ID.String()
		v.CorrectionID = &id
	}
	if v.Before != nil && v.After != nil && (v.Undone || v.Kind != nothingProposed) {
		v.Improvement = figure(c.After.Similarity - c.Before.Similarity)
	}
	return v
}

// measuredFrom returns nil if nothing was measured.
func measuredFrom(m *drift.Measurement) *Measured {
	if m.At.IsZero() || math.IsNaN(m.Similarity) {
		return nil
	}
	v := &Measured{overallFrom(m), m.Analyzed, m.TooFew(), string(m.Strategy), Stamp(m.At)}
	if v.TooFew {
		v.Level, v.HasDrifted = levelUnknown, false
	}
	return v
}

func spacesReweighed(c *engine.Correction) []SpaceReweight {
	out := []SpaceReweight{}
	for s := range c.SpacesBefore {
		if c.SpacesBefore[s] != c.SpacesAfter[s] {
			out = append(out, SpaceReweight{models.Space(s).String(), Round(c.SpacesBefore[s], 6), Round(c.SpacesAfter[s], 6)})
		}
	}
	return out
}

func goalsReweighed(before, after []purpose.Goal) []GoalReweight {
	was := map[store.ID]float64{}
	for _, g := range before {
		was[g.ID] = g.Weight
	}
	out := []GoalReweight{}
	for _, g := range after {
		if w, ok := was[g.ID]; ok && w != g.Weight {
			out = append(out, GoalReweight{g.ID.String(), g.Description, Round(w, 6), Round(g.Weight, 6)})
		}
	}
	return out
}

// nothingProposed is the kind of a correction that found nothing to change.
const nothingProposed = "none"

// Words says what was changed and what was measured with it, or why nothing was changed.
func (c Correction) Words() string {
	var b strings.Builder
	undo := c.Undone || c.DryRun && c.CorrectionID != nil
	switch {
	case undo && !c.Undone:
		b.WriteString("Would undo the correction; nothing was changed.\n")
	case c.Undone:
		fmt.Fprintf(&b, "Correction undone: %s\n", ended(c.Why))
	case c.Improvement == nil:
		fmt.Fprintf(&b, "Nothing was corrected: %s\n", ended(withoutAside(c.Why)))
	case c.DryRun:
		fmt.Fprintf(&b, "Would correct, nothing was changed: %s\n", ended(c.Why))
	default:
		fmt.Fprintf(&b, "Corrected: %s\n", ended(c.Why))
	}
	switch {
	case c.Improvement == nil && c.Before != nil && c.Before.TooFew:
		fmt.Fprintf(&b, "Drift %s.\n", c.Before.level())
	case c.Improvement == nil || c.After == nil:
	case undo && !c.Undone:
		fmt.Fprintf(&b, "Drift would be %s, similarity %.2f (%+.2f).\n", c.After.level(), c.After.Similarity, *c.Improvement)
	case c.Undone:
		fmt.Fprintf(&b, "Drift now %s, similarity %.2f (%+.2f).\n", c.After.level(), c.After.Similarity, *c.Improvement)
	case c.DryRun:
		fmt.Fprintf(&b, "Drift would be %s.\n", c.After.level())
	default: // why contains the similarities
		fmt.Fprintf(&b, "Drift now %s.\n", c.After.level())
	}
	b.WriteString(c.reweighed())
	if c.CorrectionID != nil && c.Applied {
		fmt.Fprintf(&b, "undo %s reverts it.\n", *c.CorrectionID)
	}
	return b.String()
}

// level returns the level, or that there are too few memories for one.
func (m *Measured) level() string {
	if m.TooFew {
		return fmt.Sprintf("unknown with only %s", count(m.AnalyzedCount, "memory", "memories"))
	}
	return m.Level
}

// shownWeights is how many weights the text of a correction contains.
const shownWeights = 3

// reweighed lists the weights that change, spaces first.
func (c *Correction) reweighed() string {
	var all []string
	for _, s := range c.Spaces {
		code, _, _ := strings.Cut(s.Embedder, " ")
		all = append(all, fmt.Sprintf("%s %.2g→%.2g", code, s.Before, s.After))
	}
	for _, g := range c.Goals {
		all = append(all, fmt.Sprintf("%s %.2g→%.2g", shortOf(g.ID), g.Before, g.After))
	}
	if len(all) == 0 {
		return ""
	}
	out := "Weights: " + strings.Join(all[:min(shownWeights, len(all))], ", ")
	if more := len(all) - shownWeights; more > 0 {
		out += fmt.Sprintf(", %d more", more)
	}
	return out + ".\n"
}
