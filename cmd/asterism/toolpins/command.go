// Package toolpins answers: which commands watch the tools of other servers? They pin a list of tools, check it for drift, accept a new one, forget it, and guard a session.
package toolpins

import (
	"fmt"
	"os"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/mcp/tooldrift"

	"github.com/spf13/cobra"
)

// Exit codes of the mcp commands. 1 only means drift, so every failure, including a wrong flag, is 2.
const (
	exitDrift     shell.ExitCode = 1
	exitUnchecked shell.ExitCode = 2
)

// commands are the commands of this package, over the flags of every command.
type commands struct{ *owner.Flags }

// Command makes the command.
func Command(flags *owner.Flags) *cobra.Command {
	g := commands{flags}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Watch the tools of other MCP servers: pin a list, check it for drift, accept, reset, guard",
		Long: "Watch the tools of other MCP servers. A pin is a server's whole list of tools as you have looked at it, kept in the folder pins of the data\n" +
			"directory; nothing but accept changes it. A check runs the pinned command.\n" +
			"Exit code 0: clean, or done; 1: drift; 2: could not check, or could not do it.",
		Args: cobra.NoArgs, // a misspelt command must not exit with 0, which means clean
		RunE: shell.GroupHelp,
	}
	cmd.AddCommand(pinCmd(g), checkCmd(g), acceptCmd(g), resetCmd(g), guardCmd(g))
	for _, c := range append(cmd.Commands(), cmd) {
		failWith2(c)
	}
	return cmd
}

// failWith2 turns every error of a command into exit code 2, with the error on stderr.
func failWith2(cmd *cobra.Command) {
	args, do := cmd.Args, cmd.RunE
	cmd.Args = func(c *cobra.Command, a []string) error { return Unchecked(args(c, a)) }
	cmd.RunE = func(c *cobra.Command, a []string) error { return Unchecked(do(c, a)) }
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return Unchecked(shell.FlagMistake(c, err)) })
}

// Unchecked prints an error and returns the exit code for a failed check.
func Unchecked(err error) error {
	if err == nil || err == exitDrift || err == exitUnchecked {
		return err
	}
	shell.Complain(err)
	return exitUnchecked
}

// fetchFlags adds the flags that limit the cost of a server.
func (g commands) fetchFlags(cmd *cobra.Command, o *tooldrift.FetchOptions) {
	o.Version = g.Version
	cmd.Flags().DurationVar(&o.Timeout, "timeout", time.Minute, "how long a server may take for all of its list, start-up included")
}

// nameAndServer parses NAME -- COMMAND… and NAME URL.
func nameAndServer(args []string) (string, tooldrift.Target, error) {
	if err := tooldrift.CheckName(args[0]); err != nil {
		return "", tooldrift.Target{}, err
	}
	at, err := tooldrift.ParseTarget(args[1:])
	return args[0], at, err
}

// oddities prints to stderr what a person should know about how a list was read.
func oddities(f tooldrift.Fetched) {
	if f.Noise != "" {
		fmt.Fprintln(os.Stderr, "asterism: the server prints text that breaks some clients: "+f.Noise)
	}
	if f.Incomplete != "" {
		fmt.Fprintln(os.Stderr, "asterism: the list is incomplete, so nothing counts as removed: "+f.Incomplete)
	}
}
