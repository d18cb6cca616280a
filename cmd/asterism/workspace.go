package main

import (
	"fmt"
	"strings"

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
	shell.Println("session: " + sessionName(w.SessionID))
	shell.Printf("%s: C %s = I %s · R %s · D %s; %d of %d places, %s looked at\n", w.State, orDash(w.C), orDash(w.I), orDash(w.R), orDash(w.D), len(w.Members), w.Capacity, words.Memories(w.Seen))
	for _, note := range []string{w.Warning, w.Note} {
		if note != "" {
			shell.Println(words.ForPeople(note, nil))
		}
	}
	for _, m := range w.Members {
		shell.Printf("%s  %s  r %.2f, fit %.2f\n    %s\n", m.ID, words.Clock(m.Entered), m.R, m.Fit, words.Snippet(m.Snippet, 200))
	}
	if len(w.Others) > 0 {
		shell.Println(otherSessions(w.Others))
	}
	if w.History != nil {
		words.ShowHistory(shell.Stdout(), w.History, words.WorkspaceChange)
	}
	return nil
}

// mostSessions is how many names of other sessions are printed.
const mostSessions = 5

// otherSessions says which other sessions have memories in mind, and how to show them.
func otherSessions(others []string) string {
	var names []string
	for _, o := range others[:min(len(others), mostSessions)] {
		names = append(names, sessionName(o))
	}
	have := "other sessions have"
	if len(others) == 1 {
		have = "other session has"
	}
	said := fmt.Sprintf("%d %s something in mind: %s", len(others), have, strings.Join(names, ", "))
	if more := len(others) - len(names); more > 0 {
		said += fmt.Sprintf(" and %d more", more)
	}
	return said + " (--session NAME shows one; without it, the shared one)"
}

// sessionName returns a session's name for people; "" is the shared session of callers that name none.
func sessionName(session string) string {
	if session == "" {
		return "the one shared by all"
	}
	return words.Snippet(session, 80)
}

// orDash formats a number that may be unknown.
func orDash(v *float64) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf("%.2f", *v)
}
