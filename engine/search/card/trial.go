package card

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"time"

	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/kernels/cuda"
	"asterism/models"
)

// A card is compared with the processor before it answers anything: its kernels may never have run on such a card. First every kernel of a search is held against its slow
// true answer; then an index of drawn memories is searched with the card and without.

// triedKernels are those that searches launch, with the names of their checks.
var triedKernels = []string{"clear_words", "copy", "scan_codes", "select", "compare_rows", "compare_selected", "score_terms", "term_sums", "count_terms", "maxsim"}

// trialPatience is how long the searches of a trial may take.
const trialPatience = time.Minute

// trialSlack is by how much scores and similarities may differ: the exponentials of E2 are the card's own, and estimates are added up in another order.
const trialSlack = 1e-4

// try compares the card with the processor. The error says what differs.
func (k *keeper) try() error {
	for _, c := range cuda.Checks() {
		if !slices.Contains(triedKernels, c.Name) {
			continue
		}
		for _, s := range c.Shapes {
			if !s.Small || k.fate.cause() != nil {
				continue
			}
			f, err := c.On(k.card, s, 1)
			if err != nil {
				return err
			}
			if !f.OK() {
				return fmt.Errorf("%s computes something else than it should: %s at %v has an error of %.3g, at most %.3g is allowed", k.root.Name(), c.Name, s, f.Error, f.Limit)
			}
		}
	}
	return k.trySearches()
}

// trySearches searches drawn memories with the card and without.
func (k *keeper) trySearches() (err error) {
	ctx, cancel := context.WithTimeoutCause(k.ctx, trialPatience, fmt.Errorf("%s has not answered the searches of its trial after %v", k.root.Name(), trialPatience))
	defer cancel()
	sky := drawSky()
	m, err := Open(Options{
		Open: func() (cuda.Machine, error) { return k.root.Stream(false) }, Memory: trialMemory, Tokens: sky, Least: 1, Log: slog.New(slog.DiscardHandler), Trusted: true,
	})
	if err != nil {
		return err
	}
	defer func() {
		if err != nil { // a search that the card fails is made again without it, by estimates alone: that it finds something else says nothing then
			err = cmp.Or(m.Err(), context.Cause(ctx), err)
		}
		err = errors.Join(err, m.Close())
	}()
	with, without := search.New(sky), search.New(sky)
	sizes := search.Sizes{Few: trialRows / 8, Candidates: 64, Refined: 4096} // more than there are: so both compare the same
	with.Sizes(sizes)
	sizes.Alone = true
	without.Sizes(sizes)
	with.Mirror(m)
	for i := range sky.memories {
		if err := errors.Join(with.Add(&sky.memories[i]), without.Add(&sky.memories[i]), ctx.Err()); err != nil {
			return err
		}
	}
	if err := m.Settled(ctx); err != nil {
		return err
	}
	for i, q := range sky.questions() {
		if err := k.tryQuestion(ctx, with, without, &q); err != nil {
			return fmt.Errorf("%s finds something else than the processor: question %d: %w", k.root.Name(), i, err)
		}
	}
	if err := k.tryNeighbours(ctx, with, without, &sky.memories[0], sky); err != nil {
		return fmt.Errorf("%s finds other neighbours than the processor: %w", k.root.Name(), err)
	}
	if s := m.Stats(); s.Failed > 0 || m.Err() != nil || s.Scans == 0 {
		return fmt.Errorf("%s did not answer: %d errands failed, %d scans were made", k.root.Name(), s.Failed, s.Scans)
	}
	return nil
}

// tryQuestion asks both the same.
func (k *keeper) tryQuestion(ctx context.Context, with, without *search.Index, q *search.Question) error {
	here, err := with.Search(ctx, q)
	if err != nil {
		return err
	}
	there, err := without.Search(ctx, q)
	if err != nil {
		return err
	}
	if len(here.Hits) != len(there.Hits) || here.Scanned != there.Scanned {
		return fmt.Errorf("%d hits of %d memories, not %d of %d", len(here.Hits), here.Scanned, len(there.Hits), there.Scanned)
	}
	return sameHits(here.Hits, there.Hits)
}

// sameHits holds what was found with the card against what was found without. Hits whose scores are nearly equal may stand in another order.
func sameHits(here, there []search.Hit) error {
	at := map[store.ID]*search.Hit{}
	for i := range there {
		at[there[i].ID] = &there[i]
	}
	for i := range here {
		if off(here[i].Score, there[i].Score) {
			return fmt.Errorf("hit %d scores %v, not %v", i, here[i].Score, there[i].Score)
		}
		other := at[here[i].ID]
		if other == nil {
			if off(here[i].Score, there[len(there)-1].Score) {
				return fmt.Errorf("hit %d is none of the processor's", i)
			}
			continue
		}
		for v := range other.Similarity {
			if off(here[i].Similarity[v], other.Similarity[v]) {
				return fmt.Errorf("hit %d has a similarity of %v in %v, not %v", i, here[i].Similarity[v], models.Space(v), other.Similarity[v])
			}
		}
	}
	return nil
}

// tryNeighbours asks both for the neighbours of a memory in every space.
func (k *keeper) tryNeighbours(ctx context.Context, with, without *search.Index, m *store.Memory, sky *sky) error {
	const near = 8
	here, err := with.Neighbours(ctx, "", sky.values(m), m.Time, near, models.All)
	if err != nil {
		return err
	}
	there, err := without.Neighbours(ctx, "", sky.values(m), m.Time, near, models.All)
	if err != nil {
		return err
	}
	for v := range here {
		if len(here[v]) != len(there[v]) {
			return fmt.Errorf("%d in %v, not %d", len(here[v]), models.Space(v), len(there[v]))
		}
		for i := range here[v] {
			if a, b := here[v][i].Similarity, there[v][i].Similarity; off(a, b) {
				return fmt.Errorf("number %d in %v has a similarity of %v, not %v", i, models.Space(v), a, b)
			}
		}
	}
	return nil
}

// off reports whether two numbers differ by more than rounding; that both are none is no difference.
func off(a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) != math.IsNaN(b)
	}
	return math.Abs(a-b) > trialSlack*(1+math.Abs(b))
}
