package main

import (
	"fmt"

	"asterism/cmd/asterism/words"
	"asterism/mcp/tooldrift"

	"github.com/spf13/cobra"
)

func mcpPinCmd(g *globals) *cobra.Command {
	var o tooldrift.FetchOptions
	cmd := &cobra.Command{
		Use:     "pin NAME -- COMMAND… | NAME URL",
		Short:   "Ask a server for all of its tools and keep the list as the baseline",
		Example: "  asterism mcp pin files -- npx -y @modelcontextprotocol/server-filesystem /tmp\n  asterism mcp pin remote https://example.org/mcp",
		Args:    cobra.MinimumNArgs(2),
		RunE:    func(cmd *cobra.Command, args []string) error { return g.mcpPin(cmd, args, o) },
	}
	fetchFlags(cmd, &o)
	return cmd
}

func (g *globals) mcpPin(cmd *cobra.Command, args []string, o tooldrift.FetchOptions) error {
	name, at, err := nameAndServer(args)
	if err != nil {
		return err
	}
	l, err := tooldrift.Fetch(cmd.Context(), at, o)
	if err != nil {
		return err
	}
	pin, err := g.pins().Create(name, at, nil, l.List)
	if err != nil {
		return err
	}
	if g.json {
		return printJSON(map[string]any{"name": name, "server": pin.Server, "pinned": pin.Pinned, "tools": len(l.Tools), "digest": l.Digest(), "incomplete": words.OrNull(l.Incomplete), "noise": words.OrNull(l.Noise)})
	}
	oddities(l)
	fmt.Printf("pinned %d tools of %s as %s\n", len(l.Tools), at, name)
	return nil
}
