package main

import (
	"fmt"
	"os"
	"strings"

	"asterism/cmd/asterism/assistants"
	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/toolpins"
	"asterism/engine/fault"
	"asterism/mcp/project"

	"github.com/spf13/cobra"
)

// openly lists the commands that keep the umask. Some write nothing secret (models, bundles, manual pages). The others start another program for a whole session, and must not set
// the permissions of its files. (A command that starts a server for a few seconds to list its tools has umask 077.)
var openly = map[string]bool{"models": true, "bundle": true, "man": true, "mcp": true}

// homeless lists the commands that need no namespace, or determine it themselves.
var homeless = map[string]bool{"serve": true, "hook": true, "mcp": true, "setup": true, "check": true, "backup": true, "reembed": true, "cluster": true}

// makers lists the commands that may create a missing store: those that write to it, and the server. (A hook lets the server that it starts create one.) All others report that
// there is no store, since a mistyped --data is not an empty store.
var makers = map[string]bool{"remember": true, "ingest": true, "import": true, "sync": true, "serve": true, "goal set": true, "meta import": true, "backup restore": true}

// modelless lists the commands that neither embed nor search. They also read a store with other models, so that it can be viewed and copied before it is embedded again.
var modelless = map[string]bool{"export": true, "list": true, "get": true, "namespaces": true, "goal list": true}

// findHome finds the namespace of a command that names none. If there is no store, it does not register a project.
func (g *globals) findHome(cmd *cobra.Command) error {
	if f := cmd.Flags().Lookup("namespace"); f != nil && f.Changed {
		return nil
	}
	if os.Getenv(project.Variable) == "" && g.NoStore() != nil {
		return nil
	}
	return g.FindHome("")
}

// namesOne returns an error for an empty namespace. It would mean the default in some places and none in others, and is never intended.
func namesOne(cmd *cobra.Command) error {
	if shell.IsEmpty(cmd.Flags().Lookup("namespace")) {
		return fault.Invalid("--namespace is empty: name one, or leave the flag out", "a variable of the shell that is not set leaves it so")
	}
	return nil
}

// begin runs before every command: it sets the umask for new files, and checks the data directory.
func (g *globals) begin(cmd *cobra.Command) error {
	words := strings.Fields(cmd.CommandPath())
	if len(words) < 2 {
		return nil
	}
	g.Command = strings.Join(words[1:], " ")
	g.MakesStore, g.AnyModels = makers[g.Command], modelless[g.Command]
	if !openly[words[1]] {
		owner.CloseFiles()
	}
	switch words[1] {
	case "hook", "completion", "__complete": // their output is not for people
	default:
		for _, warning := range owner.MistypedVariables(os.Environ()) {
			fmt.Fprintln(os.Stderr, "asterism: "+warning)
		}
	}
	switch words[1] {
	case "models", "bundle", "man", "version", "help", "completion", "__complete", "doctor": // doctor reports it itself
		return nil
	case "backup":
		if len(words) > 2 && words[2] != "create" && (words[2] != "restore" || g.Data != "") { // restore creates the directory, the others do not need one
			return nil
		}
	}
	warning, err := owner.CheckFolder(g.Data)
	if err == nil {
		err = namesOne(cmd)
	}
	if err == nil && !homeless[words[1]] {
		err = g.findHome(cmd)
	}
	switch words[1] {
	case "hook":
		return assistants.Quietly(err) // its server has logged the warning
	case "mcp":
		err = toolpins.Unchecked(err)
	}
	if err == nil && warning != "" {
		fmt.Fprintln(os.Stderr, "asterism: "+warning)
	}
	return err
}
