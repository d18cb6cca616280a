package clustercmd

import (
	"errors"
	"fmt"

	"asterism/cmd/asterism/owner"
	"asterism/engine"
	"asterism/engine/cluster/member"
	"asterism/engine/store/rocks"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

// ask calls a tool of the node in the folder of --data, or of the server of --connect, and shows its answer.
func ask[T any](g commands, cmd *cobra.Command, tool string, args client.Arguments, show func(*T) error) error {
	return askWith(g, cmd, func(m owner.Memory) error { return owner.ShowAnswerTo(g.Flags, cmd.Context(), m, tool, args, show) })
}

// askWith calls a function with that node.
func askWith(g commands, cmd *cobra.Command, asking func(m owner.Memory) error) error {
	if err := g.wantNode(); err != nil {
		return err
	}
	err := g.With(cmd.Context(), asking)
	if !errors.Is(err, client.ErrNotOffered) {
		return err
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("the server at %s does not answer `%s`: it is no node of a cluster, or answers this to its own user alone", g.Connect, cmd.CommandPath()),
		Hint: "run it on the machine of a node, with the node's folder as --data and without --connect"}
}

// wantNode returns an error for a folder that is no node's, before a store is created in it or its server is asked. A node that does not run is reported when its store would be
// opened.
func (g commands) wantNode() error {
	if g.NamesServer() {
		return nil // the node is elsewhere
	}
	if is, err := member.Is(g.Data); err != nil || is {
		return err
	}
	message := fmt.Sprintf("--data %s is no node of a cluster", g.Data)
	if err := rocks.Find(g.Data); err == nil {
		message = fmt.Sprintf("--data %s holds the store of one machine and is no node of a cluster", g.Data)
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: message,
		Hint: "name the node's folder. To make one: `asterism --data DIR cluster init`, or `asterism --data DIR cluster join INVITATION` for a cluster that there is, and then `asterism serve --cluster DIR`; docs/cluster.md tells more"}
}
