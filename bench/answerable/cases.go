package answerable

import (
	"context"
	"math/rand/v2"
	"slices"

	"asterism/engine/relevance"
)

// Kind says where an answer to a question is.
type Kind string

// The kinds of stores that a question is asked of.
const (
	In    Kind = "in"    // the store has the answer
	Out   Kind = "out"   // the same store without it
	Other Kind = "other" // a store of another field
)

// Case is a question asked of a store.
type Case struct {
	Set   string
	Small bool // of a part of the set's documents
	Kind  Kind
	Hits  []Judged
}

// Full asks each question of a set's whole store, with its answer and without.
func Full(ctx context.Context, s *Set, t relevance.Tokenizer) (out []Case, err error) {
	shelf, err := NewShelf(s, everything(s))
	if err != nil {
		return nil, err
	}
	for i := range s.Questions {
		q := &s.Questions[i]
		for _, kind := range []Kind{In, Out} {
			c, err := shelf.ask(ctx, q, t, kind)
			if err != nil {
				return nil, err
			}
			out = append(out, c)
		}
	}
	return out, nil
}

func (s *Shelf) ask(ctx context.Context, q *Question, t relevance.Tokenizer, kind Kind) (Case, error) {
	without := map[int]bool{}
	if q.Self >= 0 {
		without[q.Self] = true
	}
	if kind == Out {
		for p := range q.Relevant {
			without[p] = true
		}
	}
	hits, err := s.Ask(ctx, q, t, without)
	return Case{Set: s.set.Name, Kind: kind, Hits: hits}, err
}

func everything(s *Set) []int {
	out := make([]int, len(s.Docs))
	for i := range out {
		out[i] = i
	}
	return out
}

// Strangers asks the questions of one set of the whole store of another.
func Strangers(ctx context.Context, asking, answering *Set, t relevance.Tokenizer, most int) (out []Case, err error) {
	shelf, err := NewShelf(answering, everything(answering))
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(uint64(len(asking.Questions)), 5))
	for _, i := range rng.Perm(len(asking.Questions))[:min(most, len(asking.Questions))] {
		q := asking.Questions[i]
		q.Relevant, q.Self = nil, -1
		c, err := shelf.ask(ctx, &q, t, Other)
		if err != nil {
			return nil, err
		}
		c.Set = asking.Name
		out = append(out, c)
	}
	return out, nil
}

// Sizes are those of the small stores, and how many of each are made for fitting.
var Sizes = []struct{ Memories, Stores int }{{35, 40}, {120, 30}, {500, 12}}

// mostStrange is how many questions of a set are asked of another's store.
const mostStrange = 200

// All asks the questions of a set in every way: other is a set of another field; of small stores one in few is made.
func All(ctx context.Context, s, other *Set, t relevance.Tokenizer, few int) (out []Case, err error) {
	add := func(c []Case, e error) {
		out = append(out, c...)
		if err == nil {
			err = e
		}
	}
	add(Full(ctx, s, t))
	add(Strangers(ctx, s, other, t, mostStrange))
	for _, z := range Sizes {
		if err == nil {
			add(Small(ctx, s, t, z.Memories, z.Stores/few))
		}
	}
	return out, err
}

// Small asks questions of stores of a given size: half of each store is near a question, half is random. Each gets as many questions with an
// answer in it as without, at most eight of a kind; of those without, the nearest come first.
func Small(ctx context.Context, s *Set, t relevance.Tokenizer, size, stores int) (out []Case, err error) {
	if size >= len(s.Docs) {
		return nil, nil
	}
	full, err := NewShelf(s, everything(s))
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(uint64(size), uint64(len(s.Docs))))
	for range stores {
		seed := &s.Questions[rng.IntN(len(s.Questions))]
		near, err := full.nearest(ctx, seed, size/2)
		if err != nil {
			return nil, err
		}
		places := map[int]bool{}
		for _, p := range near {
			places[p] = true
		}
		for _, i := range rng.Perm(len(s.Questions)) { // some that can be asked
			if len(places) >= size*3/4 || rng.IntN(2) == 0 {
				break
			}
			for p := range s.Questions[i].Relevant {
				places[p] = true
			}
		}
		for len(places) < size {
			places[rng.IntN(len(s.Docs))] = true
		}
		list := []int{}
		for p := range places {
			list = append(list, p)
		}
		slices.Sort(list)
		cases, err := s.smallStore(ctx, t, list, rng)
		if err != nil {
			return nil, err
		}
		out = append(out, cases...)
	}
	return out, nil
}

const mostAsked = 8

func (s *Set) smallStore(ctx context.Context, t relevance.Tokenizer, places []int, rng *rand.Rand) (out []Case, err error) {
	shelf, err := NewShelf(s, places)
	if err != nil {
		return nil, err
	}
	held := func(q *Question) (n int) {
		for p := range q.Relevant {
			if slices.Contains(places, p) && p != q.Self {
				n++
			}
		}
		return n
	}
	n := [2]int{}
	for _, i := range rng.Perm(len(s.Questions)) {
		q := &s.Questions[i]
		kind, k := Out, 1
		if held(q) > 0 {
			kind, k = In, 0
			if n[0] > n[1] { // the same field, without its answer
				kind, k = Out, 1
			}
		}
		if n[k]++; n[k] > mostAsked {
			continue
		}
		if k == 1 && n[1] > n[0]+1 {
			n[1]--
			continue
		}
		c, err := shelf.ask(ctx, q, t, kind)
		if err != nil {
			return nil, err
		}
		c.Small = true
		out = append(out, c)
	}
	return out, nil
}

// nearest are the places of the first documents that a search finds.
func (s *Shelf) nearest(ctx context.Context, q *Question, n int) (out []int, err error) {
	r, err := s.search(ctx, q, min(n, 400))
	if err != nil {
		return nil, err
	}
	for _, h := range r.Hits {
		out = append(out, placeOf(h.ID))
	}
	return out, nil
}
