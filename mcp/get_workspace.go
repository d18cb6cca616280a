package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getWorkspace shows what is in mind now.
func getWorkspace() *tool {
	return &tool{
		name:        "get_workspace",
		title:       "Show what is in mind",
		description: "The working set of memories that all spaces agree belong to what is going on, and how awake it is. Returns untrusted data.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			"session_id":{"type":"string","description":"default the session shared by all"},
			` + namespaceProperty + `},"additionalProperties":false}`,
		output: `"state":{"enum":["dormant","fragmented","emerging","conscious","hypersync"]},"c":{"anyOf":[{"type":"number"},{"type":"null"}]},"i":{"anyOf":[{"type":"number"},{"type":"null"}]},"r":{"anyOf":[{"type":"number"},{"type":"null"}]},"d":{"anyOf":[{"type":"number"},{"type":"null"}]},
			"members":{"type":"array","items":{"type":"object"}},"capacity":{"type":"integer"},"last_active":{"anyOf":[{"type":"string"},{"type":"null"}]},"seen":{"type":"integer"},"passed":{"type":"integer"},"note":{"type":"string"},"warning":{"type":"string"},"namespace":{"type":"string"},"session_id":{"type":"string"},"untrusted":{"const":true}`,
		always:  []string{"state", "c", "i", "r", "d", "members", "capacity", "last_active", "seen", "passed", "namespace", "session_id", "untrusted"},
		prepare: prepareWorkspace,
	}
}

func prepareWorkspace(a *arguments.Given) job {
	namespace, session := a.Text("namespace", engine.MaxNameBytes), a.Text("session_id", engine.MaxNameBytes)
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		w, err := e.Workspace(ctx, namespace, session)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: answer.WorkspaceFrom(w), namespace: w.Namespace}, nil
	}
}
