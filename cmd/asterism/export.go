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
	"syscall"

	"asterism/engine"
	"asterism/engine/ingest"

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
			"time, importance, source, links. What is measured (vectors, alignments) is measured again when it is imported, by the models of that time; to keep a store as it is, make a backup.\n" +
			"Memories that come or go while it runs may be in it or not.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return g.with(cmd.Context(), func(m memory) error {
				return newFile(args[0], overwrite, func(w io.Writer) error { return g.export(cmd.Context(), m, q, w, args[0]) })
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&q.Namespace, "namespace", "*", "only this namespace; * for all")
	f.StringSliceVar(&q.Tags, "tag", nil, "only memories with this tag (may be given again)")
	f.StringVar(&q.Source, "source", "", "only memories of this source")
	f.BoolVar(&overwrite, "overwrite", false, "replace the file if it is there")
	return cmd
}

// export writes page after page. What it did is told on stderr when the memories go to standard output.
func (g *globals) export(ctx context.Context, m memory, q engine.ListQuestion, w io.Writer, to string) error {
	q.Limit = engine.MaxPage
	written, watched := 0, term.IsTerminal(int(os.Stderr.Fd()))
	for first := true; first || q.Cursor != ""; first = false {
		page, err := m.List(ctx, q)
		if err != nil {
			return err
		}
		for _, m := range page.Memories {
			if err := ingest.Write(w, m); err != nil {
				return err
			}
		}
		if written, q.Cursor = written+len(page.Memories), page.Next; watched {
			fmt.Fprintf(os.Stderr, "\r%d memories ", written)
		}
	}
	if watched {
		fmt.Fprint(os.Stderr, "\r")
	}
	told := os.Stdout
	if to == "-" {
		told = os.Stderr
	}
	if g.json {
		return json.NewEncoder(told).Encode(map[string]any{"exported": written, "file": to})
	}
	_, err := fmt.Fprintf(told, "exported %d memories\n", written)
	return err
}

// newFile lets write fill a file that is there when all of it is on the disk, and not before; "-" is standard output.
func newFile(path string, overwrite bool, write func(io.Writer) error) error {
	if path == "-" {
		out := bufio.NewWriter(os.Stdout)
		return errors.Join(write(out), out.Flush())
	}
	if _, err := os.Stat(path); err == nil && !overwrite {
		return &engine.Error{Kind: engine.KindInvalid, Message: path + " is there already", Hint: "name another file, or say --overwrite"}
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".asterism-export-*")
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<20)
	if err = write(out); err == nil {
		err = errors.Join(out.Flush(), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(spaceHint(err), os.Remove(f.Name()))
	}
	return nil
}

// spaceHint adds the way out to the error of a full disk.
func spaceHint(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return &engine.Error{Kind: engine.KindStorage, Message: "write the file", Err: err, Hint: "free some space, or name a file on another disk"}
	}
	return err
}
