package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/mcp/tools"

	"github.com/spf13/cobra"
)

func purgeCmd(g *globals) *cobra.Command {
	var dry, yes bool
	cmd := &cobra.Command{
		Use:   "purge",
		Short: "Remove for good what was forgotten more than 30 days ago",
		Long: "Remove for good what was forgotten more than 30 days ago, and its bytes from the files. An open store does that by itself once a day.\n" +
			"It asks first; where nobody can be asked it needs --yes. --dry-run only lists what is due. Both work beside a server of yours that owns the store.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := g.RefuseServer("purge"); err != nil {
				return err
			}
			if !dry && !yes {
				due, err := g.countExpired(cmd.Context())
				if err != nil {
					return err
				}
				if due == 0 {
					return g.printPurged(0)
				}
				if err := shell.Sure(cmd, yes, fmt.Sprintf("Remove %s for good?", words.Memories(due))); err != nil {
					return err
				}
			}
			if !dry && g.Connect != owner.ConnectOff {
				if asked, err := g.purgeByOwner(cmd.Context()); asked || err != nil {
					return err
				}
			}
			s, err := g.openForPurge(cmd.Context(), dry)
			if err != nil {
				return err
			}
			if dry {
				err = g.showExpired(cmd.Context(), s)
			} else {
				err = g.purge(cmd.Context(), s)
			}
			if cerr := s.Close(); err == nil {
				err = cerr
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&dry, "dry-run", false, "only list what would be removed")
	shell.YesFlag(cmd, &yes)
	return cmd
}

// purgeByOwner asks this user's process that owns the store; asked is false if none listens to commands.
func (g *globals) purgeByOwner(ctx context.Context) (asked bool, err error) {
	server, err := owner.FindServer(g.Data)
	if err != nil || server == nil || server.Owner == "" {
		return false, err
	}
	m, err := g.Reach(ctx, server)
	if err != nil {
		return true, err
	}
	defer m.Close()
	body, err := m.Ask(ctx, "purge_forgotten", nil)
	if err != nil {
		return true, err
	}
	var out tools.Purged
	if err := json.Unmarshal(body, &out); err != nil {
		return true, fmt.Errorf("read the answer of purge_forgotten: %w", err)
	}
	return true, g.printPurged(out.Purged)
}

// openForPurge opens the store without models, which purging does not need.
func (g *globals) openForPurge(ctx context.Context, dry bool) (*rocks.Store, error) {
	log, err := g.Logger()
	if err != nil {
		return nil, err
	}
	if err := g.RequireStore("purge store"); err != nil {
		return nil, err
	}
	if err := owner.CheckDescriptors(); err != nil {
		return nil, err
	}
	var s *rocks.Store
	err = g.Patiently(ctx, func() (err error) {
		s, err = rocks.Open(ctx, rocks.Options{Dir: g.Data, Logger: log, ReadOnly: dry})
		return err
	})
	if errors.Is(err, store.ErrLocked) {
		return nil, &engine.Error{Kind: engine.KindStorage, Message: "purge store", Err: err, Hint: "its owner purges by itself once a day; --dry-run shows what is due, `asterism forget --hard ID` removes one memory now"}
	}
	return s, fault.Storage("purge store", err)
}

// countExpired counts the memories to purge, also next to a process that owns the store.
func (g *globals) countExpired(ctx context.Context) (n int, err error) {
	s, err := g.openForPurge(ctx, true)
	if err != nil {
		return 0, err
	}
	defer func() {
		if cerr := s.Close(); err == nil {
			err = cerr
		}
	}()
	due, err := engine.Expired(ctx, s, time.Now(), math.MaxInt)
	return len(due), err
}

func (g *globals) showExpired(ctx context.Context, s *rocks.Store) error {
	due, err := engine.Expired(ctx, s, time.Now(), math.MaxInt)
	if err != nil {
		return err
	}
	if g.JSON {
		list := []map[string]any{}
		for _, f := range due {
			list = append(list, map[string]any{"id": f.ID, "forgotten": f.At})
		}
		return shell.PrintJSON(map[string]any{"due": list})
	}
	for _, f := range due {
		shell.Printf("%s  forgotten %s\n", f.ID, f.At.Format(time.RFC3339))
	}
	shell.Printf("%s would be removed for good\n", words.Memories(len(due)))
	return nil
}

func (g *globals) purge(ctx context.Context, s *rocks.Store) error {
	n, err := engine.PurgeExpired(ctx, s, g.Data, time.Now())
	if err != nil {
		return err
	}
	return g.printPurged(n)
}

func (g *globals) printPurged(n int) error {
	if g.JSON {
		return shell.PrintJSON(map[string]any{"purged": n})
	}
	shell.Printf("removed %s for good\n", words.Memories(n))
	return nil
}
