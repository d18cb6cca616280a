package goals

import (
	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine/drift"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

func driftCorrectCmd(g commands) *cobra.Command {
	var namespace, timeframe, strategy, undo string
	var force, dry bool
	cmd := &cobra.Command{
		Use:   "correct",
		Short: "Answer drift with new weights of spaces or goals, measured before and after",
		Long:  "Answer drift with new weights of spaces or goals, whichever raises the similarity more; weights that do not raise it are not applied.\n--undo reverts a correction.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			args := client.Arguments{"timeframe": timeframe, "strategy": strategy}.Text("namespace", namespace).Text("undo", undo).Flag("force", force).Flag("dry_run", dry)
			return owner.ShowAnswer(g.Flags, cmd, "trigger_drift_correction", args, func(c *answer.Correction) error { return showCorrection(c, timeframe, force) })
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&timeframe, "timeframe", "24h", "memories of this age: 1h, 6h, 24h, 7d, 30d, all")
	fl.StringVar(&strategy, "strategy", "cosine", "how the spaces become one figure: cosine, euclidean, group, synergy, dominant")
	fl.BoolVar(&force, "force", false, "also when the level is better than Medium")
	fl.BoolVar(&dry, "dry-run", false, "propose and measure, change nothing")
	fl.StringVar(&undo, "undo", "", "id of the correction to undo")
	shell.NamespaceFlag(cmd, &namespace)
	return cmd
}

func showCorrection(c *answer.Correction, timeframe string, force bool) error {
	few := c.Before != nil && words.TooFew(timeframe, c.Before.AnalyzedCount)
	tooLittle := ""
	if few {
		tooLittle = words.TooLittle(c.Before.AnalyzedCount, drift.LeastJudged)
	}
	switch {
	case c.Undone:
		shell.Printf("undone (%s): %s\n", c.Kind, words.ForPeople(c.Why, nil))
	case c.Applied:
		shell.Printf("applied %s as %s: %s\n", c.Kind, *c.CorrectionID, words.ForPeople(c.Why, nil))
	case c.DryRun && c.Improvement != nil:
		shell.Printf("would apply %s: %s\n", c.Kind, words.ForPeople(c.Why, nil))
	case few && !force: // the server's reason is the level
		shell.Printf("nothing applied: %s%s\n", tooLittle, longer(timeframe))
		tooLittle = ""
	default:
		shell.Printf("nothing applied: %s\n", words.ForPeople(c.Why, nil))
	}
	for _, at := range []struct {
		name string
		m    *answer.Measured
	}{{"before", c.Before}, {"after", c.After}} {
		if at.m != nil {
			shell.Printf("  %-6s  similarity %.4f%s (%s, %s)\n", at.name, at.m.Similarity, words.During(!few, ", "+at.m.Level), words.Memories(at.m.AnalyzedCount), at.m.Strategy)
		}
	}
	if tooLittle != "" {
		shell.Printf("  %s\n", tooLittle)
	}
	if c.Improvement != nil {
		shell.Printf("  measured improvement %+.4f\n", *c.Improvement)
	}
	for _, s := range c.Spaces {
		shell.Printf("  weight of %-22s %.3f → %.3f\n", s.Embedder, s.Before, s.After)
	}
	for _, goal := range c.Goals {
		shell.Printf("  weight of %s %.3f → %.3f  %s\n", goal.ID, goal.Before, goal.After, words.Snippet(goal.Description, 60))
	}
	if c.Applied {
		shell.Printf("`asterism drift correct --undo %s` reverts it\n", *c.CorrectionID)
	}
	return nil
}
