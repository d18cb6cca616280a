package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/client"
	"asterism/mcp/project"
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
			if q.TopK < 1 { // 0 is the default to the engine, and a mistake here as it is to assistants
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
					found.ID = store.ID{} // an engine remembers its answers as long as it is open, and nobody can come back to this one
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
	fl.Float64Var(&q.MinRelevance, "min-relevance", 0, "leave out memories with a smaller chance to answer the query than this, 0 to 0.5")
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
		if q.Before.IsZero() && q.After.Before(now) { // what is dated in the future is not of the last days; who asks for what comes after a time to come asks for that
			q.Before = now
		}
	}
	return nil
}

// parseTime reads a date or an RFC 3339 time; "" is no bound.
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

// searched are the namespaces that a search of a project looks in; none where one was named, or outside of any.
func searched(q *engine.Question, home project.Home) []string {
	if q.Namespace != "" || home.Beside() == "" {
		return nil
	}
	return []string{home.Namespace, home.Beside()}
}

// beside marks a memory of another namespace than the project's own.
func beside(namespace string, home []string) string {
	if home == nil || namespace == home[0] {
		return ""
	}
	return "[" + words.Line(namespace) + "] "
}

func show(f *engine.Found, q *engine.Question, home []string) {
	if len(f.Hits) == 0 && f.Next == "" {
		more := ""
		if q.Cursor != "" {
			more = "more "
		}
		shell.Printf("nothing %sfound among %d memories that pass the filters\n%s", more, f.Scanned, answer.UnknownWords(answer.UnknownFrom(f.Unknown)))
		return
	}
	if f.QuotedNowhere {
		shell.Printf("no memory has the exact words “%s”; nearest without them:\n", strings.Join(f.Quoted, "” and “"))
	}
	hits := f.Hits
	if f.NothingRelevant {
		hits = hits[:min(mostNearest, len(hits))]
		shell.Println("nothing relevant found; nearest:")
	}
	for i, h := range hits {
		m := h.Memory
		shell.Printf("%2d  %s%.4f  %s  %s  %s%s  (%s)\n    %s\n", i+1, relevance(&h), h.Score, dates(&h), engine.ShortID(m.ID), beside(m.Namespace, home), words.Line(m.Source), decided(h), words.Plain(cmp.Or(h.Passage, words.Snippet(engine.Shown(m), engine.PassageRunes))))
		line := func(name, text string) { shell.Printf("      %-11s %s\n", name, text) }
		showChain(&h.Chain, line)
		if o := h.SaidOtherwise; o != nil {
			line("newer", fmt.Sprintf("%s  %s  differs: %s", o.ID, o.Time.Format(time.DateOnly), o.Reason))
		}
		if q.Explain {
			for _, s := range h.Spaces {
				shell.Printf("      %-24s similarity %7.3f  rank %d\n", s.Space, s.Similarity, s.Rank)
			}
			if h.Context != 0 {
				shell.Printf("      %-24s adds %.3f to the score\n", "the memories before it", h.Context)
			}
			if h.InMind != 0 {
				shell.Printf("      %-24s adds %.3f to the score\n", "what is in mind", h.InMind)
			}
			if h.Worth != 0 {
				shell.Printf("      %-24s adds %.3f to the score\n", "recorded outcomes", h.Worth)
			}
			if h.Named > 0 {
				shell.Printf("      %-24s adds %.3f to the score\n", "identifier of the query", h.Named)
			}
			if h.Filed > 0 {
				shell.Printf("      %-24s takes %.3f from the score; not with --include code\n", "code of a folder", h.Filed)
			}
			if h.Words > 0 {
				shell.Printf("      %-24s adds %.3f to the score\n", "words of the question", h.Words)
			}
			if h.OfTime > 0 {
				shell.Printf("      %-24s adds %.3f to the score\n", "time that was named", h.OfTime)
			}
		}
	}
	sayLinked(f)
	sayRelevance(f)
	if len(f.Meant) > 0 {
		shell.Printf("searched for %s as well\n", strings.Join(f.Meant, ", "))
	}
	if !f.After.IsZero() || !f.Before.IsZero() {
		shell.Printf("%s %s, as the question says: preferred, none left out (--after and --before filter, --weights semantic ignores it)\n", words.Memories(f.OfTime), between(f))
	}
	of := ""
	if home != nil {
		of = " of " + strings.Join(home, " and ")
	}
	shell.Printf("%d memories%s looked at, weights %s%s, %.1f ms\n", f.Scanned, of, f.Profile, words.During(f.Learned, " as learned from outcomes"), float64((f.Timings.Infer+f.Timings.Search+f.Timings.Store).Microseconds())/1000)
	if f.ID != (store.ID{}) && len(f.Hits) > 0 {
		shell.Printf("rate a hit: asterism meta outcome ID 0…1 --query %s\n", f.ID)
	}
	if f.Next != "" {
		shell.Printf("more: the same search with --cursor %s\n", f.Next)
	}
}

// dates are the day of a hit, or the days of it and its copies, and how many those are.
func dates(h *engine.Hit) string {
	const day = "2006-01-02"
	if h.Copies == 0 {
		return h.Memory.Time.Format(day)
	}
	first, last := h.First.Format(day), h.Last.Format(day)
	if first != last {
		first += " – " + last
	}
	return fmt.Sprintf("%s, %d more with the same words", first, h.Copies)
}

// mostNearest is how many hits are shown when none is relevant; --json has all.
const mostNearest = 3

// relevance is the chance in front of a hit's score.
func relevance(h *engine.Hit) string {
	switch {
	case !h.Judged:
		return ""
	case h.Weak:
		return fmt.Sprintf("weak %.2f  ", h.Relevance)
	}
	return fmt.Sprintf("%.2f  ", h.Relevance)
}

// sayLinked names memories that links of the first hits lead to.
func sayLinked(f *engine.Found) {
	for _, l := range f.Linked {
		shell.Printf("linked with %s (%s): %s  %s\n", engine.ShortID(l.From), l.Kind, engine.ShortID(l.Memory.ID), words.Plain(words.Snippet(engine.Shown(l.Memory), engine.PassageRunes)))
	}
}

// jsonLinked are the same as JSON.
func jsonLinked(f *engine.Found) []map[string]any {
	out := []map[string]any{}
	for _, l := range f.Linked {
		out = append(out, map[string]any{"id": l.Memory.ID, "from": l.From, "kind": l.Kind, "weight": l.Weight, "content": l.Memory.Content})
	}
	return out
}

// sayRelevance says what there is to know of the hits' relevance.
func sayRelevance(f *engine.Found) {
	if f.LessRelevant > 0 {
		shell.Printf("%d below --min-relevance left out\n", f.LessRelevant)
	}
	if len(f.NamedNowhere) > 0 && len(f.Hits) > 0 {
		shell.Println(answer.NowhereWords(f.NamedNowhere))
	}
	if f.Unread {
		shell.Println(answer.UnreadNote)
	}
	if f.Unjudged != "" && len(f.Hits) > 0 {
		shell.Printf("no relevance: %s\n", f.Unjudged)
	}
}

func between(f *engine.Found) string {
	switch {
	case f.After.IsZero():
		return "before " + f.Before.Format(time.DateTime)
	case f.Before.IsZero():
		return "since " + f.After.Format(time.DateTime)
	}
	return "from " + f.After.Format(time.DateTime) + " to " + f.Before.Format(time.DateTime)
}

func decided(h engine.Hit) string {
	var names []string
	for _, s := range h.Decided {
		names = append(names, s.Info().Name)
	}
	return strings.Join(names, ", ")
}

func jsonFound(f *engine.Found, explain bool) map[string]any {
	hits := []map[string]any{}
	for _, h := range f.Hits {
		m := h.Memory
		hit := map[string]any{"id": m.ID, "score": h.Score, "relevance": orNull(&h), "weak": h.Weak, "content": m.Content, "rationale": m.Rationale, "source": m.Source, "namespace": m.Namespace, "tags": m.Tags,
			"modality": m.Modality, "timestamp": m.Time, "decided_by": decided(h), "copies": h.Copies}
		if h.Copies > 0 {
			hit["first"], hit["last"] = h.First, h.Last
		}
		if o := h.SaidOtherwise; o != nil {
			hit["said_otherwise"] = map[string]any{"id": o.ID, "timestamp": o.Time, "reason": o.Reason}
		}
		if h.Through != nil || len(h.Supersedes) > 0 || !h.Current() {
			hit["chain"], hit["through"] = jsonChain(&h.Chain), h.Through
		}
		if explain {
			spaces := map[string]any{}
			for _, s := range h.Spaces {
				spaces[s.Space.Code()] = map[string]any{"similarity": s.Similarity, "rank": s.Rank}
			}
			hit["spaces"], hit["context"], hit["of_time"], hit["copy_ids"], hit["words"] = spaces, h.Context, h.OfTime, append([]store.ID{}, h.CopyIDs...), h.Words
			hit["filed"] = h.Filed
		}
		hits = append(hits, hit)
	}
	return map[string]any{"hits": hits, "linked": jsonLinked(f), "unknown": jsonUnknown(f.Unknown), "named_time": jsonNamedTime(f), "query_id": words.OrNull(answerID(f)), "next_cursor": f.Next, "weights": f.Profile, "learned": f.Learned, "scanned": f.Scanned,
		"less_relevant": f.LessRelevant, "unjudged": words.OrNull(f.Unjudged), "unread": f.Unread, "named_nowhere": append([]string{}, f.NamedNowhere...),
		"timings_ms": map[string]float64{"tokenise": ms(f.Timings.Tokenise), "queue": ms(f.Timings.Queue), "infer": ms(f.Timings.Infer), "search": ms(f.Timings.Search), "read": ms(f.Timings.Store)}}
}

// jsonUnknown is what was asked for that no memory has.
func jsonUnknown(all []engine.Unknown) []answer.Unknown {
	return append([]answer.Unknown{}, answer.UnknownFrom(all)...)
}

// jsonNamedTime is the time that the question's words name; nil: none.
func jsonNamedTime(f *engine.Found) any {
	if f.After.IsZero() && f.Before.IsZero() {
		return nil
	}
	side := func(t time.Time) any {
		if t.IsZero() {
			return nil
		}
		return t
	}
	return map[string]any{"after": side(f.After), "before": side(f.Before), "memories": f.OfTime}
}

// answerID is what outcomes are told of; "" when none can be.
func answerID(f *engine.Found) string {
	if f.ID == (store.ID{}) {
		return ""
	}
	return f.ID.String()
}

// orNull is a hit's relevance, null where it has none.
func orNull(h *engine.Hit) any {
	if !h.Judged {
		return nil
	}
	return answer.Round(h.Relevance, 2) // as a server tells it
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
