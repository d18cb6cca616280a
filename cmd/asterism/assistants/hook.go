// Package assistants answers: what does an assistant need of this program? An entry in its configuration, hooks for its sessions, and a bundle that it installs.
package assistants

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine/caught"

	"github.com/spf13/cobra"
)

// hookFlags are the flags of all hooks.
type hookFlags struct {
	within    time.Duration
	namespace string
	top       int
}

// HookWithin is the most time of a hook; assistants wait for some of them.
const HookWithin = 3 * time.Second

// begun is when this process began. A hook's time counts from there, since a person waits that long.
var begun = begunAt()

// commands are the commands of this package, over the flags of every command.
type commands struct{ *owner.Flags }

// HookCommand makes the command.
func HookCommand(flags *owner.Flags) *cobra.Command {
	g := commands{flags}
	f := hookFlags{}
	cmd := &cobra.Command{
		Use:   "hook",
		Short: "What an assistant's hooks run: bring memories to a session, keep what it did; never blocks",
		Long: "What an assistant's hooks run (examples/hooks tells of each assistant). A hook reads an event on standard input, asks the server that owns the\n" +
			"store, and ends with exit code 0 within --within whatever happens; what went wrong is said on standard error. It never opens the store itself:\n" +
			"the assistant's own server may be about to. So a server has to run: the assistant's own, or one over HTTP.",
		Args: cobra.NoArgs, // an unknown hook is a mistake in a file and visible at its first run: exit code 1, which does not block either
		RunE: shell.GroupHelp,
	}
	cmd.PersistentFlags().DurationVar(&f.within, "within", HookWithin, "end within this time, done or not")
	cmd.PersistentFlags().StringVar(&f.namespace, "namespace", "", "namespace of the memories (default: that of the project, else \"default\")")
	cmd.PersistentFlags().String(forFlag, claudeCode, "the assistant that runs the hook: "+strings.Join(formNames(), ", "))
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return Quietly(shell.FlagMistake(c, err)) })
	start := g.hook(&f, "session-start", "Print memories of the project, for the assistant to read", g.hookStart)
	start.Flags().IntVar(&f.top, "top", startTop, "how many memories to print, 1 to 100")
	cmd.AddCommand(start, g.promptHook(&f),
		g.hook(&f, "post-tool", "Keep a commit that was made", g.hookTool),
		g.hook(&f, "pre-compact", "Keep what was decided, before the assistant shortens its conversation", g.hookCompact),
		g.hook(&f, "session-end", "Keep the last that the assistant said", g.hookEnd))
	return cmd
}

// hook makes the command of one hook. do returns the text for the assistant.
func (g commands) hook(f *hookFlags, name, short string, do func(ctx context.Context, f *hookFlags, e *event) (string, error)) *cobra.Command {
	return &cobra.Command{
		Use:   name,
		Short: short,
		Args:  func(cmd *cobra.Command, args []string) error { return Quietly(cobra.NoArgs(cmd, args)) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			form, err := formOf(cmd.Flag(forFlag).Value.String(), name)
			if err != nil {
				return Quietly(err)
			}
			said, err := atMost(cmd.Context(), f.within, func(ctx context.Context) (string, error) {
				e, err := readEvent(cmd.InOrStdin())
				if err != nil {
					return "", err
				}
				e.form = form
				if err := g.FindHomeOf(f.namespace, e.folder()); err != nil {
					return "", err
				}
				return do(ctx, f, e)
			})
			if err != nil {
				return Quietly(fmt.Errorf("%s: %w", name, err))
			}
			printed, err := form.printed(name, words.Plain(said))
			if err == nil {
				_, err = io.WriteString(cmd.OutOrStdout(), printed)
			}
			return Quietly(err)
		},
	}
}

// Quietly prints an error and still exits with 0: an assistant's work must not stop because of its memory.
func Quietly(err error) error {
	if err == nil {
		return nil
	}
	shell.Complain(fmt.Errorf("hook: %w", err))
	return shell.ExitCode(0)
}

// atMost calls do, and returns at the latest so long after the process began. If do ignores ctx (such as a read of a pipe without a writer), it is left behind, since the process is
// about to end.
func atMost(ctx context.Context, within time.Duration, do func(context.Context) (string, error)) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, within-time.Since(begun))
	defer cancel()
	type outcome struct {
		said string
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		o.err = caught.Run(func() (err error) { o.said, err = do(ctx); return err })
		done <- o
	}()
	select {
	case o := <-done:
		if o.err == nil && ctx.Err() != nil {
			return "", fmt.Errorf("not done within %s", within)
		}
		if o.err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return "", fmt.Errorf("not done within %s: %w", within, o.err)
		}
		return o.said, o.err
	case <-ctx.Done():
		return "", fmt.Errorf("not done within %s", within)
	}
}
