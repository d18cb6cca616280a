package main

import (
	"errors"
	"fmt"
	"time"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/archive"

	"github.com/spf13/cobra"
)

func backupListCmd(g *globals) *cobra.Command {
	return &cobra.Command{
		Use: "list ARCHIVE", Short: "List the backups of an archive, oldest first", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := archive.List(args[0])
			if g.JSON {
				out := []map[string]any{}
				for _, b := range list {
					out = append(out, map[string]any{"id": b.ID, "created": b.Created, "about": b.About, "files": len(b.Files), "bytes": b.Bytes()})
				}
				return errors.Join(shell.PrintJSON(out), err)
			}
			for _, b := range list {
				damaged := ""
				if b.About.Damaged > 0 {
					damaged = fmt.Sprintf(", of a store in which %d records were DAMAGED", b.About.Damaged)
				}
				shell.Printf("%s  %s  %s, %s, by asterism %s with the models of %s%s\n", b.ID, b.Created.Format(time.RFC3339), words.Memories(b.About.Memories), inMiB(b.Bytes()), b.About.Version, b.About.Profile, damaged)
			}
			if len(list) == 0 && err == nil {
				shell.Println("the archive has no backup")
			}
			return err
		},
	}
}

func backupVerifyCmd(g *globals) *cobra.Command {
	return &cobra.Command{
		Use: "verify ARCHIVE [ID]", Short: "Read every file of a backup, the newest if none is named, and compare it with its hash", Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := archive.Find(args[0], second(args))
			if err != nil {
				return damageHint(args[0], err)
			}
			bar := shell.NewBar("verifying")
			err = archive.Verify(cmd.Context(), args[0], b, func(done, total int64) { bar.Set("verifying", done, total) })
			bar.Done()
			if errors.Is(err, archive.ErrDamaged) {
				return &engine.Error{Kind: engine.KindStorage, Message: "verify " + args[0], Err: err,
					Hint: "a backup takes over what the archive has already, so the next one would be damaged too: make it in another folder, or remove the damaged files of this one first"}
			}
			if err != nil {
				return err
			}
			return g.printDone(map[string]any{"id": b.ID, "files": len(b.Files), "bytes": b.Bytes()}, fmt.Sprintf("backup %s is whole: %s, %s", b.ID, words.Count(len(b.Files), "file"), inMiB(b.Bytes())))
		},
	}
}

func backupRestoreCmd(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "restore ARCHIVE [ID]",
		Short: "Bring a backup, the newest if none is named, back into an empty folder",
		Long: "Bring a backup, the newest if none is named, back into the folder that --data names, which must be empty or not there: nothing is overwritten. Every file is compared with its\n" +
			"hash, and the folder appears when all of it is there. Then `asterism check --data DIR` reads every record.",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := g.RefuseServer("backup restore"); err != nil {
				return err
			}
			b, err := archive.Find(args[0], second(args))
			if err != nil {
				return damageHint(args[0], err)
			}
			bar := shell.NewBar("restoring")
			err = archive.Restore(cmd.Context(), args[0], b, g.Data, func(done, total int64) { bar.Set("restoring", done, total) })
			bar.Done()
			if err != nil {
				return damageHint(args[0], spaceHint(err))
			}
			return g.printDone(map[string]any{"id": b.ID, "data": g.Data, "memories": b.About.Memories}, fmt.Sprintf("backup %s of %s is in %s: %s", b.ID, b.Created.Format(time.RFC3339), g.Data, words.Memories(b.About.Memories)))
		},
	}
}

// damageHint adds what to do to the error about a damaged backup.
func damageHint(dir string, err error) error {
	if !errors.Is(err, archive.ErrDamaged) {
		return err
	}
	return &engine.Error{Kind: engine.KindStorage, Message: "use the archive " + dir, Err: err,
		Hint: fmt.Sprintf("nothing was restored. `asterism backup list %[1]s` names the other backups, `asterism backup verify %[1]s ID` says whether one is whole, and `restore` takes its ID; make the next backup in another folder", dir)}
}

func backupRemoveCmd(g *globals) *cobra.Command {
	return &cobra.Command{
		Use: "remove ARCHIVE ID…", Short: "Remove backups, and what no other one needs", Args: cobra.MinimumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			freed, err := archive.Remove(args[0], args[1:]...)
			if err != nil {
				return err
			}
			return g.printDone(map[string]any{"removed": args[1:], "freed_bytes": freed}, fmt.Sprintf("removed %d; %s are free again", len(args)-1, inMiB(freed)))
		},
	}
}

func second(args []string) string {
	if len(args) > 1 {
		return args[1]
	}
	return ""
}
