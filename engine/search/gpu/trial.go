package gpu

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
	"asterism/kernels/cuda/check"
	"asterism/models"
)

// The trial compares a GPU with the processor before the GPU answers a search, since the kernels may never have run on
// such a GPU. First every kernel of a search is compared with a slow reference. Then an index of random memories is
// searched with the GPU and without.

// triedKernels are the kernels that searches launch, by the names of their checks.
var triedKernels = []string{"clear_words", "copy", "scan_codes", "select", "compare_rows", "compare_selected", "score_terms", "term_sums", "count_terms", "maxsim"}

// trialTimeout is how long the searches of a trial may take.
const trialTimeout = time.Minute

// trialTolerance is how far scores and similarities may differ: the GPU computes the exponentials of E2 itself, and
// adds estimates in another order.
const trialTolerance = 1e-4

// runTrial compares the GPU with the processor. The error describes the difference.
func (k *manager) runTrial() error {
	for _, c := range check.All() {
		if !slices.Contains(triedKernels, c.Name) {
			continue
		}
		for _, s := range c.Shapes {
			if !s.Small || k.life.cause() != nil {
				continue
			}
			f, err := c.On(k.stream, s, 1)
			if err != nil {
				return err
			}
			if !f.OK() {
				return fmt.Errorf("%s computes wrong results: %s at %v has an error of %.3g, at most %.3g is allowed", k.machine.Device().Name(), c.Name, s, f.Error, f.Limit)
			}
		}
	}
	return k.trySearches()
}

// trySearches searches random memories with the GPU and without.
func (k *manager) trySearches() (err error) {
	ctx, cancel := context.WithTimeoutCause(k.ctx, trialTimeout, fmt.Errorf("%s has not answered the searches of its trial after %v", k.machine.Device().Name(), trialTimeout))
	defer cancel()
	data := newTrialData()
	m, err := Open(Options{
		Open: func() (cuda.Machine, error) { return k.machine.Device().Stream(false) }, Memory: trialMemory, Tokens: data, MinMemories: 1, Log: slog.New(slog.DiscardHandler), SkipTrial: true,
	})
	if err != nil {
		return err
	}
	defer func() {
		if err != nil { // a search that fails on the GPU is repeated without it, by estimates alone: its hits may then differ, which proves nothing
			err = cmp.Or(m.Err(), context.Cause(ctx), err)
		}
		err = errors.Join(err, m.Close())
	}()
	with, without := search.New(data), search.New(data)
	sizes := search.Sizes{Few: trialRows / 8, Candidates: 64, Refined: 4096} // more than there are memories, so both compare the same rows
	with.Sizes(sizes)
	sizes.Alone = true
	without.Sizes(sizes)
	with.SetReplica(m)
	for i := range data.memories {
		if err := errors.Join(with.Add(&data.memories[i]), without.Add(&data.memories[i]), ctx.Err()); err != nil {
			return err
		}
	}
	if err := m.Sync(ctx); err != nil {
		return err
	}
	for i, q := range data.questions() {
		if err := k.tryQuestion(ctx, with, without, &q); err != nil {
			return fmt.Errorf("%s finds something else than the processor: question %d: %w", k.machine.Device().Name(), i, err)
		}
	}
	if err := k.tryNeighbours(ctx, with, without, &data.memories[0], data); err != nil {
		return fmt.Errorf("%s finds other neighbours than the processor: %w", k.machine.Device().Name(), err)
	}
	if s := m.Stats(); s.Failed > 0 || m.Err() != nil || s.Scans == 0 {
		return fmt.Errorf("%s did not answer: %d errands failed, %d scans were made", k.machine.Device().Name(), s.Failed, s.Scans)
	}
	return nil
}

// tryQuestion asks both indexes the same question.
func (k *manager) tryQuestion(ctx context.Context, with, without *search.Index, q *search.Question) error {
	got, err := with.Search(ctx, q)
	if err != nil {
		return err
	}
	want, err := without.Search(ctx, q)
	if err != nil {
		return err
	}
	if len(got.Hits) != len(want.Hits) || got.Scanned != want.Scanned {
		return fmt.Errorf("%d hits of %d memories, not %d of %d", len(got.Hits), got.Scanned, len(want.Hits), want.Scanned)
	}
	return sameHits(got.Hits, want.Hits)
}

// sameHits compares the hits with the GPU and without. Hits with nearly equal scores may be in another order.
func sameHits(got, want []search.Hit) error {
	at := map[store.ID]*search.Hit{}
	for i := range want {
		at[want[i].ID] = &want[i]
	}
	for i := range got {
		if differ(got[i].Score, want[i].Score) {
			return fmt.Errorf("hit %d scores %v, not %v", i, got[i].Score, want[i].Score)
		}
		other := at[got[i].ID]
		if other == nil {
			if differ(got[i].Score, want[len(want)-1].Score) {
				return fmt.Errorf("hit %d is none of the processor's", i)
			}
			continue
		}
		for v := range other.Similarity {
			if differ(got[i].Similarity[v], other.Similarity[v]) {
				return fmt.Errorf("hit %d has a similarity of %v in %v, not %v", i, got[i].Similarity[v], models.Space(v), other.Similarity[v])
			}
		}
	}
	return nil
}

// tryNeighbours asks both indexes for the neighbours of a memory in every space.
func (k *manager) tryNeighbours(ctx context.Context, with, without *search.Index, m *store.Memory, data *trialData) error {
	const near = 8
	got, err := with.Neighbours(ctx, "", data.values(m), m.Time, near, models.All)
	if err != nil {
		return err
	}
	want, err := without.Neighbours(ctx, "", data.values(m), m.Time, near, models.All)
	if err != nil {
		return err
	}
	for v := range got {
		if len(got[v]) != len(want[v]) {
			return fmt.Errorf("%d in %v, not %d", len(got[v]), models.Space(v), len(want[v]))
		}
		for i := range got[v] {
			if a, b := got[v][i].Similarity, want[v][i].Similarity; differ(a, b) {
				return fmt.Errorf("number %d in %v has a similarity of %v, not %v", i, models.Space(v), a, b)
			}
		}
	}
	return nil
}

// differ reports whether two numbers differ by more than rounding; two NaNs do not differ.
func differ(a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) != math.IsNaN(b)
	}
	return math.Abs(a-b) > trialTolerance*(1+math.Abs(b))
}
