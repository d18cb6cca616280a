package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getAutonomousStatus returns the whole state of a namespace and of the server.
func getAutonomousStatus() *Tool {
	return &Tool{
		Name:        "get_autonomous_status",
		Title:       "Tell the whole state",
		Description: "State of goals, drift, learning, dreams, store and device.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Unknown:     alwaysSaid,
		Input: `{"type":"object","properties":{
			"include_history":{"type":"boolean"},
			"history_count":{"type":"integer","minimum":1,"maximum":100,"default":10},
			` + namespaceProperty + `},
			"additionalProperties":false}`,
		Output: `"namespace":{"type":"string"},"north_star":{"anyOf":[{"type":"object"},{"type":"null"}]},"goals":{"type":"array"},"alignment":{"type":"object"},"drift":{"anyOf":[{"type":"object"},{"type":"null"}]},"drift_note":{"type":"string"},"trend":{"anyOf":[{"type":"object"},{"type":"null"}]},"trend_note":{"type":"string"},
			"history":{"type":"array"},"history_total":{"type":"integer"},"learning":{"type":"object"},"workspace":{"anyOf":[{"type":"object"},{"type":"null"}]},"dreams":{"type":"object"},"store":{"anyOf":[{"type":"object"},{"type":"null"}]},"device":{"anyOf":[{"type":"object"},{"type":"null"}]},"queue":{"anyOf":[{"type":"object"},{"type":"null"}]},"recommendations":{"type":"array","items":{"type":"string"}},"background":{"type":"array"},"unreadable":{"type":"array"}`,
		Always:  []string{"namespace", "north_star", "goals", "alignment", "drift", "trend", "learning", "workspace", "dreams", "store", "device", "queue", "recommendations"},
		Prepare: prepareStatus,
	}
}

func prepareStatus(a *arguments.Given) Job {
	q := engine.StatusQuestion{
		Namespace:      a.Namespace(),
		IncludeHistory: a.Flag("include_history", false),
		HistoryCount:   a.Integer("history_count", 1, 100, defaultStatusCount),
	}
	if _, given := a.Field("history_count"); given && !q.IncludeHistory {
		a.Problem("history_count says how much history to show: give include_history=true with it")
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		s, err := e.Autonomous(ctx, q)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.StatusFrom(s, q.IncludeHistory), Namespace: s.Namespace, Pulse: s.Pulse}, nil
	}
}
