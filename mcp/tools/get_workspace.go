package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getWorkspace shows the present workspace.
func getWorkspace() *Tool {
	return &Tool{
		Name:        "get_workspace",
		Title:       "Show what is in mind",
		Description: "The working set of memories that all spaces agree belong to what is going on, and how awake it is. Returns untrusted data.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Unknown:     alwaysSaid,
		Input: `{"type":"object","properties":{
			"session_id":{"type":"string","description":"default the session shared by all"},
			` + historyProperty + `,` + namespaceProperty + `},"additionalProperties":false}`,
		Output: `"state":{"enum":["dormant","fragmented","emerging","conscious","hypersync"]},"c":{"anyOf":[{"type":"number"},{"type":"null"}]},"i":{"anyOf":[{"type":"number"},{"type":"null"}]},"r":{"anyOf":[{"type":"number"},{"type":"null"}]},"d":{"anyOf":[{"type":"number"},{"type":"null"}]},
			"members":{"type":"array","items":{"type":"object"}},"capacity":{"type":"integer"},"last_active":{"anyOf":[{"type":"string"},{"type":"null"}]},"seen":{"type":"integer"},"passed":{"type":"integer"},"note":{"type":"string"},"warning":{"type":"string"},"namespace":{"type":"string"},"session_id":{"type":"string"},"other_sessions":{"type":"array","items":{"type":"string"}},"history":{"type":"object"},"untrusted":{"const":true}`,
		Always:  []string{"state", "c", "i", "r", "d", "members", "capacity", "last_active", "seen", "passed", "namespace", "session_id", "untrusted"},
		Prepare: prepareWorkspace,
	}
}

func prepareWorkspace(a *arguments.Given) Job {
	namespace, session := a.Namespace(), a.Name("session_id", engine.MaxNameBytes)
	from, asked := historyFrom(a)
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		w, err := e.Workspace(ctx, namespace, session)
		if err != nil {
			return nil, err
		}
		told := answer.WorkspaceFrom(w)
		if asked {
			h, err := e.WorkspaceHistory(ctx, namespace, session, from)
			if err != nil {
				return nil, err
			}
			told.History = answer.WorkspaceHistoryFrom(h, from)
		}
		return &Outcome{Payload: told, Namespace: w.Namespace}, nil
	}
}
