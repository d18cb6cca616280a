package quality

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/intent"
	"asterism/engine/secrets"
)

// timeWays are the ways to treat a time that a question names.
var timeWays = []struct {
	name string
	ask  func(q *query, from, to time.Time) engine.Question
}{
	{"preferred", func(q *query, _, _ time.Time) engine.Question { return engine.Question{Text: q.text, Unfolded: true} }},
	{"filtered", func(q *query, from, to time.Time) engine.Question {
		return engine.Question{Text: q.text, After: from, Before: to, Unfolded: true}
	}},
	// A bound that every document keeps: the same automatic weights, and no time is read from the words.
	{"ignored", func(q *query, _, _ time.Time) engine.Question {
		return engine.Question{Text: q.text, After: time.Unix(0, 1), Unfolded: true}
	}},
}

// timed are the questions that name a time, by way.
type timed map[string][]quality

// tellNamedTimes measures, on the sets whose documents have times, the questions that name one, through the product's own path: documents are stored and
// questions asked in an engine whose clock is a day after the last document.
func tellNamedTimes(ctx context.Context, o options, results []*result, w io.Writer) ([]report.Row, error) {
	all := timed{}
	for _, r := range results {
		if r.set.order == nil {
			continue
		}
		say("%s: through the engine", r.set.name)
		if err := all.measure(ctx, o, r); err != nil {
			return nil, fmt.Errorf("named times of %s: %w", r.set.name, err)
		}
	}
	n := len(all[timeWays[0].name])
	if n == 0 {
		return nil, nil
	}
	fmt.Fprintf(w, "\n%d questions name a time that their words make clear, on the sets whose documents have times:\n", n)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "the time is\tnDCG@10\trecall@10")
	var rows []report.Row
	for _, way := range timeWays {
		m := mean(all[way.name])
		fmt.Fprintf(t, "%s\t%.3f\t%.3f\n", way.name, m.ndcg, m.recall)
		rows = append(rows, rowOf("named_times."+way.name+".ndcg10", "1", higher, noGoal, m.ndcg), rowOf("named_times."+way.name+".recall10", "1", higher, noGoal, m.recall))
	}
	gain := bootstrap(differences(ndcgs(all["preferred"]), ndcgs(all["ignored"])))
	rows = append(rows, rowOf("named_times_points", "points", higher, 0, gain.mean), rowOf("named_times_low_points", "points", higher, noGoal, gain.low))
	holds := 0.
	if mean(all["preferred"]).recall >= mean(all["ignored"]).recall {
		holds = 1
	}
	rows = append(rows, rowOf("named_times_law", "1", higher, 1, holds))
	if err := t.Flush(); err != nil {
		return nil, err
	}
	fmt.Fprintf(w, "what preferring the time brings, points of nDCG@10: %s\n", gain)
	return rows, nil
}

// measure asks all questions of a set as a user would, and those that name a time in every way.
func (all timed) measure(ctx context.Context, o options, r *result) (err error) {
	s := r.set
	dir, err := os.MkdirTemp("", "asterism-quality-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	now := s.order.times[0]
	for _, t := range s.order.times {
		if t.After(now) {
			now = t
		}
	}
	now = now.AddDate(0, 0, 1)
	e, err := engine.Open(ctx, engine.Config{Secrets: secrets.Allow, Data: filepath.Join(dir, "data"), Models: o.models, Now: func() time.Time { return now }})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close(context.WithoutCancel(ctx))) }()
	if err := storeSet(ctx, e, s); err != nil {
		return err
	}
	for i := range s.queries {
		q := &s.queries[i]
		found, err := e.Recall(ctx, engine.Question{Text: q.text, Unfolded: true})
		if err != nil {
			return err
		}
		r.columns[columnProduct] = append(r.columns[columnProduct], q.judge(s.places(found)))
		from, to, ok := intent.Between(q.text, now)
		if !ok {
			continue
		}
		for _, way := range timeWays {
			found, err := e.Recall(ctx, way.ask(q, from, to))
			if err != nil {
				return err
			}
			all[way.name] = append(all[way.name], q.judge(s.places(found)))
		}
	}
	return nil
}

// storeSet stores the documents with their times. A memory's source is its document's place.
func storeSet(ctx context.Context, e *engine.Engine, s *set) error {
	const atOnce = 100
	var notes []engine.Note
	for i, d := range s.docs {
		if d.text == "" {
			continue
		}
		notes = append(notes, engine.Note{Content: d.text, Time: s.order.times[i], SessionID: s.order.sessions[i], Source: fmt.Sprint(i), AllowDuplicate: true})
		if len(notes) == atOnce || i == len(s.docs)-1 {
			if _, err := e.RememberAll(ctx, notes); err != nil {
				return err
			}
			notes = notes[:0]
		}
	}
	return nil
}

// places are those of the documents found, best first.
func (s *set) places(f *engine.Found) (out []int) {
	for _, h := range f.Hits {
		var i int
		if _, err := fmt.Sscan(h.Memory.Source, &i); err == nil {
			out = append(out, i)
		}
	}
	return out
}
