package main

import (
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

func dreamCmd(g *globals) *cobra.Command {
	var namespace, phase, why, undo string
	var dry bool
	cmd := &cobra.Command{
		Use:   "dream",
		Short: "Consolidate memories: strengthen links, forget near copies, propose new links",
		Long:  "Consolidate memories. nrem replays memories, strengthens links between those recalled together and forgets near copies (restorable);\nrem proposes links between memories that belong together. --undo reverts a dream; Ctrl-C stops one, and what it did until then can be undone.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			args := client.Arguments{"rationale": why, "phase": phase}.Text("namespace", namespace).Text("undo", undo).Flag("dry_run", dry)
			return owner.ShowAnswer(g.Flags, cmd, "trigger_dream", args, showDream)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&phase, "phase", "full_cycle", "nrem, rem or full_cycle")
	fl.StringVar(&why, "rationale", "asked for on the command line", "why now; kept with the undo record")
	fl.BoolVar(&dry, "dry-run", false, "only report")
	fl.StringVar(&undo, "undo", "", "id of the dream to undo")
	shell.NamespaceFlag(cmd, &namespace)
	return cmd
}

// bothSay names the words that two memories share, behind a figure.
func bothSay(shared []string) string {
	if len(shared) == 0 {
		return ""
	}
	return "; both say " + strings.Join(shared, ", ")
}

func showDream(d *answer.Dream) error {
	if d.Undone {
		switch u := d.Undid; {
		case u == nil:
			shell.Println("undid the dream")
		case u.Before:
			shell.Println("the dream had been undone before; nothing was changed")
		default:
			shell.Printf("undid the dream: %s, %s restored, %s\n", words.Count(u.Links, "link"), words.Memories(u.Copies), words.Count(u.Proposals, "proposal"))
		}
		if d.Rationale != "" {
			shell.Printf("the reason of the dream was: %s\n", d.Rationale)
		}
		return nil
	}
	word := ""
	if d.DryRun {
		word = " would be"
	}
	shell.Printf("%s: replayed %s; links%s: %d new, %d strengthened, %d weakened, %d removed (%.0f ms)\n", d.Phase, words.Memories(d.Replayed), word, d.Edges.New, d.Edges.Strengthened, d.Edges.Weakened, d.Edges.Removed, d.TookMs)
	for _, m := range d.Merges {
		shell.Printf("  near copy %s%s forgotten, %s kept (similarity %.3f)\n", m.PutAway, word, m.Kept, m.Similarity)
	}
	if d.LeftAlone > 0 {
		shell.Printf("  %s not merged, since a dream that merged them was undone or they were restored\n", words.Memories(d.LeftAlone))
	}
	for _, p := range d.Proposals {
		shell.Printf("  link%s proposed: %s – %s (%.2f%s)\n", word, p.A, p.B, p.Score, bothSay(p.Shared))
	}
	if len(d.Proposals) > 0 && !d.DryRun {
		shell.Println("`asterism links` shows what is proposed; `asterism links accept ID ID` or `links refuse ID ID` decides")
	}
	switch {
	case d.Cancelled:
		shell.Println("it was stopped before its end; what is listed was done")
	case d.DreamID == nil && !d.DryRun:
		shell.Println("nothing was changed")
	}
	if d.DreamID != nil {
		shell.Printf("`asterism dream --undo %s` reverts it\n", *d.DreamID)
	}
	return nil
}
