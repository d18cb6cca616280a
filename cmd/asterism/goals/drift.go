package goals

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"asterism/cmd/asterism/chart"
	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/drift"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

// driftFlags are the flags of drift that its subcommands do not share.
type driftFlags struct {
	namespace, goal, timeframe, strategy string
	ids                                  []string
	history                              bool
	plot                                 plotFlag
}

// DriftCommand makes the command.
func DriftCommand(flags *owner.Flags) *cobra.Command {
	g := commands{flags}
	var f driftFlags
	cmd := &cobra.Command{
		Use:   "drift",
		Short: "Measure how far recent memories have left the goal; history, correction, chart",
		Long: "Measure how far recent memories have left the goal (the North Star, or the centroid of all memories when none is set).\n" +
			"Each measurement is kept in the history. --plot draws that: in the terminal, or into a file: --plot drift.svg, --plot drift.png.",
		Args: f.plot.args,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.plot.setFile(args)
			return f.run(g, cmd)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.timeframe, "timeframe", "24h", "memories of this age, and history: 1h, 6h, 24h, 7d, 30d, all")
	fl.StringVar(&f.strategy, "strategy", "cosine", "how the spaces become one figure: cosine, euclidean, group, synergy, dominant")
	fl.StringVar(&f.goal, "goal", "", "id of another goal than the North Star")
	fl.StringSliceVar(&f.ids, "id", nil, "look at this memory only, of any time (may be given again)")
	fl.BoolVar(&f.history, "history", false, "show earlier measurements and the trend")
	f.plot.define(cmd)
	shell.NamespaceFlag(cmd, &f.namespace)
	cmd.AddCommand(driftHistoryCmd(g), driftCorrectCmd(g))
	return cmd
}

func (f *driftFlags) run(g commands, cmd *cobra.Command) error {
	if err := f.plot.check(g); err != nil {
		return err
	}
	args := client.Arguments{"timeframe": f.timeframe, "strategy": f.strategy}.Text("namespace", f.namespace).Text("goal_id", f.goal).List("memory_ids", f.ids).Flag("include_history", f.history)
	return g.With(cmd.Context(), func(m owner.Memory) error {
		if err := owner.ShowAnswerTo(g.Flags, cmd.Context(), m, "get_alignment_drift", args, showDrift); err != nil || !f.plot.wanted {
			return err
		}
		return f.plot.draw(cmd.Context(), m, client.Arguments{"time_range": f.timeframe}.Text("namespace", f.namespace).Text("goal_id", f.goal))
	})
}

func showDrift(d *answer.Drift) error {
	level := d.Overall.Level
	if d.TooFew != nil {
		level = "unknown"
	}
	shell.Printf("drift %s: similarity %.3f of %s to %s (%s)\n", level, d.Overall.Similarity, words.Memories(d.AnalyzedCount), referenceWords(d.ReferenceType, d.ReferenceID), d.Strategy)
	if h := d.Overall.Since; h != nil && h.Checks > 1 {
		shell.Printf("  %s since %s, %d measurements in a row%s\n", d.Overall.Level, words.Clock(h.Time), h.Checks, before(h.Before))
	}
	for _, s := range d.PerEmbedder {
		if s.Similarity == nil {
			shell.Printf("  %-22s      –  %s\n", s.Embedder, s.Absent)
			continue
		}
		if level = *s.Level; d.TooFew != nil {
			level = ""
		}
		shell.Printf("  %-22s  %.3f  %-8s  (%s, %s)\n", s.Embedder, *s.Similarity, level, rawWords(s.Raw), words.Memories(s.Memories))
	}
	if t := d.TooFew; t != nil {
		frame := ""
		if d.Timeframe != nil {
			frame = *d.Timeframe
		}
		shell.Printf("%s%s\n", words.TooLittle(t.Memories, t.Needed), longer(frame))
	}
	if d.Unread > 0 {
		shell.Printf("%s left out: the models do not read the language, or the goal's\n", words.Memories(d.Unread))
	}
	for _, stray := range d.Strays {
		shell.Printf("strays: %s  similarity %.3f, %.3f below the mean\n    %s\n", stray.ID, stray.Similarity, stray.BelowMean, stray.Snippet)
	}
	shell.Print(adviceWords(d.Recommendations))
	if d.History == nil {
		return nil
	}
	ShowEntries(d.History)
	if d.HistoryTotal != nil && *d.HistoryTotal > len(d.History) {
		shell.Printf("newest %d of %d measurements\n", len(d.History), *d.HistoryTotal)
	}
	shell.Println(words.Trend(d.Trend, d.TrendNote))
	return nil
}

// advisedSpaces is for how many spaces the advice is shown; --json has all.
const advisedSpaces = 3

// adviceWords returns the advice on the worst spaces, one a line, and how many more there are.
func adviceWords(all []answer.Advice) string {
	var b strings.Builder
	for _, r := range all[:min(advisedSpaces, len(all))] {
		fmt.Fprintf(&b, "%s: %s: %s. %s\n", r.Priority, r.Embedder, r.Issue, r.Suggestion)
	}
	if more := len(all) - advisedSpaces; more > 0 {
		fmt.Fprintf(&b, "%s with advice: --json shows all\n", words.Count(more, "more space"))
	}
	return b.String()
}

// longer says that a longer timeframe may have more memories, if there is one.
func longer(timeframe string) string {
	return words.During(timeframe != drift.All, "; a longer --timeframe may have more")
}

// rawWords returns a space's own similarity to the reference. It has none if only goals below the reference have a value in the space.
func rawWords(raw *float64) string {
	if raw == nil {
		return "judged by goals below it only"
	}
	return fmt.Sprintf("raw %.3f", *raw)
}

// before returns the earlier level, "" if none was measured.
func before(level *string) string {
	if level == nil {
		return ""
	}
	return ", " + *level + " before"
}

func referenceWords(kind, id string) string {
	if id == "centroid" {
		return "the centroid of all memories"
	}
	if kind == string(drift.ToNorthStar) {
		return "the North Star " + id
	}
	return kind + " " + id
}

// ShowEntries prints measurements of drift, one a line, and how many memories are needed if some have too few for a level.
func ShowEntries(entries []answer.DriftEntry) {
	few := 0
	for _, e := range entries {
		if words.TooFew(e.Timeframe, e.MemoriesAnalyzed) {
			few++
		}
		delta := ""
		if e.Delta != nil {
			delta = fmt.Sprintf("%+.3f", float64(*e.Delta))
		}
		shell.Printf("%-19s  %.3f  %-8s  %7s  %s, %s\n", words.Clock(e.Timestamp), e.OverallSimilarity, words.Level(&e), delta, words.Memories(e.MemoriesAnalyzed), e.Strategy)
		if e.Marker != "" {
			shell.Printf("    %s\n", e.Marker)
		}
		if e.PerEmbedder != nil {
			shell.Printf("    %s\n", spaceFigures(e.PerEmbedder))
		}
	}
	if few > 0 {
		shell.Printf("too few memories to judge in %d of %s: %d are needed\n", few, words.Count(len(entries), "measurement"), drift.LeastJudged)
	}
}

func spaceFigures(values []*float64) string {
	var out []string
	for i, v := range values {
		if v != nil {
			out = append(out, fmt.Sprintf("E%d %.3f", i+1, *v))
		}
	}
	return strings.Join(out, "  ")
}

// plotFlag is --plot, with or without the name of a file.
type plotFlag struct {
	wanted bool
	file   string
}

func (p *plotFlag) define(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&p.wanted, "plot", false, "draw the history in the terminal, or into the file named after it (.svg or .png)")
}

// args allows only the name of a file after --plot.
func (p *plotFlag) args(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || (p.wanted && len(args) == 1) {
		return nil
	}
	if p.wanted {
		return fmt.Errorf("--plot takes one file, not %d: %s", len(args), strings.Join(args, " "))
	}
	return fmt.Errorf("unknown command %q for %q; a file is named with --plot", args[0], cmd.CommandPath())
}

func (p *plotFlag) setFile(args []string) {
	if len(args) == 1 {
		p.file = args[0]
	}
}

// check returns an error for what cannot be drawn, before anything is measured.
func (p *plotFlag) check(g commands) error {
	if p.file != "" {
		return chart.CheckFile(p.file)
	}
	if p.wanted && g.JSON {
		return &engine.Error{Kind: engine.KindInvalid, Message: "--plot draws in the terminal and --json prints JSON there", Hint: "name a file: --plot drift.svg"}
	}
	return nil
}

// plotMost is how many measurements a chart shows: the most that one call returns.
const plotMost = 100

// draw reads the history and draws it.
func (p *plotFlag) draw(ctx context.Context, m owner.Memory, args client.Arguments) error {
	args["limit"] = plotMost
	body, err := m.Ask(ctx, "get_drift_history", args)
	if err != nil {
		return err
	}
	var h answer.History
	if err := json.Unmarshal(body, &h); err != nil {
		return fmt.Errorf("read the answer of get_drift_history: %w", err)
	}
	if p.file == "" {
		return chart.Of(&h).Show(os.Stdout)
	}
	// A chart is made to be shown, so it has the permissions of the user's other files.
	if err := chart.Of(&h).Save(p.file, 0o644&^owner.OpenMask()); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "asterism: drew %s into %s\n", words.Count(len(h.History), "measurement"), p.file)
	return nil
}
