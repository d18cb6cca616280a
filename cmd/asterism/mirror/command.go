package mirror

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/engine"

	"github.com/spf13/cobra"
)

// least is the shortest interval at which memories are checked.
const least = time.Second

// Command makes the command.
func Command(flags *owner.Flags) *cobra.Command {
	var o Options
	var watching bool
	var every time.Duration
	cmd := &cobra.Command{
		Use:   "sync DIR",
		Short: "Keep a folder of Markdown files and a namespace equal: an Obsidian vault, a folder in a repository",
		Long: "Keep a folder of Markdown files and a namespace equal: one file a memory, with its id, namespace, time, tags, importance, source, rationale and links as YAML front matter.\n" +
			"A file without front matter becomes a memory and gets it; other keys stay. What changed on one side is taken over on the other. Where both changed, the newer is\n" +
			"taken, and the other is kept beside it as NAME.conflict-….md. A deleted file has its memory forgotten softly, a forgotten memory has its file moved to .trash in the folder.\n" +
			"A run that would take away all, or more than a quarter (and more than three), does nothing without --yes: the folder may not be mounted. Names that begin with a dot\n" +
			"and symbolic links are left out. It works beside a server, and ends with exit code 1 when a file was left alone.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("namespace") { // the folder's namespace, not that of the working folder, so that each run uses the same one
				if err := flags.FindHomeOf("", args[0]); err != nil {
					return err
				}
				o.Namespace = flags.Home().Namespace
			}
			c := command{Flags: flags, what: o}
			c.what.Data, c.what.Dir = flags.Data, args[0]
			if flags.NamesServer() {
				c.what.Server = flags.Connect
			}
			if o.Namespace == "" || o.Namespace == "*" {
				return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--namespace %q is not one namespace", o.Namespace), Hint: "sync a folder for each; `asterism namespaces` lists them"}
			}
			if !watching {
				return c.once(cmd.Context())
			}
			if every < least {
				return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--every %s is too short: %s is the least", every, least), Hint: "changes of files are seen at once in any case"}
			}
			if o.DryRun {
				return &engine.Error{Kind: engine.KindInvalid, Message: "--watch and --dry-run are given", Hint: "leave one of them out"}
			}
			return c.watch(cmd.Context(), every)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Namespace, "namespace", "", "namespace of the memories (default: that of the project that DIR is in, else \"default\")")
	f.BoolVar(&o.DryRun, "dry-run", false, "show what would be done, and do nothing")
	f.BoolVar(&o.Yes, "yes", false, "take away as much as is gone on the other side")
	f.BoolVar(&watching, "watch", false, "go on until it is ended: changes of files are taken over at once, those of memories after --every")
	f.DurationVar(&every, "every", 30*time.Second, "with --watch: how often to look at the memories")
	return cmd
}

// command is a sync with the options of the command line.
type command struct {
	*owner.Flags
	what Options
	left []Left // what was left alone in the last printed report
}

func (c *command) once(ctx context.Context) error {
	if _, err := realFolder(c.what.Dir); err != nil { // before models are loaded
		return err
	}
	if c.what.DryRun && !c.NamesServer() && c.LacksStore() { // opening one would create it
		if _, err := c.Config(); err != nil {
			return err
		}
		return c.pass(ctx, noMemories{}, false)
	}
	return c.With(ctx, func(m owner.Memory) error { return c.pass(ctx, m, false) })
}

// pass runs one pass and prints its report. With quiet it prints nothing if nothing was done, and files that are left alone only once.
func (c *command) pass(ctx context.Context, m Memories, quiet bool) error {
	r, err := Once(ctx, m, c.what)
	if r != nil && !(quiet && len(r.Done) == 0 && slices.Equal(r.LeftAlone, c.left)) {
		c.tell(r)
		c.left = r.LeftAlone
	}
	if err != nil {
		return err
	}
	if len(r.LeftAlone) > 0 {
		return shell.ExitCode(1)
	}
	return nil
}

func (c *command) tell(r *Report) {
	if !c.JSON {
		r.show(shell.Stdout(), os.Stderr)
		return
	}
	r.Done, r.LeftAlone, r.Conflicts = append([]Done{}, r.Done...), append([]Left{}, r.LeftAlone...), append([]string{}, r.Conflicts...)
	_ = json.NewEncoder(shell.Stdout()).Encode(r)
}
