package workspace

import (
	"asterism/engine/store"
)

// Contents is a workspace and the texts of its members.
type Contents struct {
	Snapshot
	Memories []*store.Memory // of Snapshot.Members, in that order, with content; forgotten ones are left out of both
	Warning  string          // text, for hypersync
	Others   []string        // other sessions of the namespace with members, the latest first; "" is the shared one; at most MaxMinds
}
