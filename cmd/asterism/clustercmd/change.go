package clustercmd

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/mcp/client"
	"asterism/mcp/node"

	"github.com/spf13/cobra"
)

func moveCmd(g commands) *cobra.Command {
	var from, to string
	cmd := &cobra.Command{
		Use:   "move SHARD",
		Short: "Have a shard kept by one node instead of another",
		Long: "Have a shard kept by one node instead of another. The new replica has everything before the old one is removed, so the shard is never kept by fewer. Without --from\n" +
			"one node more keeps it, and without --to one less. When it is cut short, the same command goes on.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			shard, err := strconv.Atoi(args[0])
			if err != nil {
				return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("%q is no number of a shard", args[0]), Hint: "`asterism cluster status` lists them"}
			}
			asked := client.Arguments{"shard": shard}.Text("from", from).Text("to", to)
			return ask(g, cmd, "cluster_move", asked, func(m *node.Moved) error {
				shell.Printf("shard %d is kept by %s\n", m.Shard, strings.Join(m.Nodes, ", "))
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "node that no longer keeps it")
	cmd.Flags().StringVar(&to, "to", "", "node that keeps it from now on")
	return cmd
}

func leaveCmd(g commands) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "leave [NODE]",
		Short: "Take this node out of the cluster, or one that is gone for good",
		Long: "Take the node in the folder that --data names out of the cluster; end its process afterwards. Or take out NODE, which does not run and will not come back. What it\n" +
			"keeps goes to other nodes first, as far as there are some that do not keep it yet. Its folder stays, and is of no more use: it is refused when it is started, and joins again with an empty folder. When the server of a\n" +
			"node that has left still counts for the majority, which 'asterism cluster status' says, the same command takes it out.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			who := "this node"
			asked := client.Arguments{}
			if len(args) == 1 {
				who = "node " + args[0]
				asked = asked.Text("node", args[0])
			}
			if err := g.wantNode(); err != nil { // before the question
				return err
			}
			if !yes {
				if len(args) == 1 {
					if err := knownNode(g, cmd, args[0]); err != nil {
						return err
					}
				}
				if err := shell.Confirm(os.Stdin, os.Stderr, fmt.Sprintf("Take %s out of the cluster for good?", who)); err != nil {
					return err
				}
			}
			return ask(g, cmd, "cluster_leave", asked, showLeft)
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

// knownNode returns an error for a name that belongs to no node and to no remaining server of one, before the question.
func knownNode(g commands, cmd *cobra.Command, name string) error {
	return g.With(cmd.Context(), func(m owner.Memory) error {
		body, err := m.Ask(cmd.Context(), "cluster_status", client.Arguments{})
		if err != nil {
			return nil // taking it out then reports why
		}
		var s node.Status
		if err := json.Unmarshal(body, &s); err != nil {
			return fmt.Errorf("read the answer of cluster_status: %w", err)
		}
		if slices.ContainsFunc(s.Nodes, func(n node.NodeStatus) bool { return n.Node == name }) || slices.Contains(s.Counted, name) || slices.Contains(s.Counted, "") {
			return nil
		}
		return node.NoSuchNode(name)
	})
}

func showLeft(l *node.Left) error {
	shell.Printf("node %s has left; %s to other nodes\n", l.Node, words.Count(l.Moved, "shard")+" went")
	if len(l.Fewer) > 0 {
		shell.Printf("→ %s kept by one node less now, for no other was there: let a machine join, and `asterism cluster move SHARD --to NODE`\n", words.Count(len(l.Fewer), "shard")+" are")
	}
	if !l.Removed {
		shell.Println("→ its server still counts for the majority: end its process, and on another node run `asterism cluster leave " + l.Node + "` until this line no longer appears")
	}
	return nil
}

func checkpointCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "checkpoint",
		Short: "Cut the logs: put every shard into the object store as it is, and drop what is before that",
		Long: "Cut the logs: put every shard into the cluster's object store as it is now, and drop the log before that. It also happens by itself as logs grow. What was removed for good\n" +
			"(forget --hard, purge) is in the logs until then.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return ask(g, cmd, "cluster_checkpoint", client.Arguments{}, func(made *struct {
				Checkpoints []struct{ Shard, Place, Memories, Bytes int64 } `json:"checkpoints"`
			}) error {
				for _, c := range made.Checkpoints {
					shell.Printf("shard %-4d up to place %d: %s, %.1f MiB\n", c.Shard, c.Place, words.Memories(int(c.Memories)), float64(c.Bytes)/(1<<20))
				}
				return nil
			})
		},
	}
}

func backupCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "backup ARCHIVE",
		Short: "Add all shards to the archive in a folder",
		Long: "Add all shards, as the node in the folder that --data names keeps them, to the archive in a folder of its machine, which is made if it is not there. Everything that was\n" +
			"acknowledged before is in it. Writers go on meanwhile. All that is copied is read and verified; a backup of damaged replicas is made, and says so: exit code 2. `asterism backup list`, `verify` and `remove` work on it; `asterism cluster restore` makes a cluster of it.\n" +
			"The cluster's keys are not in it.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			return askWith(g, cmd, func(m owner.Memory) error { return g.backUp(cmd.Context(), m, dir) })
		},
	}
}

// backUp makes a backup, and describes it. Exit code 2: the node's replicas are damaged, and so is the backup.
func (g commands) backUp(ctx context.Context, m owner.Memory, dir string) error {
	body, err := m.Ask(ctx, "cluster_backup", client.Arguments{"archive": dir})
	if err != nil {
		return err
	}
	var b node.BackedUp
	if err := json.Unmarshal(body, &b); err != nil {
		return fmt.Errorf("read the answer of cluster_backup: %w", err)
	}
	if g.JSON {
		err = shell.PrintJSON(b)
	} else {
		shell.Printf("backup %s in %s: %s of %s, %s, %.1f MiB\n", b.ID, b.Archive, words.Memories(b.Memories), words.Count(b.Shards, "shard"), words.Count(b.Files, "file"), float64(b.Bytes)/(1<<20))
	}
	if err == nil && b.Damaged > 0 {
		fmt.Fprintf(os.Stderr, "asterism: what this node keeps is DAMAGED, and so is this backup of it: %d records, which the node's log names. Keep the backups before it, and make one at a node whose replicas are whole\n", b.Damaged)
		return shell.ExitCode(2)
	}
	return err
}
