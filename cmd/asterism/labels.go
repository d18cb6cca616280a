package main

import (
	"context"
	"encoding/json"
	"fmt"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

func tagsCmd(g *globals) *cobra.Command {
	var namespace string
	cmd := &cobra.Command{
		Use:   "tags",
		Short: "List the tags of a namespace, with how many memories each is on",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return g.showLabels(cmd.Context(), "list_tags", client.Arguments{}.Text("namespace", namespace))
		},
	}
	shell.NamespaceFlag(cmd, &namespace)
	return cmd
}

// labels returns everything that a tool lists, in as many calls as necessary.
func (g *globals) labels(ctx context.Context, tool string, args client.Arguments) (all []answer.Label, unknown []answer.Unknown, err error) {
	all = []answer.Label{}
	err = g.With(ctx, func(m owner.Memory) error {
		for next := new(0); next != nil; {
			args["offset"] = *next
			body, err := m.Ask(ctx, tool, args)
			if err != nil {
				return err
			}
			var part answer.Labels
			if err := json.Unmarshal(body, &part); err != nil {
				return fmt.Errorf("read the answer of %s: %w", tool, err)
			}
			all, next, unknown = append(all, part.Names...), part.NextOffset, part.Unknown
		}
		return nil
	})
	return all, unknown, err
}

// showLabels prints everything that a tool lists.
func (g *globals) showLabels(ctx context.Context, tool string, args client.Arguments) error {
	all, unknown, err := g.labels(ctx, tool, args)
	if err != nil {
		return err
	}
	if g.JSON {
		said := map[string]any{"names": all}
		if len(unknown) > 0 {
			said["unknown"] = unknown
		}
		return shell.PrintJSON(said)
	}
	for _, l := range all {
		shell.Printf("%-32s %s\n", words.Line(l.Name), words.Memories(l.Memories))
	}
	if len(all) == 0 {
		shell.Println("there are none")
		shell.Print(answer.UnknownWords(unknown))
	}
	return nil
}
