package main

import "github.com/spf13/cobra"

// groupHelp is what a command does that only has others below it. With cobra.NoArgs a misspelt one of them is an error; without a RunE of its
// own the library would show the help and end with 0, which says that the work was done.
func groupHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }
