package main

import (
	"context"
	"errors"
	"fmt"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/store/rocks"

	"github.com/spf13/cobra"
)

func checkCmd(g *globals) *cobra.Command {
	var secrets bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Read every stored record and verify it",
		Long: "Read every stored record and verify its checksum, that every memory is whole, and that nothing belongs to no memory.\nExit code 0: all is well; 1: could not check; 2: something is damaged.\n" +
			"With --secrets it looks instead for keys, passwords and card numbers in what is stored, the forgotten included, and names memories, kinds and places; exit code 2: there are some.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := g.RefuseServer("check"); err != nil {
				return err
			}
			if secrets {
				return g.checkSecrets(cmd.Context())
			}
			return g.check(cmd.Context())
		},
	}
	cmd.Flags().BoolVar(&secrets, "secrets", false, "look for keys, passwords and card numbers in what is stored")
	return cmd
}

// check opens the store without models, so that a store can be checked even if the models are damaged.
func (g *globals) check(ctx context.Context) error {
	s, err := g.toCheck(ctx)
	if err != nil {
		return err
	}
	bar := shell.NewBar("checking")
	r, err := s.Check(ctx, func(done, total int) { bar.Set("checking", int64(done), int64(total)) })
	bar.Done()
	if cerr := s.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	if g.JSON {
		err = shell.PrintJSON(map[string]any{"memories": r.Memories, "records": r.Records, "damage": r.Damage, "more_damage": r.More})
	} else {
		shell.Printf("%s, %s read: %s\n", words.Memories(r.Memories), words.Count(r.Records, "record"), verdict(r))
		for _, d := range r.Damage {
			shell.Println("  damaged: " + d.String())
		}
		if len(r.Damage) > 0 {
			shell.Println("what to do: " + fault.DamageHint)
		}
	}
	if err == nil && len(r.Damage) > 0 {
		return shell.ExitCode(2)
	}
	return err
}

// toCheck opens the store, also next to a process that owns it, and on a full or read-only disk.
func (g *globals) toCheck(ctx context.Context) (*rocks.Store, error) {
	log, err := g.Logger()
	if err != nil {
		return nil, err
	}
	if err := g.RequireStore("check store"); err != nil {
		return nil, err
	}
	if err := owner.CheckDescriptors(); err != nil {
		return nil, err
	}
	o := rocks.Options{Dir: g.Data, Logger: log}
	s, err := rocks.Open(ctx, o)
	if errors.Is(err, store.ErrLocked) || errors.Is(err, store.ErrNoSpace) || errors.Is(err, store.ErrReadOnly) { // next to its owner, in its present state; or on a disk that is not writable
		o.ReadOnly = true
		s, err = rocks.Open(ctx, o)
	}
	return s, fault.Storage("check store", err)
}

func verdict(r rocks.Report) string {
	if len(r.Damage) == 0 {
		return "all whole"
	}
	return fmt.Sprintf("%d DAMAGED", len(r.Damage)+r.More)
}
