package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/mcp/client"
	"asterism/models"

	"github.com/spf13/cobra"
)

// searchFlags are the flags of search that need parsing.
type searchFlags struct {
	after, before string
	asOf          string
	spaces        []string
	since         shell.Span
	include       []string
	image         imageFile
}

func searchCmd(g *globals) *cobra.Command {
	var q engine.Question
	var f searchFlags
	cmd := &cobra.Command{
		Use:   "search QUERY | --image FILE",
		Short: fmt.Sprintf("Find memories by meaning, words, code, cause, time and the rest of the %d spaces", models.Count),
		Args:  func(cmd *cobra.Command, args []string) error { return f.image.wants(args, 1, len(args)) },
		RunE: func(cmd *cobra.Command, args []string) error {
			if q.TopK < 1 { // to the engine 0 means the default; here, as for assistants, it is a mistake
				return fault.Invalid("--top %d is outside 1…%d", "leave it out for 10", q.TopK, engine.MaxTopK)
			}
			q.Text, q.Passages = strings.Join(args, " "), true
			if err := f.into(&q); err != nil {
				return err
			}
			var err error
			if q.Image, err = f.image.read(); err != nil {
				return err
			}
			return g.With(cmd.Context(), func(m owner.Memory) error {
				found, err := m.Recall(cmd.Context(), q)
				if err != nil {
					return err
				}
				if _, served := m.(*client.Memory); !served {
					found.ID = store.ID{} // an engine remembers its answers only while it is open, so this id would be useless
				}
				if g.JSON {
					return shell.PrintJSON(jsonFound(found, q.Explain))
				}
				show(found, &q, searched(&q, g.Home()))
				return nil
			})
		},
	}
	fl := cmd.Flags()
	fl.StringVar((*string)(&f.image), "image", "", "find memories similar to the image in this file, instead of a query (full profile)")
	fl.IntVar(&q.TopK, "top", 10, "how many memories, 1 to 100")
	fl.StringVar(&q.Cursor, "cursor", "", "continue after the page that ended with this cursor; query and other flags as they were")
	fl.Float64Var(&q.MinSimilarity, "min-similarity", 0, "leave out memories less similar than this, 0 to 1")
	fl.Float64Var(&q.MinAlignment, "min-alignment", 0, "leave out memories less aligned with the goal than this, 0 to 1")
	fl.Float64Var(&q.MinRelevance, "min-relevance", 0, "leave out memories with a smaller chance to answer the query than this, 0 to 1")
	fl.Float64Var(&q.Context, "context", 0, "how much memories related to what is in mind move up, 0 to 1 (workspace of --session, else the latest)")
	fl.StringVar(&q.Namespace, "namespace", "", "namespace to search; * for all (default: that of the project and, beside it, \"default\")")
	shell.TagFlag(fl, &q.Tags, "tag", "only memories with this tag (may be given again)")
	fl.StringVar(&q.Modality, "modality", "", "only memories of this modality; image finds pictures by words")
	fl.StringVar(&q.Source, "source", "", "only memories of this source, or of this file, whose pieces have FILE:LINE as theirs")
	fl.StringVar(&q.SessionID, "session", "", "only memories of this session")
	fl.StringVar(&q.Profile, "weights", "auto", "weights: auto, semantic, causal, code, temporal, fact, balanced")
	fl.StringVar(&q.Domain, "domain", "", "field whose learned weights rank, and learn: code, medical, legal, creative, research, general (default: from a tag domain:…, the modality or code in the query)")
	fl.StringVar(&q.Direction, "direction", "", "find the causes (cause) or the effects (effect) of the query")
	fl.BoolVar(&q.Explain, "explain", false, "show the similarity of each hit in every space")
	fl.BoolVar(&q.Unfolded, "unfolded", false, "show each copy as a hit of its own; by default memories of a namespace with the same words are one hit with their number")
	fl.BoolVar(&q.Exact, "exact", false, "compare every memory exactly, not only those with the best estimates (slower; for checking)")
	fl.StringSliceVar(&f.spaces, "space", nil, fmt.Sprintf("search only these spaces (E1 … E%d or names)", models.Count))
	fl.StringVar(&f.after, "after", "", "only memories of this time or later (2026-01-15 or RFC 3339)")
	fl.StringVar(&f.before, "before", "", "only memories before this time")
	fl.StringVar(&f.asOf, "as-of", "", "find what was current at this time; a date means the end of its day")
	fl.StringSliceVar(&f.include, "include", nil, "code: rank ingested code and data like notes (by default they rank below notes)")
	fl.BoolVar(&q.Superseded, "superseded", false, "show replaced memories as hits of their own")
	fl.Var(&f.since, "since", "only memories of the last duration, up to now (48h, 7d, 2w); of those dated in the future none, unless --before says more")
	return cmd
}

func (f searchFlags) into(q *engine.Question) error {
	for _, v := range f.spaces {
		s, err := models.ParseSpace(v)
		if err != nil {
			return err
		}
		q.Spaces = q.Spaces.With(s)
	}
	for _, v := range f.include {
		if v != "code" {
			return fmt.Errorf("--include %q is not known: give code", v)
		}
		q.Files = true
	}
	var err error
	if q.After, err = parseTime("--after", f.after); err != nil {
		return err
	}
	if q.Before, err = parseTime("--before", f.before); err != nil {
		return err
	}
	if q.AsOf, err = parseTime("--as-of", f.asOf); err != nil {
		return err
	}
	if len(f.asOf) == len(time.DateOnly) {
		q.AsOf = q.AsOf.AddDate(0, 0, 1).Add(-1)
	}
	if f.since > 0 && q.Cursor != "" {
		return errors.New("--since depends on the clock, which has moved since the page before: leave it out, --cursor keeps that page's bounds")
	}
	if f.since > 0 {
		now := time.Now()
		if from := now.Add(-time.Duration(f.since)); from.After(q.After) {
			q.After = from
		}
		if q.Before.IsZero() && q.After.Before(now) { // future dates do not belong to the last days; with a future --after they are wanted
			q.Before = now
		}
	}
	return nil
}

// parseTime reads a date or an RFC 3339 time; "" means no bound.
func parseTime(flag, v string) (time.Time, error) {
	if v == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, v, time.Local); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%s %q is not a time: give 2026-01-15 or 2026-01-15T10:30:00Z", flag, v)
}
