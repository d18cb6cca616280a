package main

import (
	"fmt"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"

	"github.com/spf13/cobra"
)

func restoreCmd(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "restore ID",
		Short: "Bring a softly forgotten memory back, within 30 days",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parseID(args[0])
			if err != nil {
				return err
			}
			return g.With(cmd.Context(), func(m owner.Memory) error {
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
}
