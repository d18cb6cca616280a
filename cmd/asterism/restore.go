package main

import (
	"fmt"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"

	"github.com/spf13/cobra"
)

func restoreCmd(g *globals) *cobra.Command {
	var all several
	cmd := &cobra.Command{
		Use:   "restore ID | --where-…",
		Short: "Bring a softly forgotten memory back, or all that pass a filter, within 30 days",
		Args:  all.wants,
		RunE: func(cmd *cobra.Command, args []string) error {
			return g.With(cmd.Context(), func(m owner.Memory) error {
				if len(args) == 0 {
					return all.each(cmd, g, m, "restore", true, m.Restore)
				}
				id, err := owner.MemoryID(cmd.Context(), m, args[0])
				if err != nil {
					return err
				}
				if err := m.Restore(cmd.Context(), id); err != nil {
					return err
				}
				if g.JSON {
					return shell.PrintJSON(map[string]any{"id": id, "restored": true})
				}
				fmt.Printf("restored %s\n", id)
				return nil
			})
		},
	}
	all.define(cmd, "restore")
	return cmd
}
