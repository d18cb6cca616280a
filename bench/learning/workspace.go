package learning

import (
	"context"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/secrets"
)

// A session goes through this many topics, this many memories each.
const (
	sessionTopics = 6
	sessionNotes  = 12
)

// goalTopicShare is the goal.
const goalTopicShare = .8

// talk is a kind of session: labelled texts, of which it takes some topics.
type talk struct {
	name   string
	topics map[string][]string // at least sessionNotes texts each
}

// workspace measures in how many steps of a session of mixed topics more than half of the members of the workspace are about what is being
// said; step by step, after every inject_context. That a memory opens a topic cannot be known, so with twelve memories a topic at most 93
// % is possible.
func (b *bench) workspace(ctx context.Context) ([]report.Row, error) {
	eval := b.sets("workspace")
	if eval == "" {
		return nil, nil
	}
	talks, err := talksOf(eval)
	if err != nil {
		return nil, err
	}
	dir, err := b.folder()
	if err != nil {
		return nil, err
	}
	e, err := engine.Open(ctx, engine.Config{Secrets: secrets.Allow, Data: dir, Models: b.models})
	if err != nil {
		return nil, err
	}
	defer e.Close(context.WithoutCancel(ctx))
	var all, entered, looks []float64
	var rows []report.Row
	pooled := make([]walk, b.seeds)
	for _, k := range talks {
		var shares []float64
		for seed := range b.seeds {
			w, err := k.walk(ctx, e, seed)
			if err != nil {
				return nil, err
			}
			shares = append(shares, w.share())
			pooled[seed].add(w)
		}
		rows = append(rows, report.Higher("workspace_topic_share."+k.name, "1", report.NoGoal, shares...))
	}
	for _, w := range pooled {
		all, entered = append(all, w.share()), append(entered, float64(w.entered)/float64(w.steps))
		looks = append(looks, report.Median(w.looks))
	}
	return append([]report.Row{
		report.Higher("workspace_topic_share", "1", goalTopicShare, all...),
		report.Higher("workspace_entered_share", "1", report.NoGoal, entered...),
		report.Lower("workspace_look_ms", "ms", report.NoGoal, looks...),
	}, rows...), ctx.Err()
}

// walk is what was counted on the way through sessions.
type walk struct {
	steps, follows, entered int
	looks                   []float64 // milliseconds from the answer of inject_context until the workspace has looked
}

func (w *walk) share() float64 { return float64(w.follows) / float64(w.steps) }

func (w *walk) add(o walk) {
	w.steps, w.follows, w.entered = w.steps+o.steps, w.follows+o.follows, w.entered+o.entered
	w.looks = append(w.looks, o.looks...)
}

// walk injects a session of its own topics and order into a namespace of its own.
func (k *talk) walk(ctx context.Context, e *engine.Engine, seed int) (w walk, err error) {
	namespace := fmt.Sprintf("%s %d", k.name, seed)
	about := map[string]string{} // by the memory's id
	last := ""
	for _, n := range k.session(seed) {
		got, err := e.Inject(ctx, engine.Note{Content: n.text, Rationale: "worth keeping", Namespace: namespace, AllowDuplicate: true})
		if err != nil {
			return w, err
		}
		about[got.ID.String()] = n.topic
		start := time.Now()
		state, err := e.Workspace(ctx, namespace, "")
		if err != nil {
			return w, err
		}
		w.looks = append(w.looks, time.Since(start).Seconds()*1000)
		same := 0
		for _, m := range state.Members {
			if about[m.ID.String()] == n.topic {
				same++
			}
		}
		if w.steps++; 2*same > len(state.Members) {
			w.follows++
		}
		if len(state.Members) > 0 && state.Members[0].ID.String() != last {
			last = state.Members[0].ID.String()
			w.entered++
		}
	}
	return w, nil
}

type sessionNote struct{ topic, text string }

// session draws topics and texts, the same for a seed at every run.
func (k *talk) session(seed int) (out []sessionNote) {
	var names []string
	for name := range k.topics {
		names = append(names, name)
	}
	slices.Sort(names)
	r := rand.New(rand.NewPCG(uint64(seed), 2))
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names[:min(sessionTopics, len(names))] {
		texts := k.topics[name]
		for _, i := range r.Perm(len(texts))[:sessionNotes] {
			out = append(out, sessionNote{name, texts[i]})
		}
	}
	return out
}

// leastTopics is how many topics make a mixed session.
const leastTopics = 3

// talksOf are sessions that go from one field to another, sessions within one field, and requests to a bank by their purpose.
func talksOf(eval string) ([]talk, error) {
	across := talk{name: "fields", topics: map[string][]string{}}
	var out []talk
	for i := range fields {
		f := &fields[i]
		c, err := f.load(eval)
		if err != nil {
			return nil, err
		}
		for _, id := range draw(c.ids, 4*sessionNotes) {
			across.topics[f.set] = append(across.topics[f.set], c.texts[id])
		}
		if within := topicsWithin(c); len(within) >= leastTopics {
			out = append(out, talk{f.set, within})
		}
	}
	requests, err := requestsOf(filepath.Join(eval, "intents", "test.csv"))
	if err != nil {
		return nil, err
	}
	return append([]talk{across}, append(out, talk{"intents", requests})...), nil
}

// topicsWithin are the questions of a collection with enough texts that answer no other.
func topicsWithin(c *collection) map[string][]string {
	answers := map[string]int{}
	for _, t := range c.topics {
		for _, id := range t.texts {
			answers[id]++
		}
	}
	out := map[string][]string{}
	for _, t := range c.topics {
		var own []string
		for _, id := range t.texts {
			if answers[id] == 1 {
				own = append(own, c.texts[id])
			}
		}
		if len(own) >= sessionNotes {
			out[t.id] = own
		}
	}
	return out
}

// requestsOf reads text and category.
func requestsOf(path string) (map[string][]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	out := map[string][]string{}
	for _, r := range rows[min(1, len(rows)):] {
		out[r[1]] = append(out[r[1]], r[0])
	}
	for name, texts := range out {
		if len(texts) < sessionNotes {
			delete(out, name)
		}
	}
	return out, nil
}
