package learning

import (
	"context"
	"runtime"
	"slices"

	"asterism/bench/embedder"
	"asterism/engine/purpose"
	"asterism/models"

	"golang.org/x/sync/errgroup"
)

// goalCase is a goal and the texts that it is measured on.
type goalCase struct {
	words    string
	set      string
	topic    bool  // a question of the set, not the whole of it
	reported bool  // else it served to develop the calibration
	on       []int // texts on the goal
	far      []int // of other fields
	near     []int // of other topics of the same set; nil for a whole set

	aligned [][models.Count]float64 // by text
}

// goalCasesOf are all goals, and the library of their texts.
func goalCasesOf(eval string) (goalCases []*goalCase, l *library, err error) {
	l = &library{where: map[string]int{}, fields: map[string][]int{}}
	for i := range fields {
		f := &fields[i]
		c, err := f.load(eval)
		if err != nil {
			return nil, nil, err
		}
		own := l.addAll(c, draw(c.ids, textsOfField))
		l.fields[f.set] = own
		for _, words := range f.development {
			goalCases = append(goalCases, &goalCase{words: words, set: f.set, on: own})
		}
		for _, words := range f.reported {
			goalCases = append(goalCases, &goalCase{words: words, set: f.set, on: own, reported: true})
		}
		if f.topics {
			goalCases = append(goalCases, l.topics(c)...)
		}
	}
	for _, a := range goalCases {
		a.far = l.unrelated(a.set)
	}
	return goalCases, l, nil
}

// topics takes some of a set's topics, evenly over all of them; every second is reported.
func (l *library) topics(c *collection) (goalCases []*goalCase) {
	n := min(topicsOfField, len(c.topics))
	for i := range n {
		t := c.topics[i*len(c.topics)/n]
		a := &goalCase{words: t.question, set: c.name, topic: true, reported: i%2 == 1, on: l.addAll(c, draw(t.texts, textsOfTopic))}
		answers := map[int]bool{}
		for _, id := range t.texts {
			if at, known := l.where[c.name+"\x00"+id]; known {
				answers[at] = true
			}
		}
		for _, at := range l.fields[c.name] {
			if !answers[at] {
				a.near = append(a.near, at)
			}
		}
		goalCases = append(goalCases, a)
	}
	return goalCases
}

// unrelated are the texts of the fields that are not akin to a set.
func (l *library) unrelated(set string) (out []int) {
	var akin []string
	for i := range fields {
		if fields[i].set == set {
			akin = append(fields[i].akin, set)
		}
	}
	for i := range fields {
		if other := fields[i].set; !slices.Contains(akin, other) {
			out = append(out, l.fields[other]...)
		}
	}
	return out
}

// measure calibrates the goals as the engine does and measures every text that a mixture may contain.
func measure(ctx context.Context, e *embedder.Embedder, goalCases []*goalCase, l *library) error {
	cohort, err := e.Embed(ctx, purpose.Cohort(), false)
	if err != nil {
		return err
	}
	strangers, err := purpose.NewStrangers(cohort)
	if err != nil {
		return err
	}
	var words []string
	for _, a := range goalCases {
		words = append(words, a.words)
	}
	values, err := e.Embed(ctx, words, false)
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, a := range goalCases {
		group.Go(func() error {
			goal, err := purpose.NewAim(purpose.Goal{Description: a.words}, &values[i], strangers)
			if err != nil {
				return err
			}
			return a.measure(ctx, (&purpose.Tree{Aim: *goal}).Meter(), l)
		})
	}
	return group.Wait()
}

func (a *goalCase) measure(ctx context.Context, m *purpose.Meter, l *library) error {
	a.aligned = make([][models.Count]float64, len(l.records))
	done := make([]bool, len(l.records))
	for _, list := range [][]int{a.on, a.far, a.near} {
		for _, at := range list {
			if done[at] {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			got, err := m.Measure(&l.records[at])
			if err != nil {
				return err
			}
			a.aligned[at], done[at] = got[0].Aligned, true
		}
	}
	return nil
}
