// Command asterism answers: how does a person run it? One file a sub-command.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"asterism/cmd/asterism/assistants"
	"asterism/cmd/asterism/clustercmd"
	"asterism/cmd/asterism/goals"
	"asterism/cmd/asterism/meta"
	"asterism/cmd/asterism/mirror"
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
	ctx, stop := untilSignal(context.Background())
	defer stop()
	var cmd *cobra.Command
	err := caught.Run(func() (err error) {
		cmd, err = root().ExecuteContextC(ctx)
		return shell.Mistake(cmd, err)
	})
	if stoppedReading(ctx, cmd, err) {
		err = fmt.Errorf("%s was stopped", strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "))
	}
	if code := complain(cmd, err, shell.Unprinted()); code != 0 {
		os.Exit(code)
	}
}

// complain reports the error of a command, if any, and returns the exit code. An output that could not be printed counts if the command itself did not fail.
func complain(cmd *cobra.Command, err, unprinted error) int {
	var quiet shell.ExitCode
	told := errors.As(err, &quiet)
	if told && quiet == 0 { // a hook, which has reported its error and still ends with 0
		return 0
	}
	if err == nil || told {
		err = unprinted
	}
	if err != nil {
		shell.ComplainOf(cmd, err)
	}
	switch {
	case told:
		return int(quiet)
	case err != nil:
		return 1
	}
	return 0
}

// ends are the signals that end the program in order. SIGHUP, from a closed terminal, is one of them, unless the parent process ignores it, as nohup does.
func ends() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// untilSignal returns a context that ends with one of them. A second signal ends the program at once, by its default action. The first is unregistered before the end of the context
// is visible, so that a second one, sent as soon as a server reports its shutdown, has that effect.
func untilSignal(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	got := make(chan os.Signal, 1)
	signal.Notify(got, ends()...)
	go func() {
		_ = caught.Do(func() {
			select {
			case <-got:
			case <-ctx.Done():
			}
			signal.Stop(got)
			cancel()
		})
	}()
	return ctx, cancel
}

// globals are the commands of this package, over the flags of every command.
type globals struct{ *owner.Flags }

func root() *cobra.Command {
	g := &globals{&owner.Flags{Version: version}}
	cmd := &cobra.Command{
		Use:           "asterism",
		Short:         fmt.Sprintf("A memory server that embeds every memory in %d spaces and finds it by all of them", models.Count),
		Example:       firstSteps,
		SilenceUsage:  true,
		SilenceErrors: true,

		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return g.begin(cmd) },
	}
	g.Flags.Define(cmd.PersistentFlags())
	cmd.SetOut(shell.Stdout())
	cmd.Version = version
	cmd.SetVersionTemplate(versionLine())
	cmd.Flags().Bool("version", false, "name the version and the commit, as the command does")
	for _, part := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{"memories", "Memories:", []*cobra.Command{rememberCmd(g), searchCmd(g), listCmd(g), getCmd(g), updateCmd(g), forgetCmd(g), restoreCmd(g), pathCmd(g), linksCmd(g), namespacesCmd(g), tagsCmd(g), workspaceCmd(g), dreamCmd(g)}},
		{"in and out", "In and out:", []*cobra.Command{ingestCmd(g), importCmd(g), exportCmd(g), mirror.Command(g.Flags), backupCmd(g), purgeCmd(g)}},
		{"assistants", "Assistants:", []*cobra.Command{assistants.SetupCommand(g.Flags), serve.Command(g.Flags), dashboardCmd(g), assistants.HookCommand(g.Flags), assistants.BundleCommand(g.Flags), toolpins.Command(g.Flags)}},
		{"goal", "Goals and learning:", []*cobra.Command{goals.GoalCommand(g.Flags), goals.DriftCommand(g.Flags), meta.Command(g.Flags)}},
		{"cluster", "More than one machine:", []*cobra.Command{clustercmd.Command(g.Flags)}},
		{"care", "The program and its store:", []*cobra.Command{statusCmd(g), doctorCmd(g), healthCmd(g), checkCmd(g), modelscmd.Command(g.Flags), serve.ReembedCommand(g.Flags), manCmd(), versionCmd(g)}},
	} {
		cmd.AddGroup(&cobra.Group{ID: part.id, Title: part.title})
		for _, c := range part.commands {
			c.GroupID = part.id
			cmd.AddCommand(c)
		}
	}
	shell.TellMistakes(cmd)
	cmd.DisableSuggestions = true // package shell makes the suggestions
	cmd.SetHelpCommand(helpCmd())
	cmd.SetHelpCommandGroupID("care")
	cmd.SetCompletionCommandGroupID("care")
	return cmd
}
