package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine/fault"
	"asterism/mcp/answer"
	"asterism/mcp/client"
	"asterism/mcp/project"
	"asterism/mcp/tools"

	"github.com/spf13/cobra"
)

func namespacesCmd(g *globals) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "namespaces",
		Short: "List the namespaces, with how many memories and which projects each has; rename, merge",
		Long: "List the namespaces, with how many memories each has and the folders of its projects.\n\n" +
			"A command, a hook or an assistant that names no namespace works in that of its project: the nearest folder upwards that is a git repository or has a file named\n" +
			project.Marker + ". The namespace has the name of the folder, or the one that the file holds; a second folder of one name gets six digits more. Outside of any project it is \"default\".\n" +
			"Searches of a project look in \"default\" as well, and mark what they find there. --namespace and $" + project.Variable + " name another, and always win.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.listNamespaces(cmd) },
	}
	move := func(use, short string, merge bool) *cobra.Command {
		return &cobra.Command{
			Use:   use,
			Short: short,
			Long: short + ". Forgotten memories, versions, links, what supersedes what, goals and projects come with it. It is done whole: what is cut short is finished at the next\n" +
				"start, or by the same command. What is in mind there (the workspace) starts empty, and memories are aligned with the goals again while a command or\n" +
				"a server has the store open.",
			Args: cobra.ExactArgs(2),
			RunE: func(cmd *cobra.Command, args []string) error {
				for i, name := range args {
					if strings.TrimSpace(name) == "" {
						return fault.Invalid("%s is blank: %q", "name a namespace; `asterism namespaces` lists them", strings.Fields(use)[1+i], name)
					}
				}
				asked := client.Arguments{"from": args[0], "into": args[1]}.Flag("merge", merge)
				return owner.ShowAnswer(g.Flags, cmd, "move_namespace", asked, func(m *tools.NamespaceMoved) error { return g.showMoved(m) })
			},
		}
	}
	cmd.AddCommand(move("rename OLD NEW", "Give a namespace another name", false), move("merge FROM INTO", "Put the memories of one namespace into another", true))
	return cmd
}

func (g *globals) showMoved(m *tools.NamespaceMoved) error {
	shell.Printf("%s is %s now: %s", words.Plain(m.From), words.Plain(m.Into), words.Memories(m.Memories))
	if m.Forgotten > 0 {
		shell.Printf(", %d forgotten", m.Forgotten)
	}
	if m.Goals > 0 {
		shell.Printf(", %s", words.Count(m.Goals, "goal"))
	}
	shell.Println(words.During(m.Resumed, "; it had been cut short before"))
	roots, err := project.Registry{Data: g.Data}.Roots()
	if err != nil {
		return err
	}
	for _, root := range roots[m.Into] {
		if p, err := project.Find(root); err == nil && p != nil && p.Chosen && p.Name != m.Into {
			shell.Printf("%s still names %s: change it, or the project works there\n", filepath.Join(root, project.Marker), words.Plain(p.Name))
		}
	}
	return nil
}

// namespaceRow is one namespace of the list.
type namespaceRow struct {
	answer.Label
	Projects []string `json:"projects"` // folders
}

func (g *globals) listNamespaces(cmd *cobra.Command) error {
	all, _, err := g.labels(cmd.Context(), "list_namespaces", client.Arguments{})
	if err != nil {
		return err
	}
	roots, err := project.Registry{Data: g.Data}.Roots()
	if err != nil {
		return err
	}
	rows := []namespaceRow{}
	for _, l := range all {
		rows = append(rows, namespaceRow{l, append([]string{}, roots[l.Name]...)})
	}
	if g.JSON {
		return shell.PrintJSON(map[string]any{"names": rows, "here": g.Home().Namespace})
	}
	for _, r := range rows {
		for i, root := range r.Projects {
			if _, err := os.Stat(root); err != nil {
				r.Projects[i] += " (gone)"
			}
		}
		shell.Println(strings.TrimRight(fmt.Sprintf("%-32s %-12s %s", words.Plain(r.Name), words.Memories(r.Memories), words.Plain(strings.Join(r.Projects, ", "))), " "))
	}
	if len(rows) == 0 {
		shell.Println("there are none")
	}
	if home := g.Home(); home.Root != "" {
		shell.Printf("here, in %s, it is %s\n", words.Plain(home.Root), words.Plain(home.Namespace))
	}
	return nil
}
