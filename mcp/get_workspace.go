package mcp

import (
	"context"
	"time"

	"asterism/engine"
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

func prepareWorkspace(a *arguments) job {
	namespace, session := a.text("namespace", engine.MaxNameBytes), a.text("session_id", engine.MaxNameBytes)
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		w, err := e.Workspace(ctx, namespace, session)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: workspaceFrom(w), namespace: w.Namespace}, nil
	}
}

// Workspace is what get_workspace answers: C = I·R·D.
type Workspace struct {
	State      string   `json:"state"`
	C          *float64 `json:"c"`
	I          *float64 `json:"i"`
	R          *float64 `json:"r"`
	D          *float64 `json:"d"`
	Members    []InMind `json:"members"` // newest first
	Capacity   int      `json:"capacity"`
	LastActive *string  `json:"last_active"` // null: no memory was looked at
	Seen       int      `json:"seen"`
	Passed     int      `json:"passed"` // not looked at, since too many were waiting
	Note       string   `json:"note,omitempty"`
	Warning    string   `json:"warning,omitempty"`
	Namespace  string   `json:"namespace"`
	SessionID  string   `json:"session_id"`
	Untrusted  bool     `json:"untrusted"`
}

// InMind is a memory in the workspace.
type InMind struct {
	ID      string  `json:"id"`
	Snippet string  `json:"snippet"`
	Entered *string `json:"entered"`
	R       float64 `json:"r"`   // agreement of the spaces at its entry
	Fit     float64 `json:"fit"` // mean percentile at its entry
}

func workspaceFrom(w *engine.WorkspaceState) Workspace {
	v := Workspace{
		State: string(w.State), C: figure(w.C), I: figure(w.I), R: figure(w.R), D: figure(w.D), Members: []InMind{}, Capacity: w.Capacity,
		LastActive: stamp(w.Active), Seen: w.Seen, Passed: w.Passed, Warning: w.Warning, Namespace: w.Namespace, SessionID: w.Session, Untrusted: true,
	}
	if len(w.Members) == 0 {
		v.Note = "Nothing is in mind: c, i and d are of the latest entry, and there is none. inject_context brings memories to mind, store_memory does not."
	}
	for i, m := range w.Members {
		member := InMind{ID: m.ID.String(), Entered: stamp(m.Entered), R: round(m.R, 4), Fit: round(m.Fit, 4)}
		if i < len(w.Memories) && w.Memories[i] != nil {
			member.Snippet = snippet(engine.Shown(w.Memories[i]), "")
		}
		v.Members = append(v.Members, member)
	}
	return v
}
