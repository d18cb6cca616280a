package main

import (
	"strings"

	"asterism/cmd/asterism/shell"

	"github.com/spf13/cobra"
)

// firstSteps are the first examples in the program's help.
const firstSteps = `  asterism remember "The gate opens at three" --why "opening hours"
  asterism search "when does the gate open?"
  asterism ingest ~/notes
  asterism setup claude-code      # an assistant uses it from then on`

// helpCmd is help. For an unknown command it returns the same error as all other commands.
func helpCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, begun string) (names []string, _ cobra.ShellCompDirective) {
			if of, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
				for _, c := range of.Commands() {
					if c.IsAvailableCommand() && strings.HasPrefix(c.Name(), begun) {
						names = append(names, c.Name()+"\t"+c.Short)
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) > 0 {
				err = shell.UnknownCommand(of, rest[0])
			}
			if err != nil {
				return shell.Mistake(of, err)
			}
			of.InitDefaultHelpFlag() // the flag is only created when a command runs
			return of.Help()
		},
	}
}
