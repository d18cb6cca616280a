package owner

import (
	"errors"
	"fmt"
	"os"

	"asterism/engine"
	"asterism/engine/cluster/member"
	"asterism/engine/store/rocks"
)

// RequireStore refuses a folder that holds no store, before a command opens it: opening would make an empty one. When a disk is not mounted, its folder is still
// there; an empty store in it would pass a check, or become the newest backup or export.
func (g *Flags) RequireStore(doing string) error {
	if is, err := member.Is(g.Data); err == nil && is {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("%s: --data %s is the folder of a node of a cluster, which keeps shards and no store of one machine", doing, g.Data),
			Hint: "while the node runs its log names what is damaged in its shards, and `asterism cluster status` and `asterism doctor` say how they are; backups are made with `asterism cluster backup ARCHIVE`"}
	}
	err := rocks.Find(g.Data)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s: %s holds no store: %w (name the store's directory with --data)", doing, g.Data, err)
	}
	if err != nil {
		return fmt.Errorf("%s: look for the store in %s: %w", doing, g.Data, err)
	}
	return nil
}

// RequireStoreToRead is RequireStore for a command that shows what is stored, and asks a server where there is one: a mistyped --data is no empty store.
func (g *Flags) RequireStoreToRead(command string) error {
	if g.Connect != ConnectAuto && g.Connect != ConnectOff {
		return nil
	}
	if !errors.Is(rocks.Find(g.Data), os.ErrNotExist) || refuseForeign(g.Data) != nil {
		return nil // what is wrong with it says who opens it
	}
	if node, err := member.Is(g.Data); err != nil || node {
		return nil
	}
	if g.Connect == ConnectAuto {
		if server, err := FindServer(g.Data); err != nil || server != nil { // one that makes it just now, too
			return nil
		}
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("%s: %s holds no store", command, g.Data),
		Hint: "the first memory makes one there (`asterism remember`, `asterism ingest`, or an assistant's over `asterism serve`); if yours lies elsewhere, name its folder with --data or ASTERISM_HOME"}
}
