package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// recordOutcome records how useful a found memory was.
func recordOutcome() *Tool {
	return &Tool{
		Name:        "record_outcome",
		Title:       "Tell what a memory was worth",
		Description: "Tell how useful a found memory was; search learns from it.",
		Hints:       Hints{},
		Input: `{"type":"object","properties":{
			"query_id":{"type":"string"},
			"memory_id":{"type":"string"},
			"useful":{"type":"number","minimum":0,"maximum":1},
			"namespace":{"type":"string"}},
			"required":["memory_id","useful"],"additionalProperties":false}`,
		Output: `"recorded":{"const":true},"query_id":{"anyOf":[{"type":"string"},{"type":"null"}]},"memory_id":{"type":"string"},"useful":{"type":"number"},"current_accuracy":{"type":"number"},"outcomes":{"type":"integer"}`,
		Always: []string{"recorded", "query_id", "memory_id", "useful", "current_accuracy", "outcomes"},
		IDs:    []string{"memory_id"}, QueryIDs: []string{"query_id"},
		Prepare: prepareOutcome,
	}
}

func prepareOutcome(a *arguments.Given) Job {
	o := engine.Outcome{Query: optionalID(a, "query_id"), Memory: a.ID("memory_id"), Useful: requiredNumber(a, "useful", 0, 1, "what the memory was worth, from 0 (useless) to 1 (just what was needed)")}
	o.Namespace = a.Name("namespace", engine.MaxNameBytes)
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		if err := e.RecordOutcome(ctx, o); err != nil {
			return nil, err
		}
		status, err := e.MetaStatus(ctx)
		if err != nil {
			return nil, err
		}
		v := answer.OutcomeRecorded{Recorded: true, MemoryID: o.Memory.String(), Useful: o.Useful, Accuracy: answer.Round(status.Accuracy, 6), Outcomes: status.Outcomes + int(status.Judged)}
		if o.Query != (store.ID{}) {
			v.QueryID = new(o.Query.String())
		}
		return &Outcome{Payload: v, Namespace: o.Namespace}, nil
	}
}

// optionalID reads an optional UUID; the zero id if it is not given.
func optionalID(a *arguments.Given, name string) store.ID {
	if _, given := a.Field(name); !given {
		return store.ID{}
	}
	return a.ID(name)
}

// requiredNumber reads a required number in [lo, hi].
func requiredNumber(a *arguments.Given, name string, lo, hi float64, why string) float64 {
	if _, given := a.Field(name); !given {
		a.Problem("%s is required: %s", name, why)
	}
	if v := a.Number(name, lo, hi); v != nil {
		return *v
	}
	return 0
}
