package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/spf13/cobra"
)

// several are the flags of commands that apply to one memory, or to all that pass a filter.
type several struct {
	q             engine.ListQuestion
	after, before string
	dry, yes      bool
	names         []string // of the flags of the filter
	alone         []string // of the flags for one memory
	asked         []string // of the flags with which the command asks even for one memory
}

func (f *several) define(cmd *cobra.Command, does string) {
	fl := cmd.Flags()
	text := func(to *string, name, what string) {
		fl.StringVar(to, "where-"+name, "", "instead of ID, "+does+" all "+what)
		f.names = append(f.names, "where-"+name)
	}
	shell.TagFlag(fl, &f.q.Tags, "where-tag", "instead of ID, "+does+" all with this tag (may be given again)")
	f.names = append(f.names, "where-tag")
	text(&f.q.Source, "source", "of this source, or of this file, whose pieces have FILE:LINE as theirs")
	text(&f.q.SessionID, "session", "of this session")
	text(&f.q.Modality, "modality", "of this modality")
	text(&f.after, "after", "of this time or later (2026-01-15 or RFC 3339)")
	text(&f.before, "before", "before this time")
	text(&f.q.Namespace, "namespace", "of this namespace; the other filters work in that of the project unless it is named; * for all")
	fl.BoolVar(&f.dry, "dry-run", false, "with a filter, only show what it would be")
	fl.BoolVar(&f.yes, "yes", false, "with a filter, do not ask")
}

// asks makes the command ask for one memory too if one of the flags is given.
func (f *several) asks(cmd *cobra.Command, flags ...string) {
	f.asked = flags
	cmd.Flags().Lookup("yes").Usage = "with a filter, or for good, do not ask"
}

// askedAbout reports whether such a flag is given.
func (f *several) askedAbout(cmd *cobra.Command) bool {
	return slices.ContainsFunc(f.asked, func(name string) bool { return cmd.Flags().Changed(name) })
}

// confirm asks before something that cannot be undone is done to one memory, and shows the memory.
func (f *several) confirm(cmd *cobra.Command, m owner.Memory, id store.ID, question string) error {
	if f.yes || !f.askedAbout(cmd) {
		return nil
	}
	one, err := m.Get(cmd.Context(), id)
	if err != nil {
		return err
	}
	return shell.Confirm(cmd.InOrStdin(), os.Stderr, fmt.Sprintf("%s  %s\n%s", engine.ShortID(id), words.Snippet(engine.Shown(one), 100), question))
}

// wants checks that one memory or a filter is given.
func (f *several) wants(cmd *cobra.Command, args []string) error {
	if err := f.says(cmd); err != nil {
		return err
	}
	filtered := f.given(cmd)
	for _, name := range f.alone {
		if filtered && cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is about one memory: give its ID, and no filter", name)
		}
	}
	switch {
	case len(args) > 1:
		return cobra.ExactArgs(1)(cmd, args)
	case len(args) == 1 && filtered:
		return fmt.Errorf("both the memory %s and a filter are given: leave one of them out", args[0])
	case len(args) == 1 && (f.dry || f.yes && !f.askedAbout(cmd)):
		return errors.New("--dry-run and --yes go with a filter, such as --where-tag: one memory is not asked about" + words.During(len(f.asked) > 0, ", unless it is for good"))
	case len(args) == 0 && !filtered:
		return errors.New("no memory is named: give its ID, or a filter such as --where-tag or --where-source")
	}
	return nil
}

// says returns an error for a filter with an empty value: every memory would pass it.
func (f *several) says(cmd *cobra.Command) error {
	for _, name := range f.names {
		if !shell.IsEmpty(cmd.Flags().Lookup(name)) {
			continue
		}
		what := strings.TrimPrefix(name, "where-")
		if what == "after" || what == "before" {
			what = "time"
		}
		return fault.Invalid("--%s is empty: give a %s, or leave the flag out", "a variable of the shell that is not set leaves it so", name, what)
	}
	return nil
}

func (f *several) given(cmd *cobra.Command) bool {
	for _, name := range f.names {
		if cmd.Flags().Changed(name) {
			return true
		}
	}
	return false
}

// softly is what forget does by default.
const softly = "forget"

// forGood is what it does with --hard.
const forGood = "forget for good"

// mostNamed is how many of the memories are shown before the question.
const mostNamed = 5

// each calls do for each memory that passes the filter, after confirmation: exactly for those counted before. The last call of each namespace also removes the bytes of all from the
// files, since in a cluster namespaces are in several stores. If a call fails or the command is stopped before, the daily pass, which starts with the store, removes the bytes.
func (f *several) each(cmd *cobra.Command, g *globals, m owner.Memory, does string, forgotten bool, do func(ctx context.Context, id store.ID) error) error {
	ctx := cmd.Context()
	found, err := f.find(ctx, g, m, forgotten)
	if err != nil {
		return err
	}
	if !g.JSON {
		f.tell(found, does)
	}
	if f.dry || len(found) == 0 {
		return f.done(g, found, nil, does)
	}
	if !f.yes {
		if err := shell.Confirm(cmd.InOrStdin(), os.Stderr, fmt.Sprintf("%s %s?", strings.ToUpper(does[:1])+does[1:], words.Memories(len(found)))); err != nil {
			return err
		}
	}
	bar := shell.NewBar(does)
	defer bar.Done()
	var ids []store.ID
	for i, one := range found {
		with := ctx
		switch {
		case does != forGood:
		case slices.ContainsFunc(found[i+1:], func(later *store.Memory) bool { return later.Namespace == one.Namespace }):
			with = engine.LeaveBytes(ctx)
		default:
			bar.SetSuffix("taking their bytes out of the files")
		}
		if err := do(with, one.ID); err != nil {
			return fmt.Errorf("%s: %d of %d are done%s: %w", does, i, len(found), words.During(does == forGood && i > 0, ", and their bytes are taken out of the files by the next daily pass, or when the store is opened next"), err)
		}
		ids = append(ids, one.ID)
		bar.Set(does, int64(i+1), int64(len(found)))
	}
	return f.done(g, found, ids, does)
}

// find lists the memories that pass the filter.
func (f *several) find(ctx context.Context, g *globals, m owner.Memory, forgotten bool) (out []*store.Memory, err error) {
	q := f.q
	if q.After, err = parseTime("--where-after", f.after); err != nil {
		return nil, err
	}
	if q.Before, err = parseTime("--where-before", f.before); err != nil {
		return nil, err
	}
	q.Namespace, q.IncludeForgotten = cmp.Or(q.Namespace, g.Home().Namespace), forgotten
	lost := shell.LossesOf()
	err = eachPage(ctx, m, q, func(page *engine.Page) error {
		lost.Add(page.Damaged...)
		for _, one := range page.Memories {
			if one.Deleted.IsZero() != forgotten {
				one.Content = words.Snippet(engine.Shown(one), 100) // there may be many
				out = append(out, one)
			}
		}
		return nil
	})
	lost.Tell("left as it is")
	return out, err
}

func (f *several) tell(found []*store.Memory, does string) {
	for _, m := range found[:min(mostNamed, len(found))] {
		shell.Printf("%s  %s  %s\n", engine.ShortID(m.ID), m.Time.Format("2006-01-02"), m.Content)
	}
	if more := len(found) - mostNamed; more > 0 {
		shell.Printf("and %d more\n", more)
	}
	switch {
	case len(found) == 0:
		shell.Println("no memory passes the filter")
	case f.dry:
		shell.Printf("to %s: %s; nothing was done\n", does, words.Memories(len(found)))
	}
}

// done prints what was done.
func (f *several) done(g *globals, found []*store.Memory, ids []store.ID, does string) error {
	if g.JSON {
		all := []store.ID{}
		for _, m := range found {
			all = append(all, m.ID)
		}
		return shell.PrintJSON(map[string]any{"matched": len(found), "ids": all, "done": len(ids), "dry_run": f.dry})
	}
	if len(ids) > 0 {
		shell.Printf("%s: %s\n", does, words.Memories(len(ids)))
		if does == softly {
			shell.Println("`asterism restore` with the same filter brings them back within 30 days")
		}
	}
	return nil
}
