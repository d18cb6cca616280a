package meta

import (
	"fmt"
	"math"
	"strconv"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

func outcomeCmd(g commands) *cobra.Command {
	var query, namespace string
	cmd := &cobra.Command{
		Use:   "outcome MEMORY-ID USEFUL",
		Short: "Rate what a memory was worth, from 0 (useless) to 1 (just what was needed)",
		Long: "Rate what a memory was worth, from 0 (useless) to 1 (just what was needed). With --query, what each space predicted of it is compared, too;\n" +
			"a server remembers its newest answers as long as it runs, so --query is for searches through a server.",
		Example: "  asterism meta outcome 01890a5d-ac96-774b-bcce-b302099a8057 0.9 --query 01890a5e-0b1c-7d6e-9a53-5f1f2f7f9d10",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			useful, err := strconv.ParseFloat(args[1], 64)
			if err != nil || math.IsNaN(useful) || math.IsInf(useful, 0) { // JSON has no such numbers
				return fmt.Errorf("USEFUL %q is no number from 0 to 1", args[1])
			}
			asked := client.Arguments{"memory_id": args[0], "useful": useful}.When(cmd.Flags().Changed("query"), "query_id", query).Text("namespace", namespace)
			return owner.ShowAnswer(g.Flags, cmd, "record_outcome", asked, showOutcome)
		},
	}
	cmd.Flags().StringVar(&query, "query", "", "id of the search's answer that found it")
	cmd.Flags().StringVar(&namespace, "namespace", "", "only if the memory is of this namespace")
	return cmd
}

func showOutcome(o *answer.OutcomeRecorded) error {
	shell.Printf("recorded: %s was worth %g; %s so far, accuracy %.3f\n", o.MemoryID, o.Useful, words.Count(o.Outcomes, "outcome"), o.Accuracy)
	return nil
}
