package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func mcpResetCmd(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "reset NAME",
		Short: "Forget a pin",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := g.pins().Reset(args[0]); err != nil {
				return err
			}
			if g.json {
				return printJSON(map[string]any{"name": args[0], "reset": true})
			}
			fmt.Printf("forgot the pin of %s\n", args[0])
			return nil
		},
	}
}
