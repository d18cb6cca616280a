package shell

import "github.com/spf13/cobra"

// HistoryFlag adds --history, which asks for what became of something; its value is the place of the newest event that is shown.
func HistoryFlag(cmd *cobra.Command, from *int, of string) {
	cmd.Flags().IntVar(from, "history", 0, of+", newest first, twenty at a time from this place on; --history alone begins with the newest")
	cmd.Flags().Lookup("history").NoOptDefVal = "0"
}
