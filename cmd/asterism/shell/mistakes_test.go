package shell

import (
	"errors"
	"io"
	"strings"
	"testing"

	"asterism/engine"

	"github.com/spf13/cobra"
)

// program is a small tree of commands like ours.
func program() *cobra.Command {
	var n int
	var exact bool
	var span Span
	var ratio float64
	root := &cobra.Command{Use: "asterism", SilenceUsage: true, SilenceErrors: true, DisableSuggestions: true}
	root.PersistentFlags().String("namespace", "", "where")
	run := func(*cobra.Command, []string) error { return nil }
	find := &cobra.Command{Use: "search QUERY [flags]", Args: cobra.ExactArgs(1), RunE: run}
	find.Flags().IntVar(&n, "top", 10, "how many memories, 1 to 100")
	find.Flags().BoolVar(&exact, "exact", false, "compare all")
	find.Flags().Float64Var(&ratio, "min-similarity", 0, "leave out less similar ones")
	find.Flags().Var(&span, "since", "only the last duration")
	list := &cobra.Command{Use: "list", Args: cobra.NoArgs, RunE: run}
	goal := &cobra.Command{Use: "goal", Args: cobra.NoArgs, RunE: GroupHelp}
	goal.AddCommand(&cobra.Command{Use: "set", Args: cobra.MinimumNArgs(1), RunE: run})
	own := &cobra.Command{Use: "own", RunE: run, Args: func(*cobra.Command, []string) error {
		return &engine.Error{Kind: engine.KindInvalid, Message: "its own words", Hint: "its own way"}
	}}
	root.AddCommand(find, list, goal, own)
	TellMistakes(root)
	return root
}

// TestMistakesAreTold: each error says what was given, and its hint says what to do.
func TestMistakesAreTold(t *testing.T) {
	for line, want := range map[string][2]string{
		"search x --limit 3":               {"unknown flag: --limit", "did you mean --top? `asterism search --help` lists the flags"},
		"search x -k 3":                    {"'k' in -k", "did you mean --top?"},
		"search x --tops 3":                {"unknown flag: --tops", "did you mean --top?"},
		"search x --last 3":                {"unknown flag: --last", "did you mean --since?"},
		"search x --ns a":                  {"unknown flag: --ns", "did you mean --namespace?"},
		"search x --quite-something-other": {"unknown flag: --quite-something-other", "`asterism search --help` lists the flags"},
		"list --limit 3":                   {"unknown flag: --limit", "`asterism list --help` lists the flags"},
		"search x --top zwei":              {`--top "zwei": want a whole number`, "--top: how many memories, 1 to 100"},
		"search x --exact=maybe":           {`--exact "maybe": want true or false`, "--exact: compare all"},
		"search x --min-similarity high":   {`--min-similarity "high": want a number, such as 0.5`, "--min-similarity: leave out"},
		"search x --since yesterday":       {`--since "yesterday": want a duration above 0, such as 90m, 48h, 7d or 2w`, "--since: only the last duration"},
		"search x --top":                   {"flag needs an argument: --top", "--top: how many memories"},
		"search":                           {"search accepts 1 argument(s), received 0", "usage: asterism search QUERY"},
		"goal set":                         {"goal set requires at least 1 argument(s), only received 0", "usage: asterism goal set"},
		"list foo":                         {`"foo" is too much: asterism list takes no argument`, "`asterism list --help` lists the flags"},
		"goal sett x":                      {`unknown command "sett" for "asterism goal"`, "did you mean set? `asterism goal --help` lists the commands"},
		"goal something-else":              {`unknown command "something-else" for "asterism goal"`, "`asterism goal --help` lists the commands"},
		"serch x":                          {`unknown command "serch" for "asterism"`, "did you mean search? `asterism --help` lists the commands"},
		"recall x":                         {`unknown command "recall" for "asterism"`, "did you mean search?"},
		"ls":                               {`unknown command "ls" for "asterism"`, "did you mean list?"},
		"own":                              {"its own words", "its own way"},
	} {
		cmd := program()
		cmd.SetArgs(strings.Fields(line))
		cmd.SetOut(io.Discard)
		ran, err := cmd.ExecuteC()
		err = Mistake(ran, err)
		var told *engine.Error
		if !errors.As(err, &told) {
			t.Errorf("%s: %v, want an error with a hint", line, err)
			continue
		}
		if !strings.Contains(told.Message, want[0]) || !strings.HasPrefix(told.Hint, want[1]) {
			t.Errorf("%s: %q, %q, want %q", line, told.Message, told.Hint, want)
		}
		if strings.Contains(told.Message+told.Hint, "strconv") {
			t.Errorf("%s: %q says how the program is made", line, told.Message)
		}
	}
}

// TestWhatIsRightIsTaken: the checks of arguments still accept what the commands accept.
func TestWhatIsRightIsTaken(t *testing.T) {
	for _, line := range []string{"search x", "search x --top 3 --since 7d --exact", "list --namespace a", "goal set a", "goal"} {
		cmd := program()
		cmd.SetArgs(strings.Fields(line))
		cmd.SetOut(io.Discard)
		if err := cmd.Execute(); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}
