// Package goals answers: which commands set goals and show drift from them?
package goals

import (
	"fmt"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

// commands are the commands of this package, over the flags of every command.
type commands struct{ *owner.Flags }

// GoalCommand makes the command.
func GoalCommand(flags *owner.Flags) *cobra.Command {
	g := commands{flags}
	cmd := &cobra.Command{
		Use:     "goal",
		Aliases: []string{"goals"},
		Short:   "Set, add, list, remove and discover the goals of a namespace",
		Long:    "The goals of a namespace. Drift is measured against the North Star; goals below it refine it.\nMemories that are stored already are aligned to changed goals while a command or a server has the store open.",
		Args:    cobra.NoArgs,
		RunE:    shell.GroupHelp,
	}
	cmd.AddCommand(goalSetCmd(g), goalAddCmd(g), goalListCmd(g), goalRemoveCmd(g), goalDiscoverCmd(g))
	return cmd
}

func goalSetCmd(g commands) *cobra.Command {
	var namespace string
	cmd := &cobra.Command{
		Use:   "set DESCRIPTION",
		Short: "Set the North Star; one that was there before is replaced",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return owner.ShowAnswer(g.Flags, cmd, "set_north_star", client.Arguments{"description": strings.Join(args, " ")}.Text("namespace", namespace), showGoalSet)
		},
	}
	shell.NamespaceFlag(cmd, &namespace)
	return cmd
}

func goalAddCmd(g commands) *cobra.Command {
	var namespace, level, parent string
	cmd := &cobra.Command{
		Use:   "add DESCRIPTION",
		Short: "Add a goal below the North Star, or below --parent",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return owner.ShowAnswer(g.Flags, cmd, "add_goal", client.Arguments{"description": strings.Join(args, " ")}.Text("namespace", namespace).Text("level", level).Text("parent_id", parent), showGoalSet)
		},
	}
	cmd.Flags().StringVar(&level, "level", "strategic", "strategic, tactical or immediate; lower than the parent's")
	cmd.Flags().StringVar(&parent, "parent", "", "id of the goal above it (default the North Star)")
	shell.NamespaceFlag(cmd, &namespace)
	return cmd
}

func goalListCmd(g commands) *cobra.Command {
	var namespace string
	var history int
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the goals of a namespace, parents before children",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return owner.ShowAnswer(g.Flags, cmd, "get_goals", client.Arguments{}.Text("namespace", namespace).When(cmd.Flags().Changed("history"), "history", history), func(t *answer.Goals) error { return showGoals(t, g.Alone()) })
		},
	}
	shell.HistoryFlag(cmd, &history, "show how the goals changed, too")
	shell.NamespaceFlag(cmd, &namespace)
	return cmd
}

func goalRemoveCmd(g commands) *cobra.Command {
	var namespace string
	var cascade, yes bool
	cmd := &cobra.Command{
		Use:   "remove ID",
		Short: "Remove a goal; with --cascade those below it too",
		Long: "Remove a goal; with --cascade those below it too. Its history of drift stays, and the checks of steps against it are gone for good:\n" +
			"on a terminal it asks first; elsewhere it needs --yes.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := shell.Sure(cmd, yes, fmt.Sprintf("Remove goal %s%s, and for good what was checked against it?", args[0], words.During(cascade, " and those below it"))); err != nil {
				return err
			}
			return owner.ShowAnswer(g.Flags, cmd, "remove_goal", client.Arguments{"goal_id": args[0]}.Flag("cascade", cascade).Text("namespace", namespace), showGoalsRemoved)
		},
	}
	cmd.Flags().BoolVar(&cascade, "cascade", false, "remove the goals below it too; without it they are an error")
	cmd.Flags().StringVar(&namespace, "namespace", "", "only if the goal is of this namespace")
	shell.YesFlag(cmd, &yes)
	return cmd
}

func showGoalSet(s *answer.GoalSet) error {
	shell.Printf("%s  %s\n    %s\n%s\n", s.Goal.ID, s.Goal.Level, s.Goal.Description, words.ForPeople(s.Note, nil))
	if s.Replaced != nil {
		shell.Printf("before: %s  %s\n", s.Replaced.ID, words.Snippet(s.Replaced.Description, 120))
	}
	if s.Aligning > 0 {
		shell.Printf("%s to be realigned while a command or a server has the store open\n", words.Memories(s.Aligning))
	}
	return nil
}

// showGoals prints a tree. With alone no server has the store, so the remaining measurements wait until a process opens it.
func showGoals(t *answer.Goals, alone bool) error {
	if t.History != nil {
		defer words.ShowHistory(shell.Stdout(), t.History, words.GoalChange)
	}
	if len(t.Goals) == 0 {
		shell.Printf("no goal is set in namespace %s; `asterism goal set` sets one\n", t.Namespace)
		return nil
	}
	depth := map[string]int{}
	for _, goal := range t.Goals {
		if goal.ParentID != nil {
			depth[goal.ID] = depth[*goal.ParentID] + 1
		}
		indent := strings.Repeat("  ", depth[goal.ID])
		shell.Printf("%s%s  %s (%g)\n%s    %s\n", indent, goal.ID, goal.Level, goal.Weight, indent, goal.Description)
	}
	shell.Println(measured(&t.Alignment, alone))
	return nil
}

// measured says how many memories are measured against the goals, and when the others will be.
func measured(a *answer.Alignment, alone bool) string {
	rest := "; the rest is being measured"
	switch {
	case a.Measured >= a.Memories || !a.Running:
		rest = ""
	case alone:
		rest = "; the rest is measured while a command or a server has the store open"
	}
	return fmt.Sprintf("%d of %s measured against these goals%s", a.Measured, words.Memories(a.Memories), rest)
}

func showGoalsRemoved(r *answer.GoalsRemoved) error {
	for _, goal := range r.Removed {
		shell.Printf("removed %s  %s\n    %s\n", goal.ID, goal.Level, goal.Description)
	}
	if r.Aligning > 0 {
		shell.Printf("%s to be realigned while a command or a server has the store open\n", words.Memories(r.Aligning))
	}
	return nil
}
