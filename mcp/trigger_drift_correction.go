package mcp

import (
	"context"
	"math"
	"time"

	"asterism/engine"
	"asterism/engine/drift"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"
)

// triggerDriftCorrection answers measured drift by weighing spaces or goals anew.
func triggerDriftCorrection() *tool {
	return &tool{
		name:        "trigger_drift_correction",
		title:       "Correct drift",
		description: "Answer measured drift: weighs spaces or goals anew, whichever measures better, and tells similarity before and after. Changes nothing when nothing measures better. Can be undone.",
		hints:       hints{},
		input: `{"type":"object","properties":{
			"timeframe":{` + timeframeEnum + `},
			` + strategyProperty + `,
			"force":{"type":"boolean","default":false,"description":"Also when the level is better than Medium"},
			"dry_run":{"type":"boolean","default":false,"description":"Propose and measure, change nothing"},
			"undo":{"type":"string","format":"uuid","description":"Take back the correction of this correction_id"},
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		output: `"correction_id":{"anyOf":[{"type":"string"},{"type":"null"}]},"needed":{"type":"boolean"},"applied":{"type":"boolean"},"undone":{"type":"boolean"},"dry_run":{"type":"boolean"},"kind":{"type":"string"},"why":{"type":"string"},
			"before":{"anyOf":[{"type":"object"},{"type":"null"}]},"after":{"anyOf":[{"type":"object"},{"type":"null"}]},"measured_improvement":{"anyOf":[{"type":"number"},{"type":"null"}]},"embedder_weights":{"type":"array"},"goal_weights":{"type":"array"}`,
		always:  []string{"correction_id", "needed", "applied", "undone", "dry_run", "kind", "why", "before", "after", "measured_improvement", "embedder_weights", "goal_weights"},
		prepare: prepareCorrection,
	}
}

func prepareCorrection(a *arguments) job {
	q := engine.CorrectionQuestion{
		Namespace: a.text("namespace", engine.MaxNameBytes),
		Timeframe: a.timeframe("timeframe"),
		Strategy:  a.strategy("strategy"),
		Force:     a.flag("force", false),
		DryRun:    a.flag("dry_run", false),
		Undo:      a.undoID("undo", "correction_id"),
	}
	if q.Undo != (store.ID{}) && q.Force {
		a.problem("undo takes a correction back and needs no force: leave one of them out")
	}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		q.Progress = progressOf(ctx, "correcting drift: memories compared")
		c, err := e.CorrectDrift(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: correctionFrom(c, q.DryRun), namespace: q.Namespace}, nil
	}
}

// undoID reads the id of an undo record; field says where a caller finds it.
func (a *arguments) undoID(name, field string) store.ID {
	before := len(a.problems)
	s := a.text(name, 64)
	if _, given := a.field(name); !given || len(a.problems) > before {
		return store.ID{}
	}
	id, err := strictUUID(s)
	if err != nil {
		a.problem("%s %s is not a UUID: %v; give the %s of an answer", name, quote(s), err, field)
	}
	return id
}

// nothingProposed is the kind of a correction that found nothing to change.
const nothingProposed = "none"

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
	Spaces       []SpaceReweight `json:"embedder_weights"`     // those that change
	Goals        []GoalReweight  `json:"goal_weights"`
}

// Measured is a measurement before or after a correction.
type Measured struct {
	Overall
	AnalyzedCount int     `json:"analyzed_count"`
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

func correctionFrom(c *engine.Correction, dry bool) Correction {
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

// measuredFrom is nil for what was not measured.
func measuredFrom(m *drift.Measurement) *Measured {
	if m.At.IsZero() || math.IsNaN(m.Similarity) {
		return nil
	}
	return &Measured{overallFrom(m), m.Analyzed, string(m.Strategy), stamp(m.At)}
}

func spacesReweighed(c *engine.Correction) []SpaceReweight {
	out := []SpaceReweight{}
	for s := range c.SpacesBefore {
		if c.SpacesBefore[s] != c.SpacesAfter[s] {
			out = append(out, SpaceReweight{models.Space(s).String(), round(c.SpacesBefore[s], 6), round(c.SpacesAfter[s], 6)})
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
			out = append(out, GoalReweight{g.ID.String(), g.Description, round(w, 6), round(g.Weight, 6)})
		}
	}
	return out
}
