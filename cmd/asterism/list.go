package main

import (
	"fmt"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/mcp/answer"

	"github.com/spf13/cobra"
)

func listCmd(g *globals) *cobra.Command {
	var q engine.ListQuestion
	var f searchFlags
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List memories, newest first",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if q.Limit < 1 { // to the engine 0 means the default
				return fault.Invalid("--limit %d is outside 1…%d", "leave it out for 50", q.Limit, engine.MaxPage)
			}
			var period engine.Question
			if err := f.into(&period); err != nil {
				return err
			}
			q.After, q.Before = period.After, period.Before
			q.Namespace = g.Namespace(q.Namespace)
			return g.With(cmd.Context(), func(m owner.Memory) error {
				page, err := m.List(cmd.Context(), q)
				if err != nil {
					return err
				}
				if g.JSON {
					return shell.PrintJSON(jsonPage(page))
				}
				showPage(page, q.Namespace)
				shell.LossesOf(page.Damaged...).Tell("not shown")
				return nil
			})
		},
	}
	fl := cmd.Flags()
	fl.IntVar(&q.Limit, "limit", 50, "how many memories, 1 to 200")
	fl.StringVar(&q.Cursor, "cursor", "", "continue after the page that ended with this cursor")
	fl.BoolVar(&q.IncludeForgotten, "forgotten", false, "softly forgotten memories too")
	fl.StringVar(&q.Namespace, "namespace", "", "namespace to list; * for all (default: that of the project, else \"default\")")
	shell.TagFlag(fl, &q.Tags, "tag", "only memories with this tag (may be given again)")
	fl.StringVar(&q.Modality, "modality", "", "only memories of this modality")
	fl.StringVar(&q.Source, "source", "", "only memories of this source, or of this file, whose pieces have FILE:LINE as theirs")
	fl.StringVar(&q.SessionID, "session", "", "only memories of this session")
	fl.StringVar(&f.after, "after", "", "only memories of this time or later (2026-01-15 or RFC 3339)")
	fl.StringVar(&f.before, "before", "", "only memories before this time")
	fl.Var(&f.since, "since", "only memories of the last duration, up to now (48h, 7d, 2w); of those dated in the future none, unless --before says more")
	return cmd
}

func showPage(p *engine.Page, namespace string) {
	for _, m := range p.Memories {
		gone := ""
		if !m.Deleted.IsZero() {
			gone = "  forgotten " + m.Deleted.Format("2006-01-02")
		}
		if m.Repeats > 0 {
			gone += fmt.Sprintf("  seen %d times, last %s", engine.TimesSeen(m), m.LastRepeat.Format("2006-01-02"))
		}
		if by := p.Replaced[m.ID]; len(by) > 0 {
			gone += "  replaced by " + by[0].String()
		}
		shell.Printf("%s  %s  %s%s\n    %s\n", m.ID, m.Time.Format("2006-01-02"), words.Line(m.Source), gone, words.Snippet(engine.Shown(m), 120))
	}
	switch {
	case p.Next != "":
		shell.Printf("more: --cursor %s\n", p.Next)
	case len(p.Memories) == 0:
		shell.Printf("no memories of namespace %s pass the filters\n%s", namespace, answer.UnknownWords(answer.UnknownFrom(p.Unknown)))
	}
}

func jsonPage(p *engine.Page) map[string]any {
	rows := []map[string]any{}
	for _, m := range p.Memories {
		row := jsonMemory(m)
		if by := p.Replaced[m.ID]; len(by) > 0 {
			row["superseded_by"] = by
		}
		rows = append(rows, row)
	}
	out := map[string]any{"memories": rows, "unknown": jsonUnknown(p.Unknown), "next_cursor": p.Next}
	if len(p.Damaged) > 0 {
		out["damaged"] = shell.LossesOf(p.Damaged...).JSON()
	}
	return out
}

// jsonMemory returns a memory without its figures.
func jsonMemory(m *store.Memory) map[string]any {
	out := map[string]any{"id": m.ID, "namespace": m.Namespace, "content": m.Content, "rationale": m.Rationale, "modality": m.Modality, "importance": m.Importance,
		"tags": append([]string{}, m.Tags...), "timestamp": m.Time, "created": m.Created, "updated": m.Updated, "session_id": m.SessionID, "source": m.Source}
	out["times_seen"], out["last_seen"] = engine.TimesSeen(m), engine.LastSeen(m)
	for name, at := range map[string]time.Time{"forgotten": m.Deleted, "valid_from": m.ValidFrom, "valid_until": m.ValidUntil} {
		if !at.IsZero() {
			out[name] = at
		}
	}
	return out
}
