package learning

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"asterism/bench/embedder"
	"asterism/bench/rank"
	"asterism/bench/report"
	"asterism/engine/fingerprint"
	"asterism/engine/purpose"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/workspace"
	"asterism/models"
)

// conversations are the sets with a time and a session a text.
var conversations = []string{"dialogue-0", "dialogue-1", "dialogue-2", "dialogue-3"}

// inMindBefore is how many turns before the answer are shown to the workspace, of the answer's session.
const inMindBefore = 10

// talked is a conversation that is searched, in the order in which it was said.
type talked struct {
	*indexed
	collection *collection
	order      []int // places in the order of time
	at         []int // by place, where in the order
	sessions   []int // by place
	cohort     []fingerprint.Fingerprint
	families   workspace.Families
}

// followups measures the gain of a search's context. Each question of a conversation is asked twice: as a follow-up, with the turns of the same session before its first answer in the
// workspace, without the answer; and with those of a session half of the conversation away.
func (b *bench) followups(ctx context.Context) ([]report.Row, error) {
	eval := b.sets("followups")
	if eval == "" {
		return nil, nil
	}
	e, err := b.embedder(ctx)
	if err != nil {
		return nil, err
	}
	var own, far []float64
	for _, name := range conversations {
		t, err := newTalked(ctx, e, filepath.Join(eval, name))
		if err != nil {
			return nil, err
		}
		for i := range t.questions {
			q := &t.questions[i]
			before, err := t.ask(ctx, q, nil)
			if err != nil {
				return nil, err
			}
			first := t.first(q)
			for _, c := range []struct {
				at  int
				out *[]float64
			}{{first, &own}, {t.elsewhere(first), &far}} {
				after, err := t.ask(ctx, q, t.inMind(c.at))
				if err != nil {
					return nil, err
				}
				*c.out = append(*c.out, after-before)
			}
		}
	}
	x, y := rank.Bootstrap(own), rank.Bootstrap(far)
	return []report.Row{
		report.Higher("context_followup_points", "points", report.NoGoal, x.Mean), report.Higher("context_followup_low_points", "points", 0, x.Low),
		report.Higher("context_followup_high_points", "points", report.NoGoal, x.High),
		report.Higher("context_elsewhere_points", "points", report.NoGoal, y.Mean), report.Higher("context_elsewhere_low_points", "points", report.NoGoal, y.Low),
		report.Higher("context_elsewhere_high_points", "points", 0, y.High),
	}, ctx.Err()
}

// newTalked embeds a conversation.
func newTalked(ctx context.Context, e *embedder.Embedder, dir string) (*talked, error) {
	c, err := loadBEIR(dir, 1)
	if err != nil {
		return nil, err
	}
	turns, err := readTurns(filepath.Join(dir, "corpus.jsonl"))
	if err != nil {
		return nil, err
	}
	l := &library{where: map[string]int{}}
	l.addAll(c, c.ids)
	if err := l.embed(ctx, e); err != nil {
		return nil, err
	}
	t := &talked{indexed: &indexed{name: c.name, records: l.records}, collection: c}
	t.index = search.New(t.indexed)
	places := map[string]int{}
	for i, id := range c.ids {
		places[id] = i
	}
	t.sessions, t.at = make([]int, len(c.ids)), make([]int, len(c.ids))
	for _, turn := range turns {
		place, known := places[turn.ID]
		if !known {
			continue // a blank text
		}
		t.sessions[place], t.at[place] = turn.Session, len(t.order)
		t.order = append(t.order, place)
		m := store.Memory{ID: idAt(place), Version: 1, Namespace: "talk", SessionID: fmt.Sprint(turn.Session), Time: turn.Timestamp, Content: c.texts[turn.ID], Record: l.records[place]}
		m.Tokens[models.LateInteraction] = uint32(len(m.Record[models.LateInteraction].Scales))
		if err := t.index.Add(&m); err != nil {
			return nil, err
		}
	}
	if err := t.indexed.ask(ctx, e, c); err != nil {
		return nil, err
	}
	texts := purpose.Cohort()
	if t.cohort, err = e.Embed(ctx, texts[:workspace.CohortSize], false); err != nil {
		return nil, err
	}
	t.families, err = workspace.FamiliesOf(t.cohort)
	return t, err
}

// turn is one line of a conversation.
type turn struct {
	ID        string `json:"_id"`
	Timestamp time.Time
	Session   int
}

// readTurns reads them in the order in which they were said.
func readTurns(path string) (out []turn, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<24)
	for n := 1; s.Scan(); n++ {
		var l turn
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		out = append(out, l)
	}
	return out, s.Err()
}

// first is where in the order the first answer to a question was said.
func (t *talked) first(q *inquiry) int {
	first := len(t.order)
	for place := range q.gains {
		first = min(first, t.at[place])
	}
	return first
}

// elsewhere is a place half of the conversation away, in another session.
func (t *talked) elsewhere(at int) int {
	far := (at + len(t.order)/2) % len(t.order)
	for t.sessions[t.order[far]] == t.sessions[t.order[at]] {
		far = (far + inMindBefore) % len(t.order)
	}
	return far
}

// inMind returns the members of a workspace after the turns of one session before a place.
func (t *talked) inMind(at int) (members []store.ID) {
	w := workspace.New("talk", "", workspace.Options{})
	w.SetFamilies(t.families)
	now := time.Unix(0, 0)
	for _, place := range t.order[max(0, at-inMindBefore):at] {
		if t.sessions[place] == t.sessions[t.order[at]] {
			w.Look(workspace.Thought{ID: idAt(place), Version: 1, Record: t.records[place], Coherence: .5, Entropy: .5}, t.cohort, now)
		}
	}
	for _, m := range w.Snapshot(now).Members {
		members = append(members, m.ID)
	}
	return members
}

// ask is the nDCG@10 of an answer, in points, with some memories in mind.
func (t *talked) ask(ctx context.Context, q *inquiry, members []store.ID) (float64, error) {
	r, err := t.index.Search(ctx, &search.Question{Text: q.text, Values: q.values, Weights: q.auto, TopK: workspace.Depth})
	if err != nil {
		return 0, err
	}
	if len(members) > 0 {
		workspace.Lift(q.text, r.Hits, workspace.Belongs(members, t.index.Beside(members, workspace.Reach-1)), 1)
	}
	return q.judge(r.Hits[:min(shownHits, len(r.Hits))]), nil
}
