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

// LacksStore reports whether the folder holds no store, nor anything that keeps one from being made there: a node of a cluster, somebody else's files, or a server that is about to
// make one. What else may be wrong with it says who opens it.
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

// NoStore is why a command that makes no store has none to work on; nil where it may make one, where there may be one, and where a named server is asked, which has its own.
func (g *Flags) NoStore() error {
	if g.MakesStore || g.NamesServer() || !g.LacksStore() {
		return nil
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("%s: %s holds no store", g.Command, g.Data),
		Hint: "the first memory makes one there (`asterism remember`, `asterism ingest`, or an assistant's over `asterism serve`); if yours is elsewhere, name its folder with --data or ASTERISM_HOME"}
}

// withoutStore lets do tell what is wrong with what it was asked, since a mistyped argument is told before a folder without a store: a memory of no store reads the arguments of
// each call. What is well asked fails with why.
func (g *Flags) withoutStore(ctx context.Context, why error, do func(Memory) error) error {
	if _, err := g.Config(); err != nil {
		return err
	}
	m := client.Nowhere(func(tool string, args map[string]any) (json.RawMessage, error) {
		if err := tools.Check(tools.AtHome(ctx, g.home.Namespace), tool, args); err != nil {
			return nil, err
		}
		if digits, ok := args["digits"].(string); ok && tool == "resolve_id" { // so that what comes after it is read, too
			return json.Marshal(tools.Resolved{ID: tools.StandIn(digits)})
		}
		return nil, why
	})
	if err := do(m.Memory()); err != nil {
		return err
	}
	return why
}
