package goals

import (
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

func goalDiscoverCmd(g commands) *cobra.Command {
	var namespace string
	var size, most int
	cmd := &cobra.Command{
		Use:   "discover",
		Short: "Propose goals from what the memories of a namespace are about",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			args := client.Arguments{"min_cluster_size": size, "max_goals": most}.Text("namespace", namespace)
			return owner.ShowAnswer(g.Flags, cmd, "discover_sub_goals", args, showSubGoals)
		},
	}
	cmd.Flags().IntVar(&size, "min-cluster-size", 5, "least memories of a goal, 2 to 1000")
	cmd.Flags().IntVar(&most, "max-goals", 10, "how many goals, 1 to 50")
	shell.NamespaceFlag(cmd, &namespace)
	return cmd
}

func showSubGoals(s *answer.SubGoals) error {
	for i, goal := range s.Goals {
		shell.Printf("%2d  %s  (%s, confidence %.2f, cohesion %.2f, %s)\n    terms: %s\n    typical: %s\n", i+1, goal.Called(), goal.Level, goal.Confidence, goal.Cohesion,
			words.Memories(goal.Size), strings.Join(goal.Terms, ", "), goal.Central)
	}
	if len(s.Goals) == 0 {
		shell.Println("no cluster is large enough; --min-cluster-size allows smaller ones")
	}
	if s.Note != "" {
		shell.Println(words.ForPeople(s.Note, nil))
	}
	shell.Printf("%s looked at, %d in no such cluster; `asterism goal add` adopts a goal\n", words.Memories(s.Clustered+s.Loose), s.Loose)
	return nil
}
