package main

import (
	"context"
	"fmt"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

// linksCmd shows links and proposals of dreams, and decides on them.
func linksCmd(g *globals) *cobra.Command {
	var namespace string
	var limit int
	cmd := &cobra.Command{
		Use:   "links [ID]",
		Short: "Show the links of a memory, or what dreams propose; accept, refuse, make and remove links",
		Args:  oneID,
		RunE: func(cmd *cobra.Command, args []string) error {
			return g.With(cmd.Context(), func(m owner.Memory) error {
				given := client.Arguments{"limit": limit}.Text("namespace", namespace)
				if len(args) > 0 {
					id, err := owner.MemoryID(cmd.Context(), m, args[0])
					if err != nil {
						return err
					}
					given["id"] = id
				}
				return owner.ShowAnswerTo(g.Flags, cmd.Context(), m, "get_links", given, showLinks)
			})
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 10, fmt.Sprintf("the most proposals to show, 1 to %d", engine.MaxProposals))
	shell.NamespaceFlag(cmd, &namespace)
	for _, d := range []struct{ use, decision, short string }{
		{"accept", "accept", "Accept a proposed or learned link between two memories"},
		{"refuse", "refuse", "Refuse a link between two memories: dreams do not propose or learn it again"},
		{"make", "link", "Link two memories"},
		{"remove", "unlink", "Take the link between two memories away"},
	} {
		cmd.AddCommand(&cobra.Command{Use: d.use + " ID ID", Short: d.short, Args: cobra.ExactArgs(2), RunE: func(cmd *cobra.Command, args []string) error {
			return g.With(cmd.Context(), func(m owner.Memory) error { return decideLink(g, cmd.Context(), m, args, d.decision) })
		}})
	}
	return cmd
}

// oneID accepts an id or a part of one, so that a misspelt subcommand is reported as such.
func oneID(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && strings.Trim(args[0], "0123456789abcdefABCDEF-") != "" {
		return fmt.Errorf("unknown command %q for %q; an id has the digits 0-9 and a-f", args[0], cmd.CommandPath())
	}
	return cobra.MaximumNArgs(1)(cmd, args)
}

func decideLink(g *globals, ctx context.Context, m owner.Memory, ends []string, decision string) error {
	given := client.Arguments{"decision": decision}
	for i, name := range []string{"a", "b"} {
		id, err := owner.MemoryID(ctx, m, ends[i])
		if err != nil {
			return err
		}
		given[name] = id
	}
	return owner.ShowAnswerTo(g.Flags, ctx, m, "decide_link", given, func(d *answer.LinkDecided) error {
		shell.Print(d.Words())
		return nil
	})
}

func showLinks(l *answer.Links) error {
	for _, o := range l.Links {
		way := ""
		if o.Here {
			way = ", leads here"
		}
		if o.Forgotten {
			way += ", forgotten"
		}
		shell.Printf("%s  %s %.2f%s\n    %s\n", o.ID, o.Kind, o.Weight, way, words.Snippet(o.Snippet, 200))
	}
	for _, p := range l.Proposals {
		shell.Printf("%.2f  %s – %s%s\n    %s\n    %s\n", p.Score, p.A, p.B, bothSay(p.Shared), words.Snippet(p.SnippetA, 200), words.Snippet(p.SnippetB, 200))
	}
	shown := len(l.Links) + len(l.Proposals)
	switch {
	case shown == 0 && l.ID != nil:
		shell.Println("no links")
	case shown == 0:
		shell.Println("no proposals: `asterism dream --phase rem` looks for some")
	case l.Total > shown:
		shell.Printf("%d more\n", l.Total-shown)
	}
	if len(l.Belongs) > 0 {
		shell.Println("not linked, but belongs with it:")
	}
	for _, o := range l.Belongs {
		shell.Printf("%s  %.2f\n    %s\n", o.ID, o.Similarity, words.Snippet(o.Snippet, 200))
	}
	if len(l.Proposals) > 0 {
		shell.Println("`asterism links accept ID ID` or `links refuse ID ID` decides")
	}
	return nil
}
