package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/mcp/backupapi"

	"github.com/spf13/cobra"
)

func backupCmd(g *globals) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backup",
		Short: "Make, list, verify, restore and remove backups of the store",
		Long: "Backups of the whole store, vectors, history and pins included, in a folder of their own: the archive. A file of the store is in it once, however many backups have it,\n" +
			"so the next backup takes only the space of what has changed. No backup has tokens in it. What is removed for good later is still in the backups before.",
		Args: cobra.NoArgs, RunE: shell.GroupHelp,
	}
	cmd.AddCommand(backupCreateCmd(g), backupListCmd(g), backupVerifyCmd(g), backupRestoreCmd(g), backupRemoveCmd(g))
	return cmd
}

func backupCreateCmd(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "create [ARCHIVE]",
		Short: "Add the store as it is now to an archive",
		Long: "Add the store as it is now to the archive in a folder, which is made if it is not there. All that is copied is read and verified; a backup of a damaged store is made, and\n" +
			"says so, as `backup list` does later: exit code 2. While a server of yours owns the store it makes the backup, and writers go on\n" +
			"meanwhile. A server that --connect names makes it in the folder that it was started with (`asterism serve --http … --backups DIR`): leave ARCHIVE out then.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := ""
			if len(args) == 1 {
				dir = args[0]
			}
			made, err := g.backUp(cmd.Context(), dir)
			if err != nil {
				return err
			}
			if g.JSON {
				err = shell.PrintJSON(made)
			} else {
				shell.Printf("backup %s in %s: %s, %s, %s\n", made.ID, made.Archive, words.Memories(made.Memories), words.Count(made.Files, "file"), inMiB(made.Bytes))
			}
			if err == nil && made.Damaged > 0 {
				fmt.Fprintf(os.Stderr, "asterism: the store is DAMAGED, and so is this backup of it: %d records; keep the ones before it. %s\n", made.Damaged, fault.DamageHint)
				return shell.ExitCode(2)
			}
			return err
		},
	}
}

// backUp makes a backup with the server that is named or that owns the store, else with an engine of its own.
func (g *globals) backUp(ctx context.Context, dir string) (*backupapi.Made, error) {
	bar := shell.NewBar(engine.BackupVerifying)
	defer bar.Done()
	var made *backupapi.Made
	err := g.Patiently(ctx, func() (err error) {
		made, err = g.backUpNow(ctx, dir, engine.BackupProgress(bar.Set))
		return err
	})
	return made, err
}

// backUpNow makes one attempt of backUp. The error wraps [store.ErrLocked] if another process has the store open and does not answer.
func (g *globals) backUpNow(ctx context.Context, dir string, tell engine.BackupProgress) (*backupapi.Made, error) {
	if server, err := g.Server(); err != nil {
		return nil, err
	} else if server != nil {
		return g.backUpThrough(ctx, server, dir, tell)
	}
	if dir == "" {
		return nil, noBackupFolder()
	}
	if err := g.RequireStore("back up store"); err != nil {
		return nil, err
	}
	c, err := g.Config()
	if err == nil {
		err = owner.CheckDescriptors()
	}
	if err != nil {
		return nil, err
	}
	b, err := engine.BackUp(ctx, c, dir, version, tell)
	if errors.Is(err, store.ErrLocked) {
		return nil, owner.NeedsTheStore("backup create", err)
	}
	if err != nil {
		return nil, err
	}
	return &backupapi.Made{ID: b.ID, Created: b.Created, Files: len(b.Files), Bytes: b.Bytes(), Memories: b.About.Memories, Archive: dir, Damaged: b.About.Damaged}, nil
}

// printDone prints what was done, as JSON or in words.
func (g *globals) printDone(asJSON map[string]any, words string) error {
	if g.JSON {
		return shell.PrintJSON(asJSON)
	}
	shell.Println(words)
	return nil
}

func inMiB(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
