package meta

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/mcp/client"
	"asterism/mcp/tools"

	"github.com/spf13/cobra"
)

func enableCmd(g commands) *cobra.Command {
	return controlCmd(g, "enable", "Let λ be corrected when predictions are wrong", tools.MetaEnable, map[string]any{"enabled": true}, "λ is corrected from now on")
}

func disableCmd(g commands) *cobra.Command {
	return controlCmd(g, "disable", "Stop corrections of λ; predictions are still recorded", tools.MetaDisable, map[string]any{"enabled": false}, "λ is no longer corrected")
}

func acknowledgeCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "acknowledge",
		Short: "Say that a person has looked: takes human_required out of the status",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			called := false
			err := g.With(cmd.Context(), func(m owner.Memory) error {
				body, err := m.Ask(cmd.Context(), "get_meta_learning_status", client.Arguments{})
				if err != nil {
					return err
				}
				var s answer.MetaStatus
				if err := json.Unmarshal(body, &s); err != nil {
					return fmt.Errorf("read the answer of get_meta_learning_status: %w", err)
				}
				called = s.Escalation == humanRequired
				return nil
			})
			if err != nil {
				return err
			}
			return g.control(cmd.Context(), client.Arguments{"do": tools.MetaAcknowledge}, func(*answer.MetaControlled) (map[string]any, string) {
				if !called {
					return map[string]any{"acknowledged": false}, "nothing to acknowledge: no alarm is raised"
				}
				return map[string]any{"acknowledged": true}, "acknowledged"
			})
		},
	}
}

// humanRequired is the escalation that needs a person.
const humanRequired = "human_required"

// controlCmd returns a command that does one thing and prints that.
func controlCmd(g commands, name, short, do string, told map[string]any, words string) *cobra.Command {
	return &cobra.Command{
		Use:   name,
		Short: short,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return g.control(cmd.Context(), client.Arguments{"do": do}, func(*answer.MetaControlled) (map[string]any, string) { return told, words })
		},
	}
}

// control requests one action, and prints what was done, as JSON or in words.
func (g commands) control(ctx context.Context, args client.Arguments, told func(*answer.MetaControlled) (fields map[string]any, words string)) error {
	return g.With(ctx, func(m owner.Memory) error {
		body, err := m.Ask(ctx, "control_meta_learning", args)
		if err != nil {
			return err
		}
		var done answer.MetaControlled
		if err := json.Unmarshal(body, &done); err != nil {
			return fmt.Errorf("read the answer of control_meta_learning: %w", err)
		}
		fields, words := told(&done)
		if g.JSON {
			return shell.PrintJSON(fields)
		}
		shell.Println(words)
		return nil
	})
}

func resetCmd(g commands) *cobra.Command {
	var weights, yes bool
	cmd := &cobra.Command{
		Use:   "reset",
		Short: "Reset λ to the lifecycle's default, or with --weights the weights of search to those before any outcome",
		Long: "Reset λ to the lifecycle's default, or with --weights the weights of search to those before any outcome.\n" +
			"What the weights learned, and the outcomes of memories, are then removed for good: on a terminal it asks first; elsewhere it needs --yes.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			do, what, words := tools.MetaResetLambda, "lambda", "λ is what the lifecycle gives"
			if weights {
				if err := shell.Sure(cmd, yes, "Remove for good what the weights of search learned, and the outcomes of memories?"); err != nil {
					return err
				}
				do, what, words = tools.MetaResetWeights, "weights", "auto's weights are in use; what was learned is removed"
			}
			return g.control(cmd.Context(), client.Arguments{"do": do}, func(*answer.MetaControlled) (map[string]any, string) { return map[string]any{"reset": what}, words })
		},
	}
	cmd.Flags().BoolVar(&weights, "weights", false, "reset the learned weights of search, and not λ")
	shell.YesFlag(cmd, &yes)
	return cmd
}

func clearCmd(g commands) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "clear",
		Short: "Remove all events of the log, and nothing else (meta export keeps them)",
		Long: "Remove all events of the log, and nothing else. This cannot be undone: on a terminal it asks first; elsewhere it needs --yes.\n" +
			"`asterism meta export FILE` keeps them.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := shell.Sure(cmd, yes, "Remove all events of the log for good?"); err != nil {
				return err
			}
			return g.control(cmd.Context(), client.Arguments{"do": tools.MetaClear}, func(d *answer.MetaControlled) (map[string]any, string) {
				return map[string]any{"cleared": d.Events}, "removed " + words.Count(d.Events, "event")
			})
		},
	}
	shell.YesFlag(cmd, &yes)
	return cmd
}

func exportCmd(g commands) *cobra.Command {
	return fileCmd(g, "export FILE", "Write all that was learned, events included, into a new file", tools.MetaExport, "exported", "exported what was learned to ")
}

func importCmd(g commands) *cobra.Command {
	return fileCmd(g, "import FILE", "Put an exported state in place of the present one, all or nothing", tools.MetaImport, "imported", "what was learned is now that of ")
}

// fileCmd returns a command with a file. The process that owns the store opens the file, so it gets the absolute path.
func fileCmd(g commands, use, short, do, done, words string) *cobra.Command {
	return &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			whole, err := filepath.Abs(args[0])
			if err != nil {
				return fmt.Errorf("find file %s: %w", args[0], err)
			}
			return g.control(cmd.Context(), client.Arguments{"do": do, "file": whole}, func(*answer.MetaControlled) (map[string]any, string) {
				return map[string]any{done: args[0]}, words + args[0]
			})
		},
	}
}
