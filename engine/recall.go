package engine

import (
	"context"
	"math"
	"strings"
	"time"

	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/metautl"
	"asterism/engine/page"
	"asterism/engine/relevance"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/words"
	"asterism/models"
)

// Recall finds memories; it mirrors Remember. The question is checked, weighed, embedded as a question, ranked in
// every space with a weight, and fused; the best memories are read back whole.
func (e *Engine) Recall(ctx context.Context, q Question) (*Found, error) {
	ask, err := e.out.ask(ctx, q) // 1 text
	if err != nil {
		return nil, err
	}
	if err := e.out.embedQuestion(ctx, ask); err != nil { // 2 tokenise, 3 batch, 4 embed
		return nil, err
	}
	ranking, err := e.out.rankPage(ctx, ask) // 7 search
	if err != nil {
		return nil, err
	}
	found, err := e.out.read(ctx, ask, ranking) // 6 store
	if err == nil && len(found.Hits) == 0 {
		found.Unknown, err = e.unknown(ctx, &q)
	}
	if err == nil && q.Passages {
		err = e.out.showPassages(ctx, ask)
	}
	if err == nil && q.Passages && q.Cursor == "" && q.part == nil { // the first hits of one part are not the first of all
		found.Linked, err = e.out.along(ctx, ask)
	}
	if err == nil && q.Cursor == "" && q.part == nil {
		e.dreams.Recalls.Add(found.recalled())
		err = e.out.keepAnswer(ask)
	}
	return found, err
}

// asked is a question that is being answered.
type asked struct {
	question  Question
	image     *embedder.Image // nil: the question is a text
	search    search.Question
	found     Found
	page      page.Key
	from      *page.Cursor  // where the page begins; nil: at the best hit
	names     []intent.Name // identifiers that the question names
	named     map[store.ID]float64
	worth     map[store.ID]float64
	mind      map[store.ID]float64       // see weighMind
	texts     map[store.ID]*store.Memory // what was read whole to order the hits; a nil value: it no longer exists
	otherwise map[store.ID]*Candidate    // see Hit.SaidOtherwise
	copies    map[store.ID][]store.ID    // what is folded into a hit
	at        time.Time                  // the time whose current memories are found
	lines     lines                      // of memories that supersede others
	places    []relevance.Place          // of the page's hits in the ranking
	outdated  map[store.ID][]placed      // for a hit that was moved in front of others because it contradicts them: those others, even if they are on a later page
	domain    metautl.Domain
	auto      [models.Count]float64 // the weights before anything learned
	earlier   [models.Count]float64 // the weights before the last change of what is learned
}

func (s *searcher) ask(ctx context.Context, q Question) (*asked, error) {
	image, err := s.readImage(ctx, &q)
	if err != nil {
		return nil, err
	}
	if image == nil {
		if err := checkText("query", q.Text, MaxContentBytes, true); err != nil {
			return nil, err
		}
	}
	if q.TopK == 0 {
		q.TopK = 10
	}
	if q.TopK < 1 || q.TopK > MaxTopK {
		return nil, fault.Invalid("topK %d is outside 1…%d", "ask for fewer, or narrow the search with filters", q.TopK, MaxTopK)
	}
	if !(q.MinSimilarity >= 0 && q.MinSimilarity <= 1) {
		return nil, fault.Invalid("minSimilarity %v is outside 0…1", "0 keeps everything", q.MinSimilarity)
	}
	if !(q.MinAlignment >= 0 && q.MinAlignment <= 1) {
		return nil, fault.Invalid("min_alignment %v is outside 0…1", "0 keeps everything, also what has no goal", q.MinAlignment)
	}
	if q.Direction != "" && q.Direction != "cause" && q.Direction != "effect" {
		return nil, fault.Invalid("unknown direction %q", "valid are cause and effect", q.Direction)
	}
	filter, err := filterOf(q)
	if err != nil {
		return nil, err
	}
	if err := checkContext(&q, filter.Namespace); err != nil {
		return nil, err
	}
	q.Text = words.Narrow(q.Text) // the models do not know letters of full width
	a := &asked{question: q, image: image}
	if auto(q) && q.part == nil {
		if a.found.Meant, err = s.embedder.Meant(q.Text, s.holder(ctx, filter.Namespace, filter.Beside)); err != nil {
			return nil, err
		}
	}
	if image != nil {
		a.weighImage()
	} else if err := a.weigh(); err != nil {
		return nil, err
	}
	s.weighByOutcomes(a)
	if a.at = q.AsOf; !q.AsOf.IsZero() {
		if err := checkTime("as_of", q.AsOf); err != nil {
			return nil, err
		}
		facts, err := s.book(ctx)
		if err != nil {
			return nil, err
		}
		filter.AsOf, filter.Early = q.AsOf, facts.Early(q.AsOf)
	}
	if a.at.IsZero() {
		a.at = s.now()
		if q.part != nil {
			a.at = q.part.at
		}
	}
	a.search = search.Question{Text: a.wholeWords(), Time: a.at, Weights: a.found.Weights, TopK: q.TopK, MinSimilarity: q.MinSimilarity, Filter: filter, Direction: q.Direction,
		Exact: q.Exact, Ranks: q.Explain && q.part == nil, Fold: !q.Unfolded, Files: a.asksFiles()}
	if q.part != nil {
		a.search.Together = q.part.together
	}
	s.weighUnread(a)
	if err := s.checkJudged(a); err != nil {
		return nil, err
	}
	return a, s.turn(a)
}

// wholeWords returns the text that is searched for whole words: none if spaces are named, since then only those count.
func (a *asked) wholeWords() string {
	if a.question.Spaces != 0 {
		return ""
	}
	return a.text()
}

// asksFiles reports whether the question asks for code and data of an ingested folder, by a filter, by the weights, or in words.
func (a *asked) asksFiles() bool {
	q := &a.question
	return q.Files || q.Source != "" || q.Modality != "" || q.Spaces != 0 || a.found.Profile == intent.ProfileCode
}

// text returns the question with the corrections of misspelt words.
func (a *asked) text() string {
	return strings.Join(append([]string{a.question.Text}, a.found.Meant...), " ")
}

func filterOf(q Question) (search.Filter, error) {
	if q.Modality != "" {
		if err := checkModality(q.Modality); err != nil {
			return search.Filter{}, err
		}
	}
	if _, err := metautl.ParseDomain(q.Domain); err != nil {
		return search.Filter{}, fault.Invalid("%v", "leave the domain out: words, tags and modality then decide it", err)
	}
	if err := checkTags(q.Tags); err != nil {
		return search.Filter{}, err
	}
	if !q.After.IsZero() && !q.Before.IsZero() && !q.After.Before(q.Before) {
		return search.Filter{}, fault.Invalid("after %s is not before %s", "swap them", q.After.Format(time.RFC3339), q.Before.Format(time.RFC3339))
	}
	ns := q.Namespace
	switch ns {
	case "":
		ns = DefaultNamespace
	case "*":
		ns = ""
	}
	beside := q.Beside
	if ns == "" || beside == ns {
		beside = ""
	}
	return search.Filter{Namespace: ns, Beside: beside, Tags: q.Tags, Modality: q.Modality, After: q.After, Before: q.Before, SessionID: q.SessionID, Source: q.Source, MinAlignment: q.MinAlignment}, nil
}

func (s *searcher) embedQuestion(ctx context.Context, a *asked) error {
	start := time.Now()
	job := s.jobOfQuestion(a, a.text(), weighted(a.found.Weights))
	a.found.Timings.Tokenise = time.Since(start)
	results, err := s.sched.Embed(ctx, job)
	if err != nil {
		return fault.Embedding(err)
	}
	a.search.Values = results[0].Values
	a.found.Timings.Queue, a.found.Timings.Infer = results[0].Timings.Queue, results[0].Timings.Infer
	return nil
}

func weighted(w [models.Count]float64) (s models.Set) {
	for i, v := range w {
		if v > 0 {
			s = s.With(models.Space(i))
		}
	}
	return s
}

func (s *searcher) rank(ctx context.Context, a *asked) (*search.Ranking, error) {
	index, err := s.searched(ctx)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	r, err := index.Search(ctx, &a.search)
	if e := fault.Panicked("search", err); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, &Error{Kind: KindInternal, Message: "search", Err: err}
	}
	a.found.Timings.Search = time.Since(start)
	a.found.Scanned, a.found.OfTime = r.Scanned, r.Near
	return r, nil
}

func (s *searcher) read(ctx context.Context, a *asked, r *search.Ranking) (*Found, error) {
	start := time.Now()
	ids := make([]store.ID, len(r.Hits))
	for i, h := range r.Hits {
		ids[i] = h.ID
	}
	many, err := s.readWhole(ctx, a, ids)
	if err != nil {
		return nil, err
	}
	var ranked []search.Hit
	var places []relevance.Place
	for i, h := range r.Hits {
		if many[i] == nil || !many[i].Deleted.IsZero() { // purged or forgotten between ranking and reading
			continue
		}
		hit := Hit{Memory: many[i], Score: h.Score, Context: h.Context, OfTime: h.Near, Words: h.Words, Filed: h.Filed, Named: a.named[h.ID], Worth: a.worth[h.ID], InMind: a.mind[h.ID], SaidOtherwise: a.otherwise[h.ID], Spaces: scores(h), Decided: h.Decided}
		hit.count(h.Copies, a.question.Explain)
		for _, c := range h.Copies {
			if a.copies == nil {
				a.copies = map[store.ID][]store.ID{}
			}
			a.copies[h.ID] = append(a.copies[h.ID], c.ID)
		}
		if match, other := a.lines.through[h.ID]; other {
			hit.Through = &match
		}
		a.found.Hits = append(a.found.Hits, hit)
		ranked, places = append(ranked, h), append(places, a.places[i])
	}
	if err := s.fillHitChains(ctx, a); err != nil {
		return nil, err
	}
	for i := range a.found.Hits {
		a.found.Hits[i].clearOlder(a.lines.chains)
	}
	if err := s.judge(ctx, a, ranked, places); err != nil {
		return nil, err
	}
	a.found.Timings.Store = time.Since(start)
	return &a.found, nil
}

func scores(h search.Hit) []SpaceScore {
	var out []SpaceScore
	for s, v := range h.Similarity {
		if !math.IsNaN(v) {
			out = append(out, SpaceScore{Space: models.Space(s), Similarity: v, Standard: h.Standard[s], Rank: h.Rank[s]})
		}
	}
	return out
}
