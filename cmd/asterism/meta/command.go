// Package meta answers: which commands show and steer what the memory learns from its predictions?
package meta

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/mcp/client"
	"asterism/models"

	"github.com/spf13/cobra"
)

// commands are the commands of this package, over the flags of every command.
type commands struct{ *owner.Flags }

// Command makes the command.
func Command(flags *owner.Flags) *cobra.Command {
	g := commands{flags}
	cmd := &cobra.Command{
		Use:   "meta",
		Short: "Watch how well the memory predicts, and what it learns from outcomes: status, log, outcome, recalibrate and more",
		Long: "Watch how well the memory predicts, and what it learns from outcomes.\n" +
			"All of them work while a server of yours owns the store. Through a server that --connect names, status, settings, log, outcome and recalibrate do.",
		Args: cobra.NoArgs,
		RunE: shell.GroupHelp,
	}
	cmd.AddCommand(statusCmd(g), logCmd(g), outcomeCmd(g), recalibrateCmd(g), settingsCmd(g),
		enableCmd(g), disableCmd(g), resetCmd(g), acknowledgeCmd(g), clearCmd(g), exportCmd(g), importCmd(g))
	return cmd
}

func statusCmd(g commands) *cobra.Command {
	var history, spaces bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show the accuracy of predictions, the weights λ and whether a person is asked to look",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			args := client.Arguments{}.Flag("include_accuracy_history", history).Flag("include_embedder_breakdown", spaces)
			return g.With(cmd.Context(), func(m owner.Memory) error { return g.status(cmd.Context(), m, args) })
		},
	}
	cmd.Flags().BoolVar(&history, "history", false, "show the accuracy after each of the last cycles, too")
	cmd.Flags().BoolVar(&spaces, "embedders", false, "show each space's accuracy, too")
	return cmd
}

// status shows the tool's answer and, if the store is open here, the learned search weights, which no tool for assistants returns.
func (g commands) status(ctx context.Context, m owner.Memory, args client.Arguments) error {
	body, err := m.Ask(ctx, "get_meta_learning_status", args)
	if err != nil {
		return err
	}
	weights, err := searchWeights(ctx, m)
	if err != nil {
		return err
	}
	var told struct {
		answer.MetaStatus
		Weights *answer.SearchWeights `json:"search_weights,omitempty"`
	}
	if err := json.Unmarshal(body, &told); err != nil {
		return fmt.Errorf("read the answer of get_meta_learning_status: %w", err)
	}
	if told.Weights = weights; g.JSON {
		return shell.PrintJSON(told)
	}
	showMetaStatus(&told.MetaStatus)
	showWeights(weights)
	return nil
}

// searchWeights returns the learned search weights; nil from a server that does not return them, such as one of --connect.
func searchWeights(ctx context.Context, m owner.Memory) (*answer.SearchWeights, error) {
	body, err := m.Ask(ctx, "get_search_weights", nil)
	if errors.Is(err, client.ErrNotOffered) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	told := &answer.SearchWeights{}
	if err := json.Unmarshal(body, told); err != nil {
		return nil, fmt.Errorf("read the answer of get_search_weights: %w", err)
	}
	return told, nil
}

func showMetaStatus(s *answer.MetaStatus) {
	line := func(name, format string, args ...any) { shell.Printf("%-11s %s\n", name, fmt.Sprintf(format, args...)) }
	line("accuracy", "%.3f, %s in a row low%s", s.Accuracy, words.Count(s.LowCycles, "cycle"), words.During(!s.Enabled, "; corrections of λ are switched off"))
	line("λ", "surprise %.3f, coherence %.3f; by the lifecycle %.3f and %.3f (%+.3f, %+.3f)", s.Current.S, s.Current.C, s.Base.S, s.Base.C, s.Deviation.S, s.Deviation.C)
	last := "never"
	if s.LastAdjustment != nil {
		last = "last " + words.Clock(s.LastAdjustment)
	}
	line("adjusted", "%s, %s; %s in the last 24 hours", words.Count(int(s.Adjustments), "time"), last, words.Count(s.RecentEvents, "event"))
	line("escalation", "%s%s", s.Escalation, words.During(s.Escalation == humanRequired, ": look at `asterism meta log`, then `asterism meta acknowledge`"))
	line("settings", "%s", words.Settings(s.Settings))
	line("first hit", "used in %s before anything was learned, in %s after", helped(s.Helped.Before), helped(s.Helped.After))
	for i, accuracy := range s.Spaces {
		line("", "%-22s %.3f", models.Space(i), accuracy)
	}
	if s.History != nil {
		line("history", "%s", accuracies(*s.History))
	}
}

// helped returns a share in words, with its 95 % interval.
func helped(s answer.HelpedShare) string {
	if s.Share == nil || s.Low == nil || s.High == nil {
		return "no judged search"
	}
	return fmt.Sprintf("%d of %s (%.0f %%, 95 %% interval %.0f to %.0f)", s.Used, words.Count(s.Searches, "judged search"), 100**s.Share, 100**s.Low, 100**s.High)
}

// accuracies returns them as one line, oldest first.
func accuracies(values []float64) string {
	if len(values) == 0 {
		return "no cycle yet"
	}
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprintf("%.2f", v)
	}
	return strings.Join(out, " ")
}
