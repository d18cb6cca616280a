package toolpins

import (
	"errors"
	"os"

	"asterism/mcp/tooldrift"

	"github.com/spf13/cobra"
)

func guardCmd(g commands) *cobra.Command {
	o := tooldrift.GuardOptions{Log: os.Stderr}
	cmd := &cobra.Command{
		Use:   "guard NAME -- COMMAND… | NAME URL",
		Short: "Stand between a client and a server, and hold the server to its pinned tools",
		Long: "Stand between a client, on standard input and output, and a server. The client sees the tools that were pinned; without a pin, the first\n" +
			"list is pinned. When the connection is lost, or the server says that its tools have changed, the server is restarted and its list judged:\n" +
			"the same, or with new tools at the end: accepted; edited tools: accepted with a warning; tools in another order or gone: refused without --force.\n" +
			"While a list is refused, or no new instance that has it is up yet, the old one stands, and calls of tools that are not what they were are\n" +
			"answered with an error. What is accepted on the way holds until the guard ends; the pin stays as it is until `asterism mcp accept`.",
		Example: "  asterism mcp guard files -- npx -y @modelcontextprotocol/server-filesystem /tmp",
		Args:    cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			switch {
			case g.JSON:
				return errors.New("a guard speaks the protocol on standard output: leave --json out")
			case o.Policy.Force && o.Policy.Strict:
				return errors.New("--force accepts more and --strict less: give one of them")
			}
			if o.Name, o.Server, err = nameAndServer(args); err != nil {
				return err
			}
			o.Pins = g.Pins()
			guard, err := tooldrift.NewGuard(o)
			if err != nil {
				return err
			}
			return guard.Serve(cmd.Context(), os.Stdin, os.Stdout)
		},
	}
	g.fetchFlags(cmd, &o.Fetch)
	cmd.Flags().BoolVar(&o.Policy.Force, "force", false, "accept lists in another order, and lists with tools missing")
	cmd.Flags().BoolVar(&o.Policy.Strict, "strict", false, "accept only the very list that was pinned")
	return cmd
}
