package main

import (
	"fmt"
	"os"
	"strings"

	"asterism/cmd/asterism/assistants"
	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/toolpins"

	"github.com/spf13/cobra"
)

// openly names the commands that keep the umask: what they write is no secret (models, bundles), or they start another's
// program for as long as a session lasts, whose files are not ours to close. (A server starts one to list its tools, for seconds: that one has the closed umask.)
var openly = map[string]bool{"models": true, "bundle": true, "mcp": true}

// begin is done before every command: it closes what will be written, and looks at the data directory.
func (g *globals) begin(cmd *cobra.Command) error {
	words := strings.Fields(cmd.CommandPath())
	if len(words) < 2 {
		return nil
	}
	if !openly[words[1]] {
		owner.CloseFiles()
	}
	switch words[1] {
	case "models", "bundle", "version", "help", "completion", "__complete", "doctor": // the doctor tells of it in its own way
		return nil
	case "backup":
		if len(words) > 2 && words[2] != "create" { // restore makes the directory anew, the others need none
			return nil
		}
	}
	warning, err := owner.CheckFolder(g.Data)
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
