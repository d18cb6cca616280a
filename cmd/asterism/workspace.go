package main

import (
	"fmt"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

func workspaceCmd(g *globals) *cobra.Command {
	var namespace, session string
	var history int
	cmd := &cobra.Command{
		Use:   "workspace",
		Short: "Show the memories that are in mind now",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return owner.ShowAnswer(g.Flags, cmd, "get_workspace", client.Arguments{}.Text("namespace", namespace).Text("session_id", session).When(cmd.Flags().Changed("history"), "history", history), showWorkspace)
		},
	}
	cmd.Flags().StringVar(&session, "session", "", "session (default the one shared by all)")
	shell.HistoryFlag(cmd, &history, "show how it changed, too")
	shell.NamespaceFlag(cmd, &namespace)
	return cmd
}

func showWorkspace(w *answer.Workspace) error {
	shell.Printf("%s: C %s = I %s · R %s · D %s; %d of %d places, %s looked at\n", w.State, orDash(w.C), orDash(w.I), orDash(w.R), orDash(w.D), len(w.Members), w.Capacity, words.Memories(w.Seen))
	for _, note := range []string{w.Warning, w.Note} {
		if note != "" {
			shell.Println(words.ForPeople(note, nil))
		}
	}
	for _, m := range w.Members {
		shell.Printf("%s  %s  r %.2f, fit %.2f\n    %s\n", m.ID, words.Clock(m.Entered), m.R, m.Fit, words.Snippet(m.Snippet, 200))
	}
	if w.History != nil {
		words.ShowHistory(shell.Stdout(), w.History, words.WorkspaceChange)
	}
	return nil
}

// orDash writes a number that may be unknown.
func orDash(v *float64) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf("%.2f", *v)
}
