package meta

import (
	"context"
	"fmt"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/metautl"

	"github.com/spf13/cobra"
)

func enableCmd(g commands) *cobra.Command  { return switchCmd(g, "enable", true) }
func disableCmd(g commands) *cobra.Command { return switchCmd(g, "disable", false) }

// switchCmd lets corrections be made, or stops them.
func switchCmd(g commands, name string, on bool) *cobra.Command {
	short, words := "Let λ be corrected when predictions are wrong", "λ is corrected from now on"
	if !on {
		short, words = "Stop corrections of λ; predictions are recorded all the same", "λ is left alone from now on"
	}
	return &cobra.Command{
		Use:   name,
		Short: short,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			do := func(e *engine.Engine) error { return e.EnableMeta(cmd.Context(), on) }
			return g.WithStoreAndPrint(cmd.Context(), "meta "+name, do, map[string]any{"enabled": on}, words)
		},
	}
}

func resetCmd(g commands) *cobra.Command {
	var weights bool
	cmd := &cobra.Command{
		Use:   "reset",
		Short: "Take λ back to what the lifecycle gives, or with --weights the weights of search to what they were before any outcome",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			do, what, words := (*engine.Engine).ResetLambda, "lambda", "λ is what the lifecycle gives"
			if weights {
				do, what, words = (*engine.Engine).ResetSearchWeights, "weights", "auto's weights stand as they are; what they had learned is forgotten"
			}
			return g.WithStoreAndPrint(cmd.Context(), "meta reset", func(e *engine.Engine) error { return do(e, cmd.Context()) }, map[string]any{"reset": what}, words)
		},
	}
	cmd.Flags().BoolVar(&weights, "weights", false, "reset the learned weights of search, and not λ")
	return cmd
}

func acknowledgeCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "acknowledge",
		Short: "Say that a person has looked: takes human_required out of the status",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			do := func(e *engine.Engine) error { return e.AcknowledgeMeta(cmd.Context()) }
			return g.WithStoreAndPrint(cmd.Context(), "meta acknowledge", do, map[string]any{"acknowledged": true}, "acknowledged")
		},
	}
}

func clearCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "clear",
		Short: "Remove all events of the log, and nothing else (meta export keeps them)",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var events int
			err := g.WithStore(cmd.Context(), "meta clear", func(e *engine.Engine) (err error) {
				events, err = clearMetaLog(cmd.Context(), e)
				return err
			})
			if err != nil {
				return err
			}
			if g.JSON {
				return shell.PrintJSON(map[string]any{"cleared": events})
			}
			fmt.Printf("removed %s\n", words.Count(events, "event"))
			return nil
		},
	}
}

// clearMetaLog removes all events and says how many there were.
func clearMetaLog(ctx context.Context, e *engine.Engine) (int, error) {
	page, err := e.MetaLog(ctx, metautl.Query{Limit: 1})
	if err != nil {
		return 0, err
	}
	return page.Total, e.ClearMetaLog(ctx)
}
