package engine

import (
	"asterism/engine/store"
	"asterism/engine/workspace"
)

// WorkspaceState is a workspace and the texts of its members.
type WorkspaceState struct {
	workspace.Snapshot
	Memories []*store.Memory // of Snapshot.Members, in that order, with content; forgotten ones are left out of both
	Warning  string          // in words, for hypersync
}
