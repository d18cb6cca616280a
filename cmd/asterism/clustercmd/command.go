// Package clustercmd answers: which commands make, join, watch and change a cluster? `asterism serve --cluster` starts a node of it.
package clustercmd

import (
	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"

	"github.com/spf13/cobra"
)

// commands are the commands of this package, over the flags of every command.
type commands struct{ *owner.Flags }

// Command makes the command.
func Command(flags *owner.Flags) *cobra.Command {
	g := commands{flags}
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Make a cluster of machines that keep the memory together, join it, see how it is, change it",
		Long: "A cluster keeps each memory on several machines, so that it outlives any of them. Every machine is a node: a folder, which --data names, and a process, which\n" +
			"`asterism serve --cluster DIR` starts. Any node takes any call. Three nodes go on when one of them is lost. docs/cluster.md tells how to run it.",
		Args: cobra.NoArgs, RunE: shell.GroupHelp,
	}
	cmd.AddCommand(initCmd(g), inviteCmd(g), joinCmd(g), statusCmd(g), moveCmd(g), leaveCmd(g), checkpointCmd(g), backupCmd(g), restoreCmd(g), recoverCmd(g), renewCmd(g))
	return cmd
}
