package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"

	"github.com/spf13/pflag"
)

// validityFlags are the flags for what a memory supersedes and when it is valid.
type validityFlags struct {
	supersedes  []string
	from, until string
}

func (f *validityFlags) define(fl *pflag.FlagSet) {
	fl.StringSliceVar(&f.supersedes, "supersedes", nil, "ID of a memory that it replaces (may be given again)")
	fl.StringVar(&f.from, "valid-from", "", "when it becomes valid (2026-01-15 or RFC 3339)")
	fl.StringVar(&f.until, "valid-until", "", "when it stops being valid (2026-01-15 or RFC 3339)")
}

// read returns the given times.
func (f *validityFlags) read() (from, until time.Time, err error) {
	if from, err = parseTime("--valid-from", f.from); err != nil {
		return from, until, err
	}
	until, err = parseTime("--valid-until", f.until)
	return from, until, err
}

// superseded returns the given memories; empty ids mean none.
func (f *validityFlags) superseded(ctx context.Context, m owner.Memory) ([]store.ID, error) {
	ids := []store.ID{}
	for _, v := range f.supersedes {
		if v == "" {
			continue
		}
		id, err := owner.MemoryID(ctx, m, v)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// showChain prints a memory's relations to others, one a line.
func showChain(c *engine.Chain, line func(name, text string)) {
	for _, p := range c.SupersededBy {
		line("replaced by", pastLine(&p))
	}
	for _, p := range c.Coming { // the time is when the replacement begins
		line("replaced later", pastLine(&p))
	}
	if c.Lapsed {
		line("current", "no: not valid at this time")
	}
	for _, p := range c.Supersedes {
		line("replaces", pastLine(&p))
	}
	if c.More > 0 {
		line("", fmt.Sprintf("and %d more", c.More))
	}
}

func pastLine(p *engine.Past) string {
	return fmt.Sprintf("%s  %s  %s", p.ID, p.Time.Format("2006-01-02"), words.Snippet(p.Text, 80))
}

// jsonChain returns the same as JSON values.
func jsonChain(c *engine.Chain) map[string]any {
	rows := func(list []engine.Past) []map[string]any {
		out := []map[string]any{}
		for _, p := range list {
			out = append(out, map[string]any{"id": p.ID, "timestamp": p.Time, "text": p.Text})
		}
		return out
	}
	out := map[string]any{"linked_by": append([]store.ID{}, c.LinkedBy...), "current": c.Current(), "supersedes": rows(c.Supersedes), "supersedes_more": c.More, "superseded_by": rows(c.SupersededBy)}
	if len(c.Coming) > 0 {
		out["superseded_later"] = rows(c.Coming)
	}
	return out
}

// showRelated prints the relations of a memory that was just stored to others about the same thing, without those that it may supersede.
func showRelated(r *engine.Remembered) {
	offered := func(id store.ID) bool {
		return slices.ContainsFunc(r.MaySupersede, func(c engine.Candidate) bool { return c.ID == id })
	}
	for _, o := range r.Related {
		if !offered(o.ID) {
			shell.Printf("%s %s (%s)\n", strings.ToLower(answer.RelationWords[o.Relation]), o.ID, o.Differs)
		}
	}
	known := func(o engine.Related) bool { return o.ID == r.SimilarTo.ID }
	if s := r.SimilarTo; s != nil && !offered(s.ID) && !slices.ContainsFunc(r.Related, known) {
		shell.Printf("compared with %s: %s\n", s.ID, s.Differs)
	}
}

// showOffer prints what a memory that was just stored may supersede.
func showOffer(r *engine.Remembered) {
	for _, c := range r.MaySupersede {
		shell.Printf("it differs from %s of %s (%s)\n", c.ID, c.Time.Format("2006-01-02"), c.Reason)
	}
	switch len(r.MaySupersede) {
	case 0:
	case 1:
		shell.Printf("if it replaces that: asterism update %s --supersedes %s\n", r.ID, r.MaySupersede[0].ID)
	default:
		shell.Printf("if it replaces one of these: asterism update %s --supersedes ID\n", r.ID)
	}
}
