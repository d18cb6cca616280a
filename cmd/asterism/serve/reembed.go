package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/store"

	"github.com/spf13/cobra"
)

// reembedFlags say how a store is embedded with other models, and which clients are served meanwhile.
type reembedFlags struct {
	serve      serveFlags
	abort, dry bool
	offline    bool
	damaged    bool
}

// ReembedCommand makes the command.
func ReembedCommand(flags *owner.Flags) *cobra.Command {
	g := commands{flags}
	var f reembedFlags
	cmd := &cobra.Command{
		Use:   "reembed",
		Short: "Embed every memory again with other models: --profile and --models name them",
		Long: "Embed every memory again with the models that --profile and --models name; only the spaces whose models differ. While it works the old vectors serve:\n" +
			"it owns the store, listens as `asterism serve --http` does, and every command and client can search and store. At the end it switches, at once for all\n" +
			"memories, and removes the old vectors; a command that comes while it plans or switches waits for it, half a minute at most. Stopped or killed, it goes on where\n" +
			"it was when it is run again; --abort drops what it has made.\n" +
			"Images that were remembered by their paths are read once more: name all of their folders with --images, as their server does. One whose file is in none of\n" +
			"them counts as gone: it keeps its place and has no vector; the report counts those that this run met.\n" +
			"A server that owns the store has to be stopped first; --http takes its address, so that its clients find this one. `asterism serve --reembed` is the other way:\n" +
			"a server that does it beside its work.\n" +
			"A memory whose text is damaged cannot be embedded: it is named, has no vector of the new models, and stays as it is else; the others are switched. Exit code 2: there\n" +
			"are such.\n" +
			"With --damaged it computes again only the vectors that are damaged in the store, from their texts, with the models that the store has; exit code 2: something else is\n" +
			"damaged too, such as a text.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.reembed(cmd.Context(), f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.serve.oldModels, "old-models", "", "folder of the models that the store has now, to search with meanwhile (default: where they are looked for)")
	fl.StringVar(&f.serve.http, "http", "127.0.0.1:0", "listen on this address meanwhile; port 0 is any free one")
	fl.BoolVar(&f.serve.noToken, "no-token", false, "let every program on this machine in (loopback addresses only)")
	fl.BoolVar(&f.offline, "offline", false, "answer nobody meanwhile: faster, and needs the memory of one set of models only")
	fl.BoolVar(&f.abort, "abort", false, "drop the new vectors; the old ones stay in use")
	fl.BoolVar(&f.damaged, "damaged", false, "compute damaged vectors again, with the same models")
	fl.BoolVar(&f.dry, "dry-run", false, "only say what would be done, and the disk space it takes")
	for _, alone := range []string{"abort", "dry-run", "offline", "damaged"} { // these serve nobody
		for _, other := range []string{"http", "no-token", "old-models"} {
			cmd.MarkFlagsMutuallyExclusive(alone, other)
		}
	}
	cmd.MarkFlagsMutuallyExclusive("abort", "dry-run", "offline", "damaged")
	return cmd
}

func (g commands) reembed(ctx context.Context, f reembedFlags) error {
	c, err := g.Config()
	if err != nil {
		return err
	}
	if g.NamesServer() {
		return fmt.Errorf("--connect %s: memories are embedded again by the process that owns their store: stop that server and run this beside the store", g.Connect)
	}
	if err := g.RequireStore("embed memories again"); err != nil {
		return err
	}
	if f.abort {
		return g.abortReembed(ctx, c)
	}
	if f.damaged {
		return g.mendVectors(ctx)
	}
	r, err := g.openReembedding(ctx, c)
	if err != nil {
		return err
	}
	var at *owner.Lock
	if !f.dry && !f.offline { // locked until the switch, so that no other process begins to serve in between
		at = g.lockBeforeServing(ctx)
		defer at.Release()
	}
	err = g.reembedWith(ctx, r, at, c, f)
	if cerr := r.Close(context.WithoutCancel(ctx)); err == nil {
		err = cerr
	}
	return err
}

func (g commands) abortReembed(ctx context.Context, c engine.Config) error {
	dropped, err := engine.AbortReembedding(ctx, c)
	if err != nil {
		return g.ownedBy(err)
	}
	if g.JSON {
		return shell.PrintJSON(map[string]any{"dropped": dropped})
	}
	if !dropped {
		shell.Println("there was nothing to drop")
		return nil
	}
	shell.Println("dropped the new vectors; the old ones stay in use")
	return nil
}

// openReembedding loads the new models.
func (g commands) openReembedding(ctx context.Context, c engine.Config) (*engine.Reembedding, error) {
	bar := shell.NewBar("loading")
	defer bar.Done()
	c.Progress = func(stage string, done, total int) { bar.Set(stage, int64(done), int64(total)) }
	return engine.OpenReembedding(ctx, c)
}

func (g commands) reembedWith(ctx context.Context, r *engine.Reembedding, at *owner.Lock, c engine.Config, f reembedFlags) error {
	plan, err := r.Plan(ctx)
	if err != nil {
		return g.ownedBy(err)
	}
	if f.dry || plan.Nothing() {
		return g.showPlan(plan)
	}
	fmt.Fprintln(os.Stderr, "asterism: "+planWords(plan))
	if plan.Room.Short() {
		return &engine.Error{Kind: engine.KindStorage, Message: "embed memories again", Err: store.ErrNoSpace, Hint: "free the space that the line above names, or move the store with --data"}
	}
	b := newReembedBar(plan)
	before := 0
	if !f.offline && plan.From != "" {
		before, err = g.reembedServing(ctx, r, at, plan, f.serve.oldConfig(c, plan), f.serve, b)
	}
	var report *engine.ReembedReport
	if err == nil {
		report, err = r.Finish(ctx, b.show)
	}
	b.Done()
	if err != nil {
		return stopped(g.ownedBy(err))
	}
	report.Embedded += before
	return g.showReembedded(report, b)
}

// stopped replaces a cancelled call's error, which is about one batch of memories, by the state of all of them.
func stopped(err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopped; what was embedded is kept, and the old vectors serve: run it again to go on, or with --abort to drop it: %w", context.Canceled)
	}
	return err
}

// ownedBy adds to the error of a store in use what to do about it in this case.
func (g commands) ownedBy(err error) error {
	var e *engine.Error
	if !errors.Is(err, store.ErrLocked) || !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Hint = "stop its owner and run this again: it answers in its place, by --http on the same address"
	return &out
}

// reembedBar shows the progress of reembed, over both of its parts.
type reembedBar struct {
	*shell.Bar
	began time.Time
	first int // done before it began
}

func newReembedBar(p *engine.ReembedPlan) *reembedBar {
	return &reembedBar{Bar: shell.NewBar("embedding again"), began: time.Now(), first: p.Memories - p.Left}
}

func (b *reembedBar) show(done, total int) {
	b.Set("embedding again", int64(done), int64(total))
	b.SetSuffix(fmt.Sprintf("%.0f memories/s", float64(done-b.first)/max(b.seconds(), 1e-3)))
}

func (b *reembedBar) seconds() float64 { return time.Since(b.began).Seconds() }
