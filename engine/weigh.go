package engine

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/search"
	"asterism/engine/spell"
	"asterism/engine/store"
	"asterism/engine/workspace"
	"asterism/engine/worth"
	"asterism/models"
)

// weigh chooses the weights: the named profile's or those that the query's own words suggest. If spaces are named, the others
// have no weight. Named spaces without weight in the profile get equal weights.
func (a *asked) weigh() error {
	q := a.question
	name, weights := intent.Auto(q.Text)
	if q.Direction != "" { // asking for causes or effects is a causal question, whatever its words
		name, weights = intent.ProfileCausal, intent.ForDirection()
	}
	if !auto(q) {
		var err error
		if weights, err = intent.Profile(q.Profile); err != nil {
			return fault.Invalid("unknown profile %q", "valid are auto, "+strings.Join(intent.Profiles(), ", "), q.Profile)
		}
		if name = q.Profile; name != intent.ProfileTemporal && name != intent.ProfileBalanced && !intent.AsksFresh(q.Text) {
			weights = untimed(weights)
		}
	}
	if auto(q) && len(a.found.Meant) > 0 && len(strings.Fields(q.Text)) <= 2 {
		weights = intent.ForMisspelt(weights)
	}
	if q.Spaces != 0 {
		weights = only(weights, q.Spaces)
	}
	if q.Direction != "" && weights[models.Causal] == 0 {
		return fault.Invalid("direction %q needs space E5, which is not searched here", "leave direction out, or add E5 to spaces", q.Direction)
	}
	a.found.Profile, a.found.Weights = name, weights
	return nil
}

// auto reports whether the caller leaves the weights to the engine.
func auto(q Question) bool { return q.Profile == "" || q.Profile == intent.ProfileAuto }

// untimed removes the weight of the temporal spaces, as auto does: every memory has a time, so they would affect all of
// them although the question does not ask about time.
func untimed(w [models.Count]float64) [models.Count]float64 {
	for _, s := range models.OfOrigin(models.FromTime).Spaces() {
		w[s] = 0
	}
	return w
}

// only keeps the weights of the named spaces, and gives them equal weights if one of them would have none.
func only(w [models.Count]float64, spaces models.Set) (out [models.Count]float64) {
	for _, s := range spaces.Spaces() {
		if out[s] = w[s]; w[s] == 0 {
			alike := [models.Count]float64{}
			for _, s := range spaces.Spaces() {
				alike[s] = 1
			}
			return alike
		}
	}
	return out
}

// weighUnread takes weight from the spaces whose models cannot read the question, if the caller did not choose the weights.
func (s *searcher) weighUnread(a *asked) {
	if a.image != nil || !a.learnable() {
		return
	}
	unread := s.embedder.Unread(a.question.Text)
	if unread != [models.Count]float64{} {
		a.found.Weights, a.search.WordsGain = intent.ForUnread(a.found.Weights, unread)
		a.search.Weights = a.found.Weights
		a.auto, _ = intent.ForUnread(a.auto, unread)
		a.earlier, _ = intent.ForUnread(a.earlier, unread) // a later page may be ranked with these
	}
}

// mostRead is the largest number of memories that are read to see whether one of them contains a word.
const mostRead = 64

// holder returns a function that reports whether a memory of the namespace contains a word; "": any namespace. A word that the store contains is not misspelt. The index returns
// the memories that have all pieces of the word among E6's terms, which are pieces of the text itself. The shortest of them are read, since long ones more often have all pieces by
// chance.
func (s *searcher) holder(ctx context.Context, namespace, beside string) func(word string) (bool, error) {
	return func(word string) (bool, error) {
		var terms []uint16
		for _, id := range s.embedder.Tokenizer(models.Sparse).Encode(nil, word) {
			terms = append(terms, uint16(id))
		}
		slices.Sort(terms)
		index, err := s.searched(ctx)
		if err != nil {
			return false, err
		}
		for some := range slices.Chunk(index.WithTerms(models.Sparse, slices.Compact(terms), search.Filter{Namespace: namespace, Beside: beside}, mostRead), 8) {
			many, err := s.store.Get(ctx, s.without(store.Parts{Content: true}), some...)
			if err != nil {
				return false, fault.Storage("look for a word of the question", err)
			}
			for _, m := range many {
				if m != nil && m.Deleted.IsZero() && (spell.Says(m.Content, word) || spell.Says(m.Rationale, word)) {
					return true, nil
				}
			}
		}
		return false, nil
	}
}

const (
	// worthBonus is what the best worth adds to a hit's score, and the worst subtracts, in standard deviations.
	worthBonus = 1.5
	// worthShare bounds what a worth adds, as a share of the hit's own score, so that a memory that does not match the question is not raised above one that does.
	worthShare = .5
	// worthDepth is how many of the best hits can move.
	worthDepth = 100
)

// asWorth returns the question in the form in which it is recognised again; nil if it has no value in E1, or is an image.
func (a *asked) asWorth() *worth.Question {
	v := a.search.Values[models.Semantic].Dense
	if len(v) == 0 || a.image != nil {
		return nil
	}
	q := worth.NewQuestion(a.question.Text, v)
	return &q
}

// worthTo returns how useful memories were for this question before, and asks for as many hits as can move.
func (s *searcher) worthTo(a *asked) map[store.ID]float64 {
	q := a.asWorth()
	if q == nil {
		return nil
	}
	out := s.worth.Of(q)
	if len(out) > 0 {
		a.search.TopK = max(a.search.TopK, worthDepth)
	}
	return out
}

// weighWorth adds the worth of the best hits' memories for this question to their scores, and sorts them again.
func (a *asked) weighWorth(r *search.Ranking, worth map[store.ID]float64) {
	if len(worth) == 0 {
		return
	}
	a.worth = map[store.ID]float64{}
	first := r.Hits[:min(worthDepth, len(r.Hits))]
	for i := range first {
		h := &first[i]
		if w := worth[h.ID]; w != 0 {
			gain := min(worthBonus*w, max(0, worthShare*h.Score))
			a.worth[h.ID] = gain
			h.Score += gain
		}
	}
	slices.SortStableFunc(first, func(x, y search.Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), bytes.Compare(x.ID[:], y.ID[:]))
	})
}

// checkContext refuses a context that is out of range or impossible.
func checkContext(q *Question, namespace string) error {
	if !(q.Context >= 0 && q.Context <= 1) {
		return fault.Invalid("context %v is outside 0…1", "0 ignores what is in mind", q.Context)
	}
	if q.Context > 0 && namespace == "" {
		return fault.Invalid("context %v with all namespaces: a workspace is of one namespace", "name one namespace", q.Context)
	}
	return nil
}

// inMind returns which memories are related to what is in mind, and how strongly; see [workspace.Minds.Belonging].
func (s *searcher) inMind(ctx context.Context, a *asked) (map[store.ID]float64, error) {
	if a.question.Context == 0 {
		return nil, nil
	}
	index, err := s.searched(ctx)
	if err != nil {
		return nil, err
	}
	return s.minds.Belonging(ctx, a.search.Filter.Namespace, a.question.SessionID, workspace.Surroundings{Beside: index.Beside, Edges: s.store.Edges})
}

// weighMind raises the scores of memories related to what is in mind.
func (a *asked) weighMind(r *search.Ranking, mind map[store.ID]float64) {
	if len(mind) > 0 {
		a.mind = workspace.Lift(a.question.Text, r.Hits, mind, a.question.Context)
	}
}
