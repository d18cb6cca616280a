// Package shell answers: what does every command share? Values of flags, questions to a person, progress bars, JSON on standard output, errors on standard error.
package shell

import "github.com/spf13/cobra"

// GroupHelp is the RunE of a command that only has subcommands. With cobra.NoArgs a misspelt subcommand is an error; a command without a RunE shows its help instead and exits with
// 0, which means success.
func GroupHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// NamespaceFlag adds the flag of commands that work on one namespace.
func NamespaceFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "namespace", "", `namespace (default: that of the project, else "default")`)
}
