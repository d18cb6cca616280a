package answer

import (
	"fmt"
	"strings"

	"asterism/engine"
)

// Workspace is what get_workspace answers: C = I·R·D.
type Workspace struct {
	State      string            `json:"state"`
	C          *float64          `json:"c"`
	I          *float64          `json:"i"`
	R          *float64          `json:"r"`
	D          *float64          `json:"d"`
	Members    []WorkspaceMember `json:"members"` // newest first
	Capacity   int               `json:"capacity"`
	LastActive *string           `json:"last_active"` // null: no memory was used
	Seen       int               `json:"seen"`
	Passed     int               `json:"passed"` // not processed, since too many were waiting
	Note       string            `json:"note,omitempty"`
	Warning    string            `json:"warning,omitempty"`
	Namespace  string            `json:"namespace"`
	SessionID  string            `json:"session_id"`
	Others     []string          `json:"other_sessions,omitempty"` // other sessions of the namespace with memories in mind, the latest first; "" is the shared one
	Untrusted  bool              `json:"untrusted"`

	History *Events[WorkspaceChange] `json:"history,omitempty"` // on request
}

// WorkspaceMember is a memory in the workspace.
type WorkspaceMember struct {
	ID      string  `json:"id"`
	Snippet string  `json:"snippet"`
	Entered *string `json:"entered"`
	R       float64 `json:"r"`   // agreement of the spaces when it entered
	Fit     float64 `json:"fit"` // mean percentile when it entered
}

// WorkspaceFrom converts a workspace to the answer of get_workspace.
func WorkspaceFrom(w *engine.WorkspaceState) Workspace {
	v := Workspace{
		State: string(w.State), C: figure(w.C), I: figure(w.I), R: figure(w.R), D: figure(w.D), Members: []WorkspaceMember{}, Capacity: w.Capacity,
		LastActive: Stamp(w.Active), Seen: w.Seen, Passed: w.Passed, Warning: w.Warning, Namespace: w.Namespace, SessionID: w.Session, Others: w.Others, Untrusted: true,
	}
	if len(w.Members) == 0 {
		v.Note = "Nothing is in mind. c, i and d are measured when a memory comes to mind, so they have no value. inject_context brings memories to mind, store_memory does not."
	}
	for i, m := range w.Members {
		member := WorkspaceMember{ID: m.ID.String(), Entered: Stamp(m.Entered), R: Round(m.R, 4), Fit: Round(m.Fit, 4)}
		if i < len(w.Memories) && w.Memories[i] != nil {
			member.Snippet = snippet(engine.Shown(w.Memories[i]), "")
		}
		v.Members = append(v.Members, member)
	}
	return v
}

// Words returns the memories in the workspace, the newest first, and its state.
func (w Workspace) Words() string {
	var b strings.Builder
	if len(w.Members) == 0 {
		b.WriteString(ended(w.Note) + "\n")
	} else {
		fmt.Fprintf(&b, "%s, %d in mind, newest first. %s:\n", capital(w.State), len(w.Members), untrustedWords)
	}
	for _, m := range w.Members {
		fmt.Fprintf(&b, "%s %s\n", shortOf(m.ID), beginning(m.Snippet))
	}
	if w.Passed > 0 {
		fmt.Fprintf(&b, "%s skipped, since too many were waiting.\n", count(w.Passed, "memory was", "memories were"))
	}
	if w.Warning != "" {
		b.WriteString(sentence(w.Warning) + "\n")
	}
	if len(w.Others) > 0 {
		var names []string
		for _, name := range w.Others {
			names = append(names, plain(name))
		}
		fmt.Fprintf(&b, "Other sessions with something in mind: %s.\n", strings.Join(names, ", "))
	}
	return b.String() + w.History.words(WorkspaceChange.words)
}

// words returns the new state of a workspace, and its memories at that time.
func (c WorkspaceChange) words() string {
	out := fmt.Sprintf("%s %s", minute(c.At), c.State)
	for _, id := range c.Members {
		out += " " + named(id)
	}
	return out
}
