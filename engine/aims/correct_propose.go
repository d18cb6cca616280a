package aims

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"asterism/engine/drift"
	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/search"
	"asterism/engine/store"
)

// correcting is one correction on its way: the memories are chosen by the first measurement, and every other one is of the same.
type correcting struct {
	*assessment
	before   drift.Measurement
	tallied  *drift.Tally
	progress func(done, total int)
	stage    int
}

// proposal is weights that a measurement was made with.
type proposal struct {
	kind   string
	why    string
	spaces drift.Vector
	goals  map[store.ID]float64 // of those that change
	after  drift.Measurement
}

func newCorrecting(a *assessment, progress func(done, total int)) *correcting {
	if progress == nil {
		progress = func(int, int) {}
	}
	return &correcting{assessment: a, progress: progress}
}

// stageSize is what each walk over memories counts in progress, however many they are.
const stageSize = 1000

// staged is the progress of the next walk.
func (c *correcting) staged() func(done, total int) {
	stages := 2 + len(c.siblings())
	if stages > 2 {
		stages++
	}
	at := c.stage
	c.stage++
	return func(done, total int) { c.progress(at*stageSize+stageSize*done/max(total, 1), stages*stageSize) }
}

// measure takes the measurement before, and fixes the memories.
func (c *correcting) measure(ctx context.Context) error {
	ids := []store.ID{}
	t, err := c.tally(ctx, c.reference, c.staged(), func(a Alignment) { ids = append(ids, a.ID) })
	if err != nil {
		return err
	}
	m, err := c.conclude(ctx, t, c.weights)
	if err != nil {
		return err
	}
	c.tallied, c.before, c.ids = t, *m, ids
	return nil
}

// answer is that of a correction which changes nothing.
func (c *correcting) answer() *Correction {
	return &Correction{Kind: NoCorrection, Before: c.before, After: c.before, SpacesBefore: c.weights.Spaces, SpacesAfter: c.weights.Spaces}
}

// adopt puts a proposal into the answer.
func (out *Correction) adopt(p *proposal, c *correcting) {
	out.Kind, out.After, out.SpacesAfter = p.kind, p.after, p.spaces
	if p.kind == ReweightGoals {
		out.GoalsBefore, out.GoalsAfter = c.reference.Goals(), c.reference.WithWeights(p.goals).Goals()
	}
}

func (c *correcting) gain(p *proposal) float64 { return p.after.Similarity - c.before.Similarity }

// best measures the proposals and returns the one that gains most, and in words what each gains.
func (c *correcting) best(ctx context.Context) (best *proposal, tried string, err error) {
	var words []string
	for _, propose := range []func(context.Context) (*proposal, error){c.reweighSpaces, c.reweighGoals} {
		p, err := propose(ctx)
		if err != nil {
			return nil, "", err
		}
		if p == nil {
			continue
		}
		words = append(words, fmt.Sprintf("%s: %+.3f", p.why, c.gain(p)))
		if best == nil || c.gain(p) > c.gain(best) {
			best = p
		}
	}
	return best, strings.Join(words, ", "), nil
}

// onGoal is the θ from which on a memory is evidence of what work on the goal looks like: the verdict acceptable.
const onGoal = .70

// reweighSpaces proposes weights by the evidence of all memories of the namespace that are on the goal.
func (c *correcting) reweighSpaces(ctx context.Context) (*proposal, error) {
	var evidence drift.Tally
	all := search.Filter{Namespace: c.namespace}
	err := c.service.Alignments(ctx, c.reference, all, nil, c.staged(), func(block []Alignment) error {
		for i := range block {
			if !block[i].Unread && block[i].Theta() >= onGoal {
				evidence.Add(&block[i].Raw, &block[i].Aligned)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	n := evidence.Memories()
	p := &proposal{kind: ReweightSpaces, spaces: drift.Reweigh(evidence.Means(), n), why: fmt.Sprintf("spaces weighted by how well they separate the %d memories on the goal from other texts", n)}
	m, err := c.conclude(ctx, c.tallied, drift.Weights{Spaces: p.spaces, Correction: c.weights.Correction})
	if err != nil {
		return nil, err
	}
	p.after = *m
	return p, nil
}

// siblings are the goals whose weights matter: those that share a parent.
func (c *correcting) siblings() (out []*purpose.Tree) {
	for _, t := range c.reference.tree.All() {
		if len(t.Children) > 1 {
			out = append(out, t.Children...)
		}
	}
	return out
}

// reweighGoals proposes weights of sibling goals by how many of the memories are nearest to each; nil without siblings.
func (c *correcting) reweighGoals(ctx context.Context) (*proposal, error) {
	if len(c.siblings()) == 0 {
		return nil, nil
	}
	p := &proposal{kind: ReweightGoals, spaces: c.weights.Spaces, goals: map[store.ID]float64{}, why: "goals weighted by the share of the memories nearest to each"}
	for _, t := range c.reference.tree.All() {
		if len(t.Children) > 1 {
			if err := c.share(ctx, t.Children, p.goals); err != nil {
				return nil, err
			}
		}
	}
	t, err := c.tally(ctx, c.reference.WithWeights(p.goals), c.staged(), nil)
	if err != nil {
		return nil, changedMeanwhile(err)
	}
	m, err := c.conclude(ctx, t, c.weights)
	if err != nil {
		return nil, err
	}
	p.after = *m
	return p, nil
}

// share writes the weights of one parent's children into out, beginning from those of their levels.
func (c *correcting) share(ctx context.Context, children []*purpose.Tree, out map[store.ID]float64) error {
	type nearest struct {
		child int
		theta float64
	}
	of := map[store.ID]nearest{}
	weights, count := make([]float64, len(children)), make([]int, len(children))
	for i, child := range children {
		weights[i] = child.Level.Weight()
		r := &Reference{ID: child.ID, Namespace: c.namespace, tree: child}
		_, err := c.tally(ctx, r, c.staged(), func(a Alignment) {
			if best, ok := of[a.ID]; !ok || a.Theta() > best.theta {
				of[a.ID] = nearest{i, a.Theta()}
			}
		})
		if err != nil {
			return changedMeanwhile(err)
		}
	}
	for _, n := range of {
		count[n.child]++
	}
	for i, w := range drift.Share(weights, count) {
		out[children[i].ID] = w
	}
	return nil
}

// changedMeanwhile says of a memory that is gone since the first measurement what the caller can do.
func changedMeanwhile(err error) error {
	var known *fault.Error
	if !errors.As(err, &known) || known.Kind != fault.KindNotFound {
		return err
	}
	return &fault.Error{Kind: fault.KindBusy, Message: "memories were forgotten while drift was measured", RetryAfterMs: 1000, Hint: "ask again; nothing was changed", Err: err}
}
