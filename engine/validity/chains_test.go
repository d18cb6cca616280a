package validity

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
)

// id returns a memory's id for a number.
func id(n int) (out uuid.UUID) {
	out[14], out[15] = byte(n>>8), byte(n)
	return out
}

func ids(numbers ...int) (out []uuid.UUID) {
	for _, n := range numbers {
		out = append(out, id(n))
	}
	return out
}

// on returns noon of a day in May 2026.
func on(day int) time.Time { return time.Date(2026, 5, day, 12, 0, 0, 0, time.UTC) }

// fact returns a memory of a day.
func fact(n, day int, supersedes ...int) Fact {
	return Fact{ID: id(n), Time: on(day), Supersedes: ids(supersedes...)}
}

func until(f Fact, day int) Fact { f.Until = on(day); return f }
func gone(f Fact) Fact           { f.Gone = true; return f }
func from(f Fact, day int) Fact  { f.From = on(day); return f }

func TestWhatIsCurrent(t *testing.T) {
	chain := []Fact{fact(1, 1), fact(2, 5, 1), fact(3, 9, 2)}
	for name, c := range map[string]struct {
		facts   []Fact
		day     int
		current []int
		heads   map[int][]int // of those that are not current
	}{
		"alone":                           {[]Fact{fact(1, 1)}, 9, []int{1}, nil},
		"a chain":                         {chain, 20, []int{3}, map[int][]int{1: {3}, 2: {3}}},
		"a chain, looked back at":         {chain, 6, []int{2, 3}, map[int][]int{1: {2}}},
		"a chain, before it began":        {chain, 0, []int{1, 2, 3}, nil},
		"its middle forgotten":            {[]Fact{fact(1, 1), fact(3, 9, 2)}, 20, []int{1, 3}, nil},
		"its middle can be restored":      {[]Fact{fact(1, 1), gone(fact(2, 5, 1)), fact(3, 9, 2)}, 20, []int{3}, map[int][]int{1: {3}, 2: {3}}},
		"that, looked back at":            {[]Fact{fact(1, 1), gone(fact(2, 5, 1)), fact(3, 9, 2)}, 6, []int{1, 3}, nil},
		"its end can be restored":         {[]Fact{fact(1, 1), fact(2, 5, 1), gone(fact(3, 9, 2))}, 20, []int{2}, map[int][]int{1: {2}}},
		"its end forgotten":               {chain[:2], 20, []int{2}, map[int][]int{1: {2}}},
		"two that replace one":            {[]Fact{fact(1, 1), fact(2, 5, 1), fact(3, 9, 1)}, 20, []int{2, 3}, map[int][]int{1: {3, 2}}},
		"one that replaces two":           {[]Fact{fact(1, 1), fact(2, 5), fact(3, 9, 1, 2)}, 20, []int{3}, map[int][]int{1: {3}, 2: {3}}},
		"the replacement is to come":      {[]Fact{fact(1, 1), from(fact(2, 5, 1), 15)}, 10, []int{1}, nil},
		"the replacement has come":        {[]Fact{fact(1, 1), from(fact(2, 5, 1), 15)}, 15, []int{2}, map[int][]int{1: {2}}},
		"the replacement held before":     {[]Fact{fact(1, 1), from(fact(2, 15, 1), 5)}, 10, []int{2}, map[int][]int{1: {2}}},
		"the replacement is over":         {[]Fact{fact(1, 1), until(fact(2, 5, 1), 10)}, 10, []int{1}, nil},
		"over, but replaced":              {[]Fact{fact(1, 1), until(fact(2, 5, 1), 10), fact(3, 9, 2)}, 20, []int{3}, map[int][]int{1: {3}, 2: {3}}},
		"over, and nothing in its place":  {[]Fact{until(fact(1, 1), 10)}, 10, nil, nil},
		"it says of itself that it comes": {[]Fact{from(fact(1, 1), 10)}, 9, nil, nil},
		"a ring":                          {[]Fact{fact(1, 1, 2), fact(2, 5, 1)}, 20, []int{1, 2}, nil},
		"above a ring":                    {[]Fact{fact(1, 1, 2), fact(2, 5, 1), fact(3, 9, 1)}, 20, []int{3}, map[int][]int{1: {3}, 2: {3}}},
		"names what does not exist":       {[]Fact{fact(1, 1, 7)}, 20, []int{1}, nil},
	} {
		got := Of(c.facts, on(c.day))
		for _, f := range c.facts {
			n := int(f.ID[15])
			if current := got.Current(f.ID); current != slices.Contains(c.current, n) {
				t.Errorf("%s: %d is current: %v", name, n, current)
			}
			if heads := got.Heads(f.ID); !slices.Equal(heads, ids(c.heads[n]...)) {
				t.Errorf("%s: heads of %d are %v, want %v", name, n, heads, c.heads[n])
			}
		}
	}
}

func TestWhatAChainHolds(t *testing.T) {
	c := Of([]Fact{fact(1, 1), fact(2, 3), fact(3, 5, 1, 2), fact(4, 9, 3), fact(5, 2, 6), fact(6, 4, 5)}, on(20))
	for n, want := range map[int]struct{ replaced, roots []int }{
		1: {nil, []int{1}}, 3: {[]int{2, 1}, []int{1, 2}}, 4: {[]int{3, 2, 1}, []int{1, 2}}, 5: {nil, []int{5}},
	} {
		if got := c.Replaced(id(n)); !slices.Equal(got, ids(want.replaced...)) {
			t.Errorf("%d replaced %v, want %v", n, got, want.replaced)
		}
		if got := c.Roots(id(n)); !slices.Equal(got, ids(want.roots...)) {
			t.Errorf("%d goes back to %v, want %v", n, got, want.roots)
		}
	}
}

// drawn makes memories that supersede others at random, in one of four cases with rings.
func drawn(rng *rand.Rand) (facts []Fact) {
	n, rings := 1+rng.IntN(12), rng.IntN(4) == 0
	for i := range n {
		f := fact(i, rng.IntN(30))
		for range rng.IntN(3) {
			if to := rng.IntN(n + 2); to != i && (rings || to < i || to >= n) {
				f.Supersedes = append(f.Supersedes, id(to))
			}
		}
		if rng.IntN(4) == 0 {
			f.From = on(rng.IntN(30))
		}
		if rng.IntN(4) == 0 {
			f.Until = f.Begins().AddDate(0, 0, 1+rng.IntN(20))
		}
		facts = append(facts, f)
	}
	return facts
}

// supersedes computes from the definition whether a leads to b, with at most steps steps.
func supersedes(facts []Fact, a, b uuid.UUID, steps int) bool {
	i := slices.IndexFunc(facts, func(f Fact) bool { return f.ID == a })
	if i < 0 || steps == 0 || !slices.ContainsFunc(facts, func(f Fact) bool { return f.ID == b }) {
		return false
	}
	return slices.ContainsFunc(facts[i].Supersedes, func(next uuid.UUID) bool { return next == b || supersedes(facts, next, b, steps-1) })
}

// TestCurrentIsAsDefined: on random chains, Current agrees with the definition, and every replaced memory has a valid replacement.
func TestCurrentIsAsDefined(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	for range 400 {
		facts, at := drawn(rng), on(rng.IntN(40))
		c := Of(facts, at)
		for i := range facts {
			f, replaced := &facts[i], false
			for j := range facts {
				g, n := &facts[j], len(facts)
				replaced = replaced || g.InForce(at) && supersedes(facts, g.ID, f.ID, n) && !supersedes(facts, f.ID, g.ID, n)
			}
			if got := c.Current(f.ID); got != (!replaced && f.Within(at)) {
				t.Fatalf("%v at %v: %v is current: %v", facts, at, f.ID, got)
			}
			heads := c.Heads(f.ID)
			if replaced != (len(heads) > 0) {
				t.Fatalf("%v at %v: %v is replaced: %v, by %v", facts, at, f.ID, replaced, heads)
			}
			for _, h := range heads {
				if !c.Current(h) || !c.Known(h) || !supersedes(facts, h, f.ID, len(facts)) {
					t.Fatalf("%v at %v: %v represents %v", facts, at, h, f.ID)
				}
			}
		}
	}
}

// TestForgettingTakesBack: without a memory everything is as if it had never existed.
func TestForgettingTakesBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	for range 200 {
		facts, at := drawn(rng), on(rng.IntN(40))
		gone := rng.IntN(len(facts))
		without := slices.Delete(slices.Clone(facts), gone, gone+1)
		bare := slices.Clone(without)
		for i := range bare {
			bare[i].Supersedes = slices.DeleteFunc(slices.Clone(bare[i].Supersedes), func(to uuid.UUID) bool { return to == facts[gone].ID })
		}
		a, b := Of(without, at), Of(bare, at)
		for _, f := range without {
			if a.Current(f.ID) != b.Current(f.ID) {
				t.Fatalf("%v without %v: %v", facts, facts[gone].ID, f.ID)
			}
		}
	}
}

func TestFold(t *testing.T) {
	facts := []Fact{fact(1, 1), fact(2, 5, 1), fact(3, 9, 2)} // and 7, 8, 9, which belong to no chain
	for name, c := range map[string]struct {
		ranked []int
		way    Way
		barred []int
		want   [][2]int // memory, index of its match
	}{
		"nothing to fold":          {[]int{7, 8}, Newest, nil, [][2]int{{7, 0}, {8, 1}}},
		"the newest is last":       {[]int{7, 1, 8, 2, 3}, Newest, nil, [][2]int{{7, 0}, {3, 1}, {8, 2}}},
		"the newest is first":      {[]int{3, 2, 1, 7}, Newest, nil, [][2]int{{3, 0}, {7, 3}}},
		"the newest did not match": {[]int{1, 7}, Newest, nil, [][2]int{{3, 0}, {7, 1}}},
		"the newest may not":       {[]int{1, 7, 2}, Newest, []int{3}, [][2]int{{1, 0}, {7, 1}, {2, 2}}},
		"the oldest":               {[]int{3, 7, 1}, Oldest, nil, [][2]int{{1, 0}, {7, 1}}},
		"the one before":           {[]int{3, 7, 1}, Earlier, nil, [][2]int{{2, 0}, {7, 1}}},
		"each":                     {[]int{3, 7, 1}, Each, nil, [][2]int{{3, 0}, {7, 1}, {1, 2}}},
	} {
		may := func(other uuid.UUID) bool { return !slices.Contains(ids(c.barred...), other) }
		var got [][2]int
		for _, p := range Of(facts, on(20)).Fold(ids(c.ranked...), c.way, may) {
			got = append(got, [2]int{int(p.ID[15]), p.For})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestFoldOfMoreBeginsWithThatOfLess: no memory is shown twice, and every match is shown or represented, on random chains.
func TestFoldOfMoreBeginsWithThatOfLess(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		facts := drawn(rng)
		c := Of(facts, on(rng.IntN(40)))
		ranked := make([]uuid.UUID, len(facts)+3)
		for i, n := range rng.Perm(len(ranked)) {
			ranked[i] = id(n)
		}
		barred := rng.IntN(len(facts))
		may := func(other uuid.UUID) bool { return other != id(barred) }
		for _, way := range []Way{Newest, Earlier, Oldest, Each} {
			whole := c.Fold(ranked, way, may)
			met := map[uuid.UUID]bool{}
			for _, p := range whole {
				if met[p.ID] {
					t.Fatalf("%v of %v: %v is there twice", way, facts, p.ID)
				}
				met[p.ID] = true
			}
			for _, r := range ranked {
				if !slices.ContainsFunc(c.standIns(r, way, may), func(other uuid.UUID) bool { return met[other] }) {
					t.Fatalf("%v of %v: nothing represents %v", way, facts, r)
				}
			}
			part := c.Fold(ranked[:rng.IntN(len(ranked))], way, may)
			if !slices.Equal(part, whole[:len(part)]) {
				t.Fatalf("%v of %v: %v does not begin with %v", way, facts, whole, part)
			}
		}
	}
}

// TestTheBookKnowsWhatBelongsTogether: on random chains, through changes, it returns the memories that the edges connect.
func TestTheBookKnowsWhatBelongsTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 8))
	for range 200 {
		facts := drawn(rng)
		var b Book
		for i := range facts {
			old := facts[i]
			old.Supersedes = ids(rng.IntN(len(facts)))
			b.Put(&old)
			b.Put(&facts[i])
		}
		gone := rng.IntN(len(facts))
		b.Remove(facts[gone].ID)
		facts = slices.Delete(facts, gone, gone+1)
		bound := map[uuid.UUID][]uuid.UUID{}
		n := 0
		for i := range facts {
			f := &facts[i]
			if len(f.Supersedes) > 0 || !f.From.IsZero() || !f.Until.IsZero() {
				bound[f.ID], n = append(bound[f.ID], f.ID), n+1
			}
			for _, old := range f.Supersedes {
				bound[f.ID], bound[old] = append(bound[f.ID], old), append(bound[old], f.ID, old)
			}
		}
		if b.Len() != n {
			t.Fatalf("%v: %d memories, want %d", facts, b.Len(), n)
		}
		start := id(rng.IntN(len(facts) + 3))
		want := map[uuid.UUID]bool{}
		for todo := bound[start]; len(todo) > 0; todo = todo[1:] {
			if !want[todo[0]] {
				want[todo[0]] = true
				todo = append(todo, bound[todo[0]]...)
			}
		}
		got := b.Related([]uuid.UUID{start, start})
		slices.SortFunc(got, func(x, y uuid.UUID) int { return bytes.Compare(x[:], y[:]) })
		if len(got) != len(want) || len(slices.Compact(got)) != len(want) || slices.ContainsFunc(got, func(other uuid.UUID) bool { return !want[other] }) {
			t.Fatalf("%v from %v: %v, want %v", facts, start, got, want)
		}
	}
}

func TestTheBookOfALongChain(t *testing.T) {
	var b Book
	for n := range MostRelated + 10 {
		f := fact(n+1, 1, n)
		b.Put(&f)
	}
	short := fact(3000, 1, 3001)
	b.Put(&short)
	if got := b.Related(ids(3001, 5)); len(got) != 2 {
		t.Errorf("%d memories, want the two of the chain that is not too long", len(got))
	}
	if got := b.Related(ids(5, 3001)); len(got) != 2 {
		t.Errorf("%d memories, want the two of the chain behind the one that is too long", len(got))
	}
	early := from(fact(3002, 9), 5)
	b.Put(&early)
	if got := b.Early(on(6)); len(got) != 1 || !got[id(3002)] {
		t.Errorf("%v held early, want 3002", got)
	}
	if got := b.Early(on(4)); len(got) != 0 {
		t.Errorf("%v held on the 4th", got)
	}
}
