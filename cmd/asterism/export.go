package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/ingest"
	"asterism/engine/store"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

func exportCmd(g *globals) *cobra.Command {
	var q engine.ListQuestion
	var overwrite bool
	cmd := &cobra.Command{
		Use:   "export FILE",
		Short: "Write memories as JSON lines, which `asterism import --from jsonl` reads back",
		Long: "Write memories as JSON lines, newest first, a namespace after the other; - writes to standard output. A line holds what was given with a memory: id, text, reason, tags,\n" +
			"time, importance, source, links, what it supersedes and when it holds. What is measured (vectors, alignments) is measured again when it is imported, by the models of that time; to keep a store as it is, make a backup.\n" +
			"Links to memories that are forgotten are left out, and counted. Memories that come or go while it runs may be in it or not.\n" +
			"Memories whose texts are damaged are named and left out; exit code 2: there are some. A store whose disk is full or read-only can be exported too, to another disk.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := maybeNew(args[0], overwrite); err != nil {
				return err
			}
			if !g.NamesServer() { // otherwise the store is elsewhere
				if err := g.RequireStore("export memories"); err != nil {
					return err
				}
			}
			lost := shell.LossesOf()
			err := g.With(cmd.Context(), func(m owner.Memory) error {
				return newFile(args[0], overwrite, func(w io.Writer) error { return g.export(cmd.Context(), m, q, w, args[0], lost) })
			})
			lost.Tell("not in the file")
			if err == nil && lost.Any() {
				return shell.ExitCode(2)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&q.Namespace, "namespace", "*", "only this namespace; * for all")
	shell.TagFlag(f, &q.Tags, "tag", "only memories with this tag (may be given again)")
	f.StringVar(&q.Source, "source", "", "only memories of this source, or of this file, whose pieces have FILE:LINE as theirs")
	f.BoolVar(&overwrite, "overwrite", false, "replace the file if it is there")
	return cmd
}

// export writes page after page, and records damaged memories. It reports on stderr if the memories go to standard output.
func (g *globals) export(ctx context.Context, m owner.Memory, q engine.ListQuestion, w io.Writer, to string, lost *shell.Losses) error {
	written, cut, watched := 0, 0, term.IsTerminal(int(os.Stderr.Fd()))
	var live map[store.ID]bool // read with the first memory that has links
	err := eachPage(ctx, m, q, func(page *engine.Page) (err error) {
		lost.Add(page.Damaged...)
		for _, one := range page.Memories {
			if live == nil && len(one.Links)+len(one.Supersedes) > 0 {
				if live, err = liveMemories(ctx, m); err != nil {
					return err
				}
			}
			kept := *one
			gone := func(id store.ID) bool { return !live[id] }
			kept.Links, kept.Supersedes = slices.DeleteFunc(slices.Clone(one.Links), gone), slices.DeleteFunc(slices.Clone(one.Supersedes), gone)
			if err := ingest.Write(w, &kept); err != nil {
				return err
			}
			cut += len(one.Links) + len(one.Supersedes) - len(kept.Links) - len(kept.Supersedes)
		}
		if written += len(page.Memories); watched {
			fmt.Fprintf(os.Stderr, "\r%d memories ", written)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if watched {
		fmt.Fprint(os.Stderr, "\r")
	}
	told := os.Stdout
	if to == "-" {
		told = os.Stderr
	}
	if g.JSON {
		out := map[string]any{"exported": written, "file": to, "links_left_out": cut}
		if lost.Any() {
			out["damaged"] = lost.JSON()
		}
		return json.NewEncoder(told).Encode(out)
	}
	said := "exported " + words.Memories(written)
	if cut > 0 {
		said += fmt.Sprintf("; links to forgotten ones left out: %d", cut)
	}
	_, err = fmt.Fprintln(told, said)
	return err
}

// eachPage calls fn with the listed memories, a page at a time.
func eachPage(ctx context.Context, m owner.Memory, q engine.ListQuestion, fn func(*engine.Page) error) error {
	q.Limit = engine.MaxPage
	for {
		page, err := m.List(ctx, q)
		if err != nil {
			return err
		}
		if err := fn(page); err != nil || page.Next == "" {
			return err
		}
		q.Cursor = page.Next
	}
}

// liveMemories returns the ids of all memories that are not forgotten. Reading each linked memory separately would count as an access to it.
func liveMemories(ctx context.Context, m owner.Memory) (map[store.ID]bool, error) {
	live := map[store.ID]bool{}
	err := eachPage(ctx, m, engine.ListQuestion{Namespace: "*"}, func(page *engine.Page) error {
		for _, one := range page.Memories {
			live[one.ID] = true
		}
		return nil
	})
	return live, err
}

// newFile lets write fill a file that appears when all of it is on disk, and not before; "-" is standard output.
func newFile(path string, overwrite bool, write func(io.Writer) error) error {
	if path == "-" {
		out := bufio.NewWriter(os.Stdout)
		return errors.Join(write(out), out.Flush())
	}
	if err := maybeNew(path, overwrite); err != nil {
		return err
	}
	f, err := renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path))) // readable by its owner only
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<20)
	if err = write(out); err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = f.CloseAtomicallyReplace()
	}
	if err != nil {
		return errors.Join(spaceHint(err), f.Cleanup())
	}
	return nil
}

// maybeNew returns an error if newFile cannot write the file: if it exists and must not be replaced, or if its folder does not exist.
func maybeNew(path string, overwrite bool) error {
	if path == "-" {
		return nil
	}
	if _, err := os.Stat(path); err == nil && !overwrite {
		return &engine.Error{Kind: engine.KindInvalid, Message: path + " is there already", Hint: "name another file, or say --overwrite"}
	}
	if st, err := os.Stat(filepath.Dir(path)); err != nil || !st.IsDir() {
		return &engine.Error{Kind: engine.KindInvalid, Message: filepath.Dir(path) + ", the folder of the file, is no folder", Hint: "make it, or name a file in another"}
	}
	return nil
}

// spaceHint adds what to do to the error about a full disk.
func spaceHint(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return &engine.Error{Kind: engine.KindStorage, Message: "write the file", Err: err, Hint: "free some space, or name a file on another disk"}
	}
	return err
}
