package toolpins

import (
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/tooldrift"

	"github.com/spf13/cobra"
)

func pinCmd(g commands) *cobra.Command {
	var o tooldrift.FetchOptions
	cmd := &cobra.Command{
		Use:     "pin NAME -- COMMAND… | NAME URL",
		Short:   "Ask a server for all of its tools and keep the list as the baseline",
		Example: "  asterism mcp pin files -- npx -y @modelcontextprotocol/server-filesystem /tmp\n  asterism mcp pin remote https://example.org/mcp",
		Args:    cobra.MinimumNArgs(2),
		RunE:    func(cmd *cobra.Command, args []string) error { return g.pin(cmd, args, o) },
	}
	g.fetchFlags(cmd, &o)
	return cmd
}

func (g commands) pin(cmd *cobra.Command, args []string, o tooldrift.FetchOptions) error {
	name, at, err := nameAndServer(args)
	if err != nil {
		return err
	}
	l, err := tooldrift.Fetch(cmd.Context(), at, o)
	if err != nil {
		return err
	}
	pin, err := g.Pins().Create(name, at, nil, l.List)
	if err != nil {
		return err
	}
	if g.JSON {
		return shell.PrintJSON(map[string]any{"name": name, "server": pin.Server, "pinned": pin.Pinned, "tools": len(l.Tools), "digest": l.Digest(), "incomplete": words.OrNull(l.Incomplete), "noise": words.OrNull(l.Noise)})
	}
	oddities(l)
	shell.Printf("pinned %d tools of %s as %s\n", len(l.Tools), at, name)
	return nil
}
