// Package shell answers: what does every command share? Values of flags, questions to a person, progress bars, JSON on standard output, errors on standard error.
package shell

import "github.com/spf13/cobra"

// GroupHelp is what a command does that only has others below it. With cobra.NoArgs a misspelt one of them is an error; without a RunE of its
// own the library would show the help and end with 0, which says that the work was done.
func GroupHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// NamespaceFlag is that of commands that work on one namespace.
func NamespaceFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "namespace", "", `namespace (default "default")`)
}
