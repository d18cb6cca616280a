package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
	"asterism/mcp/failure"
)

// triggerDriftCorrection changes the weights of spaces or goals if that improves the measured drift.
func triggerDriftCorrection() *Tool {
	return &Tool{
		Name:        "trigger_drift_correction",
		Title:       "Correct drift",
		Description: "Answer drift: weigh spaces or goals anew, if that measures better. Can be undone.",
		Hints:       Hints{},
		Unknown:     alwaysSaid,
		Input: `{"type":"object","properties":{
			"timeframe":{"type":"string","default":"24h"},
			"strategy":{"type":"string"},
			"force":{"type":"boolean"},
			"dry_run":{"type":"boolean"},
			"undo":{"type":"string","description":"A correction_id"},
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		Output: `"correction_id":{"anyOf":[{"type":"string"},{"type":"null"}]},"needed":{"type":"boolean"},"applied":{"type":"boolean"},"undone":{"type":"boolean"},"dry_run":{"type":"boolean"},"kind":{"type":"string"},"why":{"type":"string"},
			"before":{"anyOf":[{"type":"object"},{"type":"null"}]},"after":{"anyOf":[{"type":"object"},{"type":"null"}]},"measured_improvement":{"anyOf":[{"type":"number"},{"type":"null"}]},"embedder_weights":{"type":"array"},"goal_weights":{"type":"array"}`,
		Always:  []string{"correction_id", "needed", "applied", "undone", "dry_run", "kind", "why", "before", "after", "measured_improvement", "embedder_weights", "goal_weights"},
		Prepare: prepareCorrection,
	}
}

func prepareCorrection(a *arguments.Given) Job {
	q := engine.CorrectionQuestion{
		Namespace: a.Namespace(),
		Timeframe: timeframe(a, "timeframe"),
		Strategy:  strategy(a, "strategy"),
		Force:     a.Flag("force", false),
		DryRun:    a.Flag("dry_run", false),
		Undo:      undoID(a, "undo", "correction_id"),
	}
	if q.Undo != (store.ID{}) && q.Force {
		a.Problem("undo takes a correction back and needs no force: leave one of them out")
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		q.Progress = progressOf(ctx, "correcting drift: memories compared")
		c, err := e.CorrectDrift(ctx, q)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.CorrectionFrom(c, q.DryRun), Namespace: q.Namespace}, nil
	}
}

// undoID reads the id of an undo record. field is the answer field in which a caller finds it.
func undoID(a *arguments.Given, name, field string) store.ID {
	before := len(a.Problems)
	s := a.Text(name, 64)
	if _, given := a.Field(name); !given || len(a.Problems) > before {
		return store.ID{}
	}
	id, err := arguments.StrictUUID(s)
	if err != nil {
		a.Problem("%s %s is not a UUID: %v; give the %s of an answer", name, failure.Quote(s), err, field)
	}
	return id
}
