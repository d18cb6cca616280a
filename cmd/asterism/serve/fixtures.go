package serve

import (
	"asterism/mcp/fixtures"

	"github.com/mark3labs/mcp-go/server"
	"github.com/spf13/cobra"
)

// fixturesFlag declares the flag for the conformance suite. Users do not need it, so the help does not show it.
func fixturesFlag(cmd *cobra.Command, on *bool) {
	const name = "conformance-fixtures"
	fl := cmd.Flags()
	fl.BoolVar(on, name, false, "also offer what the MCP conformance suite looks for; never to assistants")
	if f := fl.Lookup(name); f != nil {
		f.Hidden = true
	}
}

// fixturesOf adds the fixtures to a server; nil without the flag.
func fixturesOf(on bool) func(*server.MCPServer) {
	if !on {
		return nil
	}
	return fixtures.Add
}
