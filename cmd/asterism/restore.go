package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"

	"github.com/spf13/cobra"
)

func restoreCmd(g *globals) *cobra.Command {
	var all several
	var version uint64
	cmd := &cobra.Command{
		Use:   "restore ID | --where-…",
		Short: "Bring a softly forgotten memory back, or all that pass a filter, within 30 days; or what one said before",
		Long: "Bring a softly forgotten memory back, or all that pass a filter, within 30 days; or what one said before.\n" +
			"A memory that was not forgotten is left as it is, and the answer says so: restored is false with --json.",
		Args: all.wants,
		RunE: func(cmd *cobra.Command, args []string) error {
			return g.With(cmd.Context(), func(m owner.Memory) error {
				if len(args) == 0 {
					return all.each(cmd, g, m, "restore", true, m.Restore)
				}
				id, err := owner.MemoryID(cmd.Context(), m, args[0])
				if err != nil {
					return err
				}
				if cmd.Flags().Changed("version") {
					return restoreVersion(cmd.Context(), g, m, id, version)
				}
				return restoreOne(cmd.Context(), g, m, id)
			})
		},
	}
	all.define(cmd, "restore")
	cmd.Flags().Uint64Var(&version, "version", 0, "bring back what a memory said in this version, which get --versions shows; that is a new version")
	all.alone = []string{"version"}
	return cmd
}

// restoreOne restores one memory, and prints whether it had been forgotten.
func restoreOne(ctx context.Context, g *globals, m owner.Memory, id store.ID) error {
	body, err := m.Ask(ctx, "restore_memory", map[string]any{"id": id.String()})
	if err != nil {
		return err
	}
	var done answer.Restored
	if err := json.Unmarshal(body, &done); err != nil {
		return fmt.Errorf("read the answer of restore_memory: %w", err)
	}
	switch {
	case g.JSON:
		return shell.PrintJSON(map[string]any{"id": id, "restored": done.Restored})
	case done.Restored:
		shell.Printf("restored %s\n", id)
	default:
		shell.Printf("%s was not forgotten: nothing was changed\n", id)
	}
	return nil
}

// restoreVersion sets a memory's text and reason to those of a version.
func restoreVersion(ctx context.Context, g *globals, m owner.Memory, id store.ID, version uint64) error {
	all, err := owner.Historian(m).Earlier(ctx, id)
	if err != nil {
		return err
	}
	kept := make([]string, len(all))
	for i := range all {
		if v := &all[i]; v.Version == version {
			done, err := m.Update(ctx, id, engine.Change{Content: &v.Content, Rationale: &v.Rationale})
			if err != nil {
				return err
			}
			if g.JSON {
				return shell.PrintJSON(map[string]any{"id": id, "restored": true, "version": done.Version, "changed": append([]string{}, done.Changed...)})
			}
			shell.Printf("%s says again what it said in version %d; that is version %d now\n", id, version, done.Version)
			return nil
		}
		kept[i] = fmt.Sprint(all[i].Version)
	}
	if len(kept) == 0 {
		return fmt.Errorf("memory %s has no earlier text that is kept, so not that of version %d", id, version)
	}
	return fmt.Errorf("memory %s: version %d is not kept; kept versions: %s (`asterism get %s --versions` shows them)", id, version, strings.Join(kept, ", "), id)
}
