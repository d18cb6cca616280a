package aims

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/goaldna"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// A goal is a sentence or two and shares little with the details of the work for it. The memories of its namespace know these details. On twelve public projects with 300 notes each, how near a
// step is to the notes tells steps of the project from those of others with an area under the ROC curve of .93, among steps called drift, too; the similarity to the goal with .73, and .59 among these.
const (
	// nearestTaken is over how many of the nearest memories the likeness is a mean: one alone may be a copy, or an odd one.
	nearestTaken = 3
	// nearestWeighed is how many of the nearest memories are weighed in a step's place. Ten and twenty find fewer rows of steps of another project where the namespace holds few notes of it.
	nearestWeighed = 5
	// nearestRead is how many neighbours are read in each space.
	nearestRead = 16
	// leastMemories is how many memories a namespace has at least that judges a step.
	leastMemories = 20
	// A step is near to a namespace of n memories from nearAtTen + nearSlope·ln(n/10) on. Of the drifting steps of other projects one in twenty lies above it, with 10, 30, 100 and 300 memories alike.
	nearAtTen = .17
	nearSlope = .0445
	// farBelow is how far below that border a step is unlike all memories. Of steps that share no word with the goal and were said to be on it, a quarter of those of other projects are, and of the
	// project's own one in a hundred. farLeast is how many memories it takes to say so.
	farBelow = .1
	farLeast = 30
	// unlikeBelow is how far below it a step is unlike the memories, so that less is needed to say that it is off the goal: of steps that stand low, half of those of other projects are, and of the project's
	// own one in ten or twenty.
	unlikeBelow = .05
)

// besideSpaces are those that a step is compared with memories in, as with a goal.
var besideSpaces = models.SetOf(models.Semantic, models.Graph)

// What a check says of a step that the memories decide.
const (
	saysKnown   = "its similarity of %.2g to the goal is low, but memories of this namespace are near to it, the nearest is [%s]"
	saysUnknown = "it shares no word with the goal, and none of the %d memories of this namespace is near to it"
)

// besideStep is how a step stands to the memories of its namespace.
type besideStep struct {
	memories int      // live ones of the namespace
	known    bool     // some are as near to it as those of one project are to each other
	strange  bool     // none is
	unlike   bool     // none is quite as near as that; see [goaldna.Hybrid.Judge]
	nearest  store.ID // with known
	evidence float64  // with known: the mean evidence of the nearest ones as steps
}

// memories hold a step against the memories of its namespace.
type memories struct {
	*Service
	target *checkTarget
	probes []*fingerprint.Fingerprint // the step's, and behind it those of the goals; none of a blank step
}

// beside lets the memories of the namespace judge a step of the hybrid mode. One that they know is no drift, and has no more evidence against the goal than memories like it have: steps of another
// project whose notes are in the namespace still add up. One that shares no word with the goal and is like no memory is not said to be on it.
func (m memories) beside(ctx context.Context, out *GoalChecked) error {
	if m.near == nil || len(m.probes) == 0 || !out.Signal || out.Contradicts {
		return nil
	}
	live, err := m.store.Live(ctx, m.target.namespace)
	if err != nil {
		return fault.Storage("count memories", err)
	}
	if live < leastMemories {
		return nil
	}
	out.beside.memories = live
	near, err := m.nearest(ctx)
	if err != nil || len(near) < nearestWeighed {
		return err
	}
	over := likeness(near[:nearestTaken]) - nearAtTen - nearSlope*math.Log(float64(live)/10)
	switch {
	case over > 0:
		out.beside.known, out.beside.nearest = true, near[0].id
		out.beside.evidence, err = m.evidence(ctx, out, near[:nearestWeighed])
		return err
	case over < -farBelow && live >= farLeast:
		out.beside.strange = len(out.Measured.Matched) == 0
	}
	out.beside.unlike = over < -unlikeBelow
	return nil
}

// nearMemory is a memory near to a step.
type nearMemory struct {
	id    store.ID
	like  float64        // the mean of the cosines in both spaces
	goals []goaldna.Near // how near it is to each goal
}

// likeness is the mean over some memories.
func likeness(of []nearMemory) (mean float64) {
	for _, m := range of {
		mean += m.like / float64(len(of))
	}
	return mean
}

// nearest are the memories nearest to a step, the nearest first.
func (m memories) nearest(ctx context.Context) (out []nearMemory, err error) {
	ids, err := m.near(ctx, m.target.namespace, m.probes[0], nearestRead, besideSpaces)
	if err != nil {
		return nil, err
	}
	err = m.compare(ctx, m.probes, besideSpaces, search.Filter{Namespace: m.target.namespace}, ids, func(block []search.Compared, _ int) error {
		for _, c := range block {
			at := func(i int) goaldna.Near {
				return goaldna.Near{Meaning: c.Similarity[i][models.Semantic], Belongs: c.Similarity[i][models.Graph]}
			}
			one := nearMemory{id: c.ID, like: (at(0).Meaning + at(0).Belongs) / 2}
			if math.IsNaN(one.like) {
				continue
			}
			for i := range m.probes[1:] {
				one.goals = append(one.goals, at(1+i))
			}
			out = append(out, one)
		}
		return nil
	})
	var missing *search.MissingError
	if errors.As(err, &missing) { // forgotten meanwhile
		return nil, nil
	}
	slices.SortFunc(out, func(a, b nearMemory) int {
		return cmp.Or(-cmp.Compare(a.like, b.like), slices.Compare(a.id[:], b.id[:]))
	})
	return out, err
}

// evidence is the mean evidence of memories, each taken for a step. One that is gone, or cannot be read, counts as none.
func (m memories) evidence(ctx context.Context, c *GoalChecked, near []nearMemory) (float64, error) {
	ids := make([]store.ID, len(near))
	for i := range near {
		ids[i] = near[i].id
	}
	read, err := m.store.Get(ctx, store.Parts{Content: true, Unread: func(store.Unread) {}}, ids...)
	if err != nil {
		return 0, fault.Storage("read the memories nearest to a step", err)
	}
	h, sum := goaldna.NewHybrid(m.target.text, c.SubGoals...), 0.0
	for i, one := range read {
		if one != nil {
			measured := h.Measure(one.Content, near[i].goals...)
			sum += h.Evidence(measured.Similarity, measured.ByWords())
		}
	}
	return sum / float64(len(near)), nil
}

// weigh puts what memories say of a step into what is recorded of it, and says so.
func (b *besideStep) weigh(step *goaldna.Step, c *GoalChecked, threshold float64) {
	switch {
	case b.known:
		step.Evidence = min(step.Evidence, b.evidence)
		if c.Similarity < threshold {
			c.Unclear, c.Note = true, joined(c.Note, fmt.Sprintf(saysKnown, c.Similarity, store.ShortID(b.nearest)))
		}
	case b.strange && c.Similarity >= threshold:
		if step.Evidence = max(step.Evidence, 0); !c.Unclear {
			c.Unclear, c.Note = true, joined(c.Note, fmt.Sprintf(saysUnknown, b.memories))
		}
	}
}

func joined(note, more string) string {
	if note == "" {
		return more
	}
	return note + "; " + more
}
