package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/dream"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// triggerDream consolidates a namespace.
func triggerDream() *Tool {
	return &Tool{
		Name:        "trigger_dream",
		Title:       "Consolidate memories",
		Description: "Consolidate: nrem links what is recalled together and puts copies away, rem proposes links. Can be undone.",
		Hints:       Hints{Destructive: true},
		Unknown:     alwaysSaid,
		Input: `{"type":"object","properties":{
			"rationale":{"type":"string"},
			"phase":{"enum":["nrem","rem","full_cycle"],"default":"full_cycle"},
			"dry_run":{"type":"boolean"},
			"undo":{"type":"string","description":"A dream_id"},
			` + namespaceProperty + `},
			"required":["rationale"],"additionalProperties":false}`,
		Output: `"dream_id":{"anyOf":[{"type":"string"},{"type":"null"}]},"undone":{"type":"boolean"},"phase":{"type":"string"},"dry_run":{"type":"boolean"},"rationale":{"type":"string"},"started":{"anyOf":[{"type":"string"},{"type":"null"}]},"took_ms":{"type":"number"},
			"replayed":{"type":"integer"},"edges":{"type":"object"},"merges":{"type":"array"},"pairs_sampled":{"type":"integer"},"proposals":{"type":"array"},"snippets":{"type":"object","description":"By id: how the memories of the first merges and proposals begin"},"cancelled":{"type":"boolean"},"namespace":{"type":"string"},"left_alone":{"type":"integer"},"undid":{"type":"object"}`,
		Always:  []string{"dream_id", "undone", "phase", "dry_run", "rationale", "took_ms", "replayed", "edges", "merges", "pairs_sampled", "proposals", "cancelled", "namespace"},
		Prepare: prepareDream,
	}
}

var phaseNames = func() (out []string) {
	for _, p := range dream.Phases {
		out = append(out, string(p))
	}
	return out
}()

func prepareDream(a *arguments.Given) Job {
	q := engine.DreamQuestion{
		Namespace: a.Namespace(),
		Rationale: a.RequiredText("rationale", engine.MaxRationaleBytes, "say why now"),
		Phase:     dream.Phase(a.Choice("phase", string(dream.FullCycle), phaseNames)),
		DryRun:    a.Flag("dry_run", false),
		Undo:      undoID(a, "undo", "dream_id"),
	}
	if q.Undo != (store.ID{}) && q.DryRun {
		a.Problem("undo takes a dream back; dry_run is for having one: leave one of them out")
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		q.Progress = progressOf(ctx, "dreaming: steps")
		d, err := e.Dream(ctx, q)
		if err != nil {
			return nil, err
		}
		texts, err := e.Texts(ctx, answer.ShownOfDream(d))
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.DreamFrom(d, texts), Namespace: d.Namespace, Pulse: afterDryRun(ctx, e, d)}, nil
	}
}

// afterDryRun returns the pulse after a dry run: it suggests no other dry run, and, if the run showed copies, to merge them. It is nil after a dream, and if the pulse cannot be
// read.
func afterDryRun(ctx context.Context, e *Engine, d *engine.DreamAnswer) *engine.Pulse {
	if !d.DryRun {
		return nil
	}
	p, err := e.Pulse(ctx, d.Namespace)
	if err != nil || p == nil {
		return nil
	}
	out := *p
	switch {
	case len(d.Merges) > 0:
		out.SuggestedAction = engine.SuggestDream
	case p.SuggestedAction == engine.SuggestDryDream:
		out.SuggestedAction = engine.SuggestNothing
	}
	return &out
}
