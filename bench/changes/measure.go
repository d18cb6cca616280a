package changes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/secrets"
	"asterism/engine/store"
)

// leastNewestFirst is the goal: of the questions for what is current and for the thing as such, where it was said what replaces what.
const leastNewestFirst = .95

// measured are the shares of questions, by kind, after which the right statement of the group is its first among the ten hits.
type measured struct {
	current, bare, original float64
	both                    float64 // of current and bare
	offered                 float64 // share of the later statements after which the one before was offered as what it may replace
}

// Tell measures both ways, prints a table to w and returns the rows.
func Tell(ctx context.Context, models string, w io.Writer) ([]report.Row, error) {
	all, err := groups(groupLines)
	if err != nil {
		return nil, err
	}
	distractors := strings.Split(strings.TrimSpace(distractorLines), "\n")
	said, err := measure(ctx, models, all, distractors, true)
	if err != nil {
		return nil, err
	}
	unsaid, err := measure(ctx, models, all, distractors, false)
	if err != nil {
		return nil, err
	}
	fresh, err := groups(freshLines)
	if err != nil {
		return nil, err
	}
	second, err := measure(ctx, models, fresh, distractors, false)
	if err != nil {
		return nil, err
	}
	statements := 0
	for _, g := range all {
		statements += len(g.said)
	}
	fmt.Fprintf(w, "\n%d things that changed, %d statements, %d others; first of its statements is the right one after a question for\n", len(all), statements, len(distractors))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "what replaces what\tthe current one\tthe thing\tthe original one")
	fmt.Fprintf(t, "was said\t%.3f\t%.3f\t%.3f\n", said.current, said.bare, said.original)
	fmt.Fprintf(t, "was not said\t%.3f\t%.3f\t%.3f\n", unsaid.current, unsaid.bare, unsaid.original)
	fmt.Fprintf(t, "was not said, %d other things\t%.3f\t%.3f\t%.3f\n", len(fresh), second.current, second.bare, second.original)
	fmt.Fprintf(t, "offered when it was stored\t%.3f\n", unsaid.offered)
	share := func(name string, goal, value float64) report.Row { return report.Higher(name, "1", goal, value) }
	return []report.Row{
		share("contradiction_newest_first", leastNewestFirst, said.both),
		share("contradiction_newest_first_unsaid", report.NoGoal, unsaid.both), share("contradiction_newest_first_second", report.NoGoal, second.both),
		share("contradiction.said.current", report.NoGoal, said.current), share("contradiction.said.bare", report.NoGoal, said.bare), share("contradiction.said.original", report.NoGoal, said.original),
		share("contradiction.unsaid.current", report.NoGoal, unsaid.current), share("contradiction.unsaid.bare", report.NoGoal, unsaid.bare), share("contradiction.unsaid.original", report.NoGoal, unsaid.original),
		share("contradiction.offered", report.NoGoal, unsaid.offered),
	}, t.Flush()
}

// measure stores all through the product's own path, in an engine whose clock is after the last statement, and asks.
func measure(ctx context.Context, models string, all []group, distractors []string, said bool) (m measured, err error) {
	dir, err := os.MkdirTemp("", "asterism-changes-")
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(dir)
	var last time.Time
	for _, g := range all {
		if at := g.said[len(g.said)-1].day; at.After(last) {
			last = at
		}
	}
	now := last.AddDate(0, 1, 0)
	e, err := engine.Open(ctx, engine.Config{Secrets: secrets.Allow, Data: filepath.Join(dir, "data"), Models: models, Now: func() time.Time { return now }})
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, e.Close(context.WithoutCancel(ctx))) }()
	for i, text := range distractors {
		if _, err := e.Remember(ctx, engine.Note{Content: text, Time: last.AddDate(0, 0, -11*i)}); err != nil {
			return m, err
		}
	}
	ids, offered, later := make([][]store.ID, len(all)), 0, 0
	for i, g := range all {
		for k, s := range g.said {
			n := engine.Note{Content: s.text, Time: s.day}
			if said && k > 0 {
				n.Supersedes = ids[i][k-1:]
			}
			r, err := e.Remember(ctx, n)
			if err != nil {
				return m, fmt.Errorf("store %q: %w", s.text, err)
			}
			if ids[i] = append(ids[i], r.ID); k == 0 {
				continue
			}
			later++
			if slices.ContainsFunc(r.MaySupersede, func(c engine.Candidate) bool { return c.ID == ids[i][k-1] }) {
				offered++
			}
		}
	}
	return m, m.ask(ctx, e, all, ids, float64(offered)/float64(later))
}

// ask asks all questions.
func (m *measured) ask(ctx context.Context, e *engine.Engine, all []group, ids [][]store.ID, offered float64) error {
	current, bare, original := 0, 0, 0
	for i, g := range all {
		newest, oldest := ids[i][len(ids[i])-1], ids[i][0]
		for _, q := range []struct {
			text  string
			want  store.ID
			count *int
		}{{g.current, newest, &current}, {g.bare, newest, &bare}, {g.original, oldest, &original}} {
			found, err := e.Recall(ctx, engine.Question{Text: q.text})
			if err != nil {
				return fmt.Errorf("ask %q: %w", q.text, err)
			}
			for _, h := range found.Hits {
				if slices.Contains(ids[i], h.Memory.ID) {
					if h.Memory.ID == q.want {
						*q.count++
					}
					break
				}
			}
		}
	}
	n := float64(len(all))
	*m = measured{float64(current) / n, float64(bare) / n, float64(original) / n, float64(current+bare) / (2 * n), offered}
	return nil
}
