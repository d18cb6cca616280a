package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// HistoryFlag adds --history, which asks for what became of something; its value is the place of the newest event that is shown. It may stand behind the flag, or apart from it as a value of other
// flags does: so it is added after Args and RunE of the command, which do not see it then.
func HistoryFlag(cmd *cobra.Command, from *int, of string) {
	const alone = "0"
	cmd.Flags().IntVar(from, "history", 0, of+", newest first, twenty at a time from this place on; --history alone begins with the newest")
	flag := cmd.Flags().Lookup("history")
	flag.NoOptDefVal = alone
	place := func(args []string) int {
		if !flag.Changed || flag.Value.String() != alone {
			return -1
		}
		return slices.IndexFunc(args, isPlace)
	}
	check, run := cmd.Args, cmd.RunE
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if i := place(args); i >= 0 {
			args = slices.Delete(slices.Clone(args), i, i+1)
		}
		return check(cmd, args)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if i := place(args); i >= 0 {
			if err := flag.Value.Set(args[i]); err != nil {
				return err
			}
			args = slices.Delete(slices.Clone(args), i, i+1)
		}
		return run(cmd, args)
	}
}

// isPlace reports whether an argument is a place in a history, and not an id, of which no less than six digits are given.
func isPlace(arg string) bool {
	const most = 5
	_, err := strconv.Atoi(arg)
	return err == nil && len(arg) <= most && strings.Trim(arg, "0123456789") == ""
}
