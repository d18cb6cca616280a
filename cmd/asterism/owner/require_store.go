package owner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"asterism/engine"
	"asterism/engine/cluster/member"
	"asterism/engine/store/rocks"
	"asterism/mcp/client"
	"asterism/mcp/tools"
)

// RequireStore returns an error for a folder without a store, before a command opens it: opening would create an empty one. If a disk is not mounted, its folder still exists; an
// empty store in it would pass a check, or become the newest backup or export.
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

// LacksStore reports whether the folder has no store, and nothing that prevents creating one there: a cluster node, other files, or a server that is about to create one. Opening it
// reports other problems.
func (g *Flags) LacksStore() bool {
	if !errors.Is(rocks.Find(g.Data), os.ErrNotExist) || refuseForeign(g.Data) != nil {
		return false
	}
	if node, err := member.Is(g.Data); err != nil || node {
		return false
	}
	if g.Connect == ConnectOff {
		return true
	}
	server, err := FindServer(g.Data)
	return err == nil && server == nil
}

// NoStore returns why a command that may not create a store has none to work on. It returns nil if the command may create one, if there may be one, and if a named server is used,
// which has its own.
func (g *Flags) NoStore() error {
	if g.MakesStore || g.NamesServer() || !g.LacksStore() {
		return nil
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("%s: %s holds no store", g.Command, g.Data),
		Hint: "the first memory makes one there (`asterism remember`, `asterism ingest`, or an assistant's over `asterism serve`); if yours is elsewhere, name its folder with --data or ASTERISM_HOME"}
}

// withoutStore calls do with a memory without a store, which checks the arguments of each call. So a mistyped argument is reported before the missing store. A call with correct
// arguments fails with why.
func (g *Flags) withoutStore(ctx context.Context, why error, do func(Memory) error) error {
	if _, err := g.Config(); err != nil {
		return err
	}
	m := client.Nowhere(func(tool string, args map[string]any) (json.RawMessage, error) {
		if err := tools.Check(tools.AtHome(ctx, g.home.Namespace), tool, args); err != nil {
			return nil, err
		}
		if digits, ok := args["digits"].(string); ok && tool == "resolve_id" { // so that the following calls are checked, too
			return json.Marshal(tools.Resolved{ID: tools.StandIn(digits)})
		}
		return nil, why
	})
	if err := do(m.Memory()); err != nil {
		return err
	}
	return why
}
