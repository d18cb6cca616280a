package main

import (
	"fmt"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/ingest"
	"asterism/engine/secrets"

	"github.com/spf13/cobra"
)

// planners make an import's plan, by the value of --from.
var planners = map[string]func(paths []string) (*ingest.Plan, error){
	"server-memory": func(paths []string) (*ingest.Plan, error) { return ingest.NewPlanAs(ingest.Graph, paths) },
	"jsonl":         func(paths []string) (*ingest.Plan, error) { return ingest.NewPlanAs(ingest.Notes, paths) },
	"markdown":      func(paths []string) (*ingest.Plan, error) { return ingest.NewPlan(paths) },
}

func importCmd(g *globals) *cobra.Command {
	var o ingest.Options
	var policy shell.Secrets
	var from string
	cmd := &cobra.Command{
		Use:   "import --from server-memory|jsonl|markdown PATH…",
		Short: "Bring memories over from another memory server, an export, or notes",
		Long: "Bring memories over: from the file of the official MCP memory server (each observation and each relation becomes a memory; names and types become tags), from\n" +
			"an export or other JSON lines, or from folders of Markdown. What is stored already is skipped, so an interrupted import is resumed by running it again; the same words of another time, session or source are another memory.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, paths []string) error {
			o.Namespace = g.Namespace(o.Namespace)
			plan := planners[from]
			if plan == nil {
				return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--from %q is nothing that can be imported", from), Hint: "it takes server-memory, jsonl or markdown"}
			}
			p, err := plan(paths)
			if err != nil {
				return err
			}
			o.Secrets = secrets.Policy(policy)
			return g.withToFill(cmd, func(m owner.Memory) error { return g.ingest(cmd, m, p, o) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&from, "from", "", "what the paths are: server-memory, jsonl or markdown")
	f.StringVar(&o.Namespace, "namespace", "", "namespace of the memories that bring none (default: that of the project, else \"default\")")
	f.StringVar(&o.SessionID, "session", "", "session id of the memories that bring none")
	shell.TagFlag(f, &o.Tags, "tag", "further tag of the memories (may be given again)")
	shell.SecretsFlag(cmd, &policy, "redact: replace each by its kind; refuse: leave out a note that has any")
	return cmd
}
