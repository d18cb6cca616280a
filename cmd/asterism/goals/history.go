package goals

import (
	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

func driftHistoryCmd(g commands) *cobra.Command {
	var f driftFlags
	var limit int
	var spaces, deltas bool
	cmd := &cobra.Command{
		Use:   "history",
		Short: "Show past measurements of drift, their trend and where it leads",
		Args:  f.plot.args,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.plot.setFile(args)
			if err := f.plot.check(g); err != nil {
				return err
			}
			asked := client.Arguments{"time_range": f.timeframe, "limit": limit, "include_per_embedder": spaces, "compute_deltas": deltas}.Text("namespace", f.namespace).Text("goal_id", f.goal)
			if f.plot.wanted && f.plot.file == "" {
				return g.With(cmd.Context(), func(m owner.Memory) error { return f.plot.draw(cmd.Context(), m, asked) })
			}
			return g.With(cmd.Context(), func(m owner.Memory) error {
				if err := owner.ShowAnswerTo(g.Flags, cmd.Context(), m, "get_drift_history", asked, showHistory); err != nil || !f.plot.wanted {
					return err
				}
				return f.plot.draw(cmd.Context(), m, asked)
			})
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.timeframe, "timeframe", "24h", "how far back: 1h, 6h, 24h, 7d, 30d, all")
	fl.StringVar(&f.goal, "goal", "", `id of another goal than the North Star, or "centroid"`)
	fl.IntVar(&limit, "limit", 50, "the newest so many, 1 to 100")
	fl.BoolVar(&spaces, "embedders", false, "show each space's similarity, too")
	fl.BoolVar(&deltas, "deltas", true, "show the difference to the measurement before")
	f.plot.define(cmd)
	shell.NamespaceFlag(cmd, &f.namespace)
	return cmd
}

func showHistory(h *answer.History) error {
	ShowEntries(h.History)
	if h.Summary.Returned < h.Summary.TotalEntries {
		shell.Printf("newest %d of %d measurements; --limit shows more\n", h.Summary.Returned, h.Summary.TotalEntries)
	}
	shell.Println(words.Trend(h.Trend, h.TrendNote))
	return nil
}
