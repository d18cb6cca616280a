package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// HistoryFlag adds --history, which requests the history of something; its value is the offset of the newest event to show. The value may follow the flag with or without a space.
// So call HistoryFlag after Args and RunE of the command are set, which do not see it then.
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

// isPlace reports whether an argument is an offset in a history. An id has at least six digits.
func isPlace(arg string) bool {
	const most = 5
	_, err := strconv.Atoi(arg)
	return err == nil && len(arg) <= most && strings.Trim(arg, "0123456789") == ""
}
