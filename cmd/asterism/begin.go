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

// openly names the commands that keep the umask. Some write nothing secret (models, bundles, manual pages). The others start another program for a whole session, and
// the modes of its files are not ours to set. (A command that starts a server for seconds, to list its tools, has umask 077.)
var openly = map[string]bool{"models": true, "bundle": true, "man": true, "mcp": true}

// homeless names the commands that have no use for a namespace, or find theirs themselves.
var homeless = map[string]bool{"serve": true, "hook": true, "mcp": true, "setup": true, "check": true, "backup": true, "reembed": true, "cluster": true}

// makers names the commands that may make a store where there is none: those that put something into one, and the server. (A hook has the server that it begins make one.) All others say that there is none, since a
// mistyped --data is no empty store.
var makers = map[string]bool{"remember": true, "ingest": true, "import": true, "sync": true, "serve": true, "goal set": true, "meta import": true, "backup restore": true}

// modelless names the commands that embed nothing and search nothing: they read a store of other models too, so that it can be looked at and copied before it is embedded anew.
var modelless = map[string]bool{"export": true, "list": true, "get": true, "namespaces": true, "goal list": true}

// findHome finds the namespace of a command that names none. Where there is no store for it, no project is noted in the folder.
func (g *globals) findHome(cmd *cobra.Command) error {
	if f := cmd.Flags().Lookup("namespace"); f != nil && f.Changed {
		return nil
	}
	if os.Getenv(project.Variable) == "" && g.NoStore() != nil {
		return nil
	}
	return g.FindHome("")
}

// namesOne refuses an empty namespace: it stands for the default one in some places and for none in others, and nobody means it.
func namesOne(cmd *cobra.Command) error {
	if shell.IsEmpty(cmd.Flags().Lookup("namespace")) {
		return fault.Invalid("--namespace is empty: name one, or leave the flag out", "a variable of the shell that is not set leaves it so")
	}
	return nil
}

// begin runs before every command: it sets the umask for what will be written, and checks the data directory.
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
	case "hook", "completion", "__complete": // what they print is not for people
	default:
		for _, warning := range owner.MistypedVariables(os.Environ()) {
			fmt.Fprintln(os.Stderr, "asterism: "+warning)
		}
	}
	switch words[1] {
	case "models", "bundle", "man", "version", "help", "completion", "__complete", "doctor": // the doctor tells of it in its own way
		return nil
	case "backup":
		if len(words) > 2 && words[2] != "create" && (words[2] != "restore" || g.Data != "") { // restore makes the directory anew, the others need none
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
		return assistants.Quietly(err) // its server has warned
	case "mcp":
		err = toolpins.Unchecked(err)
	}
	if err == nil && warning != "" {
		fmt.Fprintln(os.Stderr, "asterism: "+warning)
	}
	return err
}
