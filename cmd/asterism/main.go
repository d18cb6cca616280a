// Command asterism answers: how does a person run it? One file a sub-command.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"asterism/cmd/asterism/assistants"
	"asterism/cmd/asterism/goals"
	"asterism/cmd/asterism/meta"
	"asterism/cmd/asterism/modelscmd"
	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/serve"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/toolpins"
	"asterism/engine/caught"
	"asterism/models"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal does what signals do: it ends the program at once
	if err := caught.Run(func() error { return root().ExecuteContext(ctx) }); err != nil {
		var quiet shell.ExitCode
		if errors.As(err, &quiet) {
			os.Exit(int(quiet))
		}
		shell.Complain(err)
		os.Exit(1)
	}
}

// globals are the commands here, over the flags that every command has.
type globals struct{ *owner.Flags }

func root() *cobra.Command {
	g := &globals{&owner.Flags{Version: version}}
	cmd := &cobra.Command{
		Use:           "asterism",
		Short:         fmt.Sprintf("A memory server that embeds every memory in %d spaces and finds it by all of them", models.Count),
		SilenceUsage:  true,
		SilenceErrors: true,

		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return g.begin(cmd) },
	}
	g.Flags.Define(cmd.PersistentFlags())
	cmd.AddCommand(serve.Command(g.Flags), dashboardCmd(g), assistants.SetupCommand(g.Flags), assistants.HookCommand(g.Flags), assistants.BundleCommand(g.Flags), ingestCmd(g), importCmd(g), exportCmd(g), backupCmd(g), rememberCmd(g), searchCmd(g), listCmd(g), namespacesCmd(g), tagsCmd(g), getCmd(g), updateCmd(g), forgetCmd(g), restoreCmd(g), purgeCmd(g), pathCmd(g), goals.GoalCommand(g.Flags), goals.DriftCommand(g.Flags), dreamCmd(g), statusCmd(g), healthCmd(g), meta.Command(g.Flags), workspaceCmd(g), doctorCmd(g), modelscmd.Command(g.Flags), checkCmd(g), serve.ReembedCommand(g.Flags), toolpins.Command(g.Flags), versionCmd(g))
	return cmd
}
