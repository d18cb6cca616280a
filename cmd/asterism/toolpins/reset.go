package toolpins

import (
	"asterism/cmd/asterism/shell"

	"github.com/spf13/cobra"
)

func resetCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "reset NAME",
		Short: "Forget a pin",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := g.Pins().Reset(args[0]); err != nil {
				return err
			}
			if g.JSON {
				return shell.PrintJSON(map[string]any{"name": args[0], "reset": true})
			}
			shell.Printf("forgot the pin of %s\n", args[0])
			return nil
		},
	}
}
