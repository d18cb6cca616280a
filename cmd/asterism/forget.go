package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"

	"github.com/spf13/cobra"
)

func forgetCmd(g *globals) *cobra.Command {
	var hard, earlier bool
	var all several
	cmd := &cobra.Command{
		Use:   "forget ID | --where-…",
		Short: "Forget one memory, or all that pass a filter: softly, or for good with --hard",
		Long: "Forget one memory, or all that pass a filter: softly, so that restore brings them back within 30 days, or for good with --hard.\n" +
			"For what cannot be undone it asks first on a terminal; elsewhere it needs --yes.",
		Args: all.wants,
		RunE: func(cmd *cobra.Command, args []string) error {
			return g.With(cmd.Context(), func(m owner.Memory) error {
				if len(args) == 0 {
					does := softly
					if hard {
						does = forGood
					}
					return all.each(cmd, g, m, does, false, func(ctx context.Context, id store.ID) error {
						f, err := m.Forget(ctx, id, hard)
						if err == nil && hard && !f.Scrubbed && !engine.LeavesBytes(ctx) {
							fmt.Fprintln(os.Stderr, "asterism: their bytes are still in the store's files, the next daily pass removes them")
						}
						return err
					})
				}
				id, err := owner.MemoryID(cmd.Context(), m, args[0])
				if err != nil {
					return err
				}
				question := "Forget it for good?"
				if earlier {
					question = "Forget for good what it said before?"
				}
				if err := all.confirm(cmd, m, id, question); err != nil {
					return err
				}
				if earlier {
					return forgetEarlier(cmd.Context(), g, m, id)
				}
				f, err := m.Forget(cmd.Context(), id, hard)
				if err != nil {
					return err
				}
				told := answer.ForgottenFrom(f)
				if g.JSON {
					out := map[string]any{"id": f.ID, "hard": f.Hard, "scrubbed": f.Scrubbed, "restorable_until": nil, "times_seen": max(1, f.TimesSeen), "copies": told.Copies, "current_again": told.Again}
					if !f.Hard {
						out["restorable_until"] = f.RestorableUntil
					}
					return shell.PrintJSON(out)
				}
				switch {
				case f.Hard && !f.Scrubbed:
					shell.Printf("forgot %s; its bytes are still in the store's files, the next daily pass removes them\n", f.ID)
				case f.Hard:
					shell.Printf("forgot %s; every trace was removed\n", f.ID)
				default:
					elsewhere := ""
					if g.NamesServer() {
						elsewhere = " (on its machine without --connect, where the server has --tools minimal)"
					}
					shell.Printf("forgot %s; `asterism restore %s`%s brings it back until %s\n", f.ID, f.ID, elsewhere, f.RestorableUntil.Format(time.RFC3339))
				}
				shell.Print(told.Left())
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&hard, "hard", false, "remove text, vectors and postings at once; cannot be undone")
	cmd.Flags().BoolVar(&earlier, "earlier", false, "remove only what the memory said before it was changed; cannot be undone")
	all.define(cmd, "forget")
	all.alone = []string{"earlier"}
	all.asks(cmd, "hard", "earlier")
	cmd.MarkFlagsMutuallyExclusive("hard", "earlier")
	return cmd
}

// forgetEarlier removes the texts of a memory's earlier versions.
func forgetEarlier(ctx context.Context, g *globals, m owner.Memory, id store.ID) error {
	n, err := owner.Historian(m).ForgetEarlier(ctx, id)
	if err != nil {
		return err
	}
	if g.JSON {
		return shell.PrintJSON(map[string]any{"id": id, "versions": n})
	}
	shell.Printf("forgot what %s said in %s before; what it says now stays\n", id, words.Count(n, "version"))
	return nil
}
