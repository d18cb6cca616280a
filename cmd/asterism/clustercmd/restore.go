package clustercmd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/archive"
	"asterism/engine/cluster"
	"asterism/engine/cluster/bus"
	"asterism/engine/cluster/member"
	"asterism/engine/store"
	"asterism/engine/store/rocks"

	"github.com/spf13/cobra"
)

func restoreCmd(g commands) *cobra.Command {
	var f member.Founding
	var id string
	cmd := &cobra.Command{
		Use:   "restore ARCHIVE",
		Short: "Make a new cluster of a backup, with this machine as its first node",
		Long: "Make a new cluster of a backup that `asterism cluster backup` made, in the empty folder that --data names, with this machine as its first node. It has keys of its own. Start\n" +
			"the node afterwards, and let others join it: they get everything from it.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return g.restore(cmd.Context(), args[0], id, f) },
	}
	cmd.Flags().StringVar(&id, "id", "", "which backup of the archive (default: the newest)")
	cmd.Flags().StringVar(&f.Name, "name", "asterism", "name of the new cluster")
	placeFlags(cmd.Flags(), &f.Place)
	return cmd
}

func (g commands) restore(ctx context.Context, dir, id string, f member.Founding) (err error) {
	if err := settle(&f.Place); err != nil {
		return err
	}
	if left, err := os.ReadDir(g.Data); err == nil && len(left) > 0 {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--data %s is not empty: it holds %s", g.Data, left[0].Name()), Hint: "name a folder that is empty or not there"}
	}
	b, err := archive.Find(dir, id)
	if err != nil {
		return &engine.Error{Kind: engine.KindStorage, Message: "find the backup", Err: err, Hint: "`asterism backup list ARCHIVE` shows what there is"}
	}
	bar := shell.NewBar("restoring")
	err = archive.Restore(ctx, dir, b, g.Data, func(done, total int64) { bar.Set("", done, total) })
	bar.Done()
	if err != nil {
		return &engine.Error{Kind: engine.KindStorage, Message: "bring the backup back", Err: err}
	}
	if f.Shards, err = cluster.HeldShards(g.Data); err != nil {
		return errors.Join(&engine.Error{Kind: engine.KindInvalid, Message: "the backup is not one of a cluster: " + err.Error(), Hint: "`asterism backup restore` brings that of one machine back"}, os.RemoveAll(g.Data))
	}
	m, err := member.Found(g.Data, f, time.Now())
	if err != nil {
		return errors.Join(invalid(err), os.RemoveAll(g.Data))
	}
	if err := cluster.Adopt(g.Data, m.Cluster, m.Node); err != nil {
		return err
	}
	kept, err := g.refound(ctx, m)
	if err != nil {
		return errors.Join(err, os.RemoveAll(g.Data)) // it was empty before
	}
	return g.tellRefounded(m, kept)
}

func recoverCmd(g commands) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "recover",
		Short: "Go on with this node alone, after most nodes were lost for good",
		Long: "Go on with what the node in the folder that --data names has, after so many nodes were lost for good that those that are left are no majority. Its process must not run. What\n" +
			"was acknowledged by the lost nodes alone is gone. The others must never be started again with their old folders: let them join again, with empty ones. Keep a copy of the\n" +
			"folder first, and take the node that has most: the place of each shard's log is printed.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !yes {
				if err := shell.Confirm(os.Stdin, os.Stderr, "Go on with this node alone, and give up what only the others have?"); err != nil {
					return err
				}
			}
			return g.recover(cmd.Context())
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

func (g commands) recover(ctx context.Context) error {
	m, err := open(g.Data)
	if err != nil {
		return err
	}
	if s, err := g.Flags.Server(); err == nil && s != nil {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("the node runs, as process %d", s.PID), Hint: "end it first"}
	}
	aside := filepath.Join(g.Data, bus.Folder+".lost-"+time.Now().UTC().Format("20060102T150405"))
	if err := os.Rename(filepath.Join(g.Data, bus.Folder), aside); err != nil {
		return fmt.Errorf("put the old logs aside: %w", err)
	}
	if err := m.ForgetSeeds(); err != nil {
		return err
	}
	kept, err := g.refound(ctx, m)
	if err != nil {
		return fmt.Errorf("%w (the old logs are in %s)", err, aside)
	}
	return g.tellRefounded(m, kept)
}

// refoundWait bounds the time for making a cluster from a folder.
const refoundWait = 5 * time.Minute

// refound makes the cluster again from the shards in the folder, on new servers.
func (g commands) refound(ctx context.Context, m *member.Member) (kept map[int]uint64, err error) {
	ctx, stop := context.WithTimeout(ctx, refoundWait)
	defer stop()
	quiet := slog.New(slog.DiscardHandler)
	if err := bus.Found(ctx, g.Data, m, quiet); err != nil {
		return nil, err
	}
	b, err := bus.Start(ctx, g.Data, m, bus.Options{Log: quiet})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	models, err := boundIn(ctx, g.Data, m.Shards)
	if err != nil {
		return nil, err
	}
	n, kept, err := cluster.Refound(ctx, cluster.Config{Cluster: m.Cluster, Name: m.Node, Dir: g.Data, Conn: b.Conn(), Shards: m.Shards, Models: models, Log: quiet})
	if err != nil {
		return nil, err
	}
	return kept, n.Close(ctx)
}

// boundIn returns the models with which the shards in a folder were embedded; nil: there are no embedded memories.
func boundIn(ctx context.Context, data string, shards int) (*store.Bound, error) {
	for shard := range shards {
		s, err := rocks.Open(ctx, rocks.Options{Dir: cluster.ShardDir(data, shard), ReadOnly: true, CacheBytes: 8 << 20, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			return nil, fmt.Errorf("read the models of shard %d: %w", shard, err)
		}
		b, err := s.Bound(ctx)
		if err := errors.Join(err, s.Close()); err != nil || b != nil {
			return b, err
		}
	}
	return nil, nil
}

func (g commands) tellRefounded(m *member.Member, kept map[int]uint64) error {
	if g.JSON {
		return shell.PrintJSON(map[string]any{"cluster": m.Cluster, "node": m.Node, "folder": g.Data, "kept": kept})
	}
	shell.Printf("cluster %s goes on with node %s, in %s: %s\n", m.Cluster, m.Node, g.Data, words.Count(len(kept), "shard"))
	for shard := range m.Shards {
		shell.Printf("  shard %-4d up to place %d of its log\n", shard, kept[shard])
	}
	shell.Printf("start it: asterism serve --cluster %s --http 127.0.0.1:7737\n", g.Data)
	return nil
}
