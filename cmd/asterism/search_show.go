package main

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/project"
)

// searched returns the namespaces that a search in a project uses; none if one was named, or outside of any project.
func searched(q *engine.Question, home project.Home) []string {
	if q.Namespace != "" || home.Beside() == "" {
		return nil
	}
	return []string{home.Namespace, home.Beside()}
}

// namespaceMark returns the mark of a memory from another namespace than the project's own.
func namespaceMark(namespace string, home []string) string {
	if home == nil || namespace == home[0] {
		return ""
	}
	return "[" + words.Line(namespace) + "] "
}

// show prints the hits of a search, a few lines each, and the notes about the whole answer.
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
		shell.Printf("%2d  %s%.4f  %s  %s  %s%s  (%s)\n    %s\n", i+1, relevance(&h), h.Score, dates(&h), engine.ShortID(m.ID), namespaceMark(m.Namespace, home), words.Line(m.Source), decided(h), words.Plain(cmp.Or(h.Passage, words.Snippet(engine.Shown(m), engine.PassageRunes))))
		line := func(name, text string) { shell.Printf("      %-11s %s\n", name, text) }
		showChain(&h.Chain, line)
		if o := h.SaidOtherwise; o != nil {
			line("newer", fmt.Sprintf("%s  %s  differs: %s", o.ID, o.Time.Format(time.DateOnly), o.Reason))
		}
		if q.Explain {
			for _, s := range h.Spaces {
				rank := "rank –"
				if s.Rank > 0 {
					rank = fmt.Sprintf("rank %d", s.Rank)
				}
				shell.Printf("      %-24s similarity %7.3f  %s\n", s.Space, s.Similarity, rank)
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
	shell.Printf("%s%s looked at, weights %s%s, %.1f ms\n", words.Memories(f.Scanned), of, f.Profile, words.During(f.Learned, " as learned from outcomes"), float64((f.Timings.Infer+f.Timings.Search+f.Timings.Store).Microseconds())/1000)
	if f.ID != (store.ID{}) && len(f.Hits) > 0 {
		shell.Printf("rate a hit: asterism meta outcome ID 0…1 --query %s\n", f.ID)
	}
	if f.Next != "" {
		shell.Printf("more: the same search with --cursor %s\n", f.Next)
	}
}

// dates returns the day of a hit, or the days of it and its copies, and how many copies there are.
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

// mostNearest is how many hits are shown if none is relevant; --json has all.
const mostNearest = 3

// relevance returns the chance, to be printed before a hit's score.
func relevance(h *engine.Hit) string {
	switch {
	case !h.Judged:
		return ""
	case h.Weak:
		return fmt.Sprintf("weak %.2f  ", h.Relevance)
	}
	return fmt.Sprintf("%.2f  ", h.Relevance)
}

// sayLinked prints memories at the other end of the first hits' links.
func sayLinked(f *engine.Found) {
	for _, l := range f.Linked {
		shell.Printf("linked with %s (%s): %s  %s\n", engine.ShortID(l.From), l.Kind, engine.ShortID(l.Memory.ID), words.Plain(words.Snippet(engine.Shown(l.Memory), engine.PassageRunes)))
	}
}

// sayRelevance prints the notes about the hits' relevance.
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

// between returns the time in the question, in words.
func between(f *engine.Found) string {
	switch {
	case f.After.IsZero():
		return "before " + f.Before.Format(time.DateTime)
	case f.Before.IsZero():
		return "since " + f.After.Format(time.DateTime)
	}
	return "from " + f.After.Format(time.DateTime) + " to " + f.Before.Format(time.DateTime)
}

// decided returns the spaces that decided on a hit.
func decided(h engine.Hit) string {
	var names []string
	for _, s := range h.Decided {
		names = append(names, s.Info().Name)
	}
	return strings.Join(names, ", ")
}
