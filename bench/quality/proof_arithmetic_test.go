package quality

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/models"
)

func TestPrefixCosine(t *testing.T) {
	a, b := []float32{3, 4, 5}, []float32{4, 3, -9}
	near(t, "of two numbers", prefixCosine(a, b, 2), 24./25)
	near(t, "of one", prefixCosine(a, b, 1), 1)
	near(t, "of three", prefixCosine(a, b, 3), (12+12-45)/math.Sqrt(50*(16+9+81)))
}

// pairValue is a value of E5 whose cause points along one axis and whose effect along another.
func pairValue(cause, effect int) fingerprint.Value {
	w := models.Causal.Info().Width
	v := fingerprint.Value{Dense: make([]float32, 2*w)}
	v.Dense[cause], v.Dense[w+effect] = 1, 1
	return v
}

func TestTowardsReadsTheRightOutputs(t *testing.T) {
	// The premise's cause is the answer's effect, and nothing else agrees.
	premise, answer := pairValue(0, 1), pairValue(2, 0)
	for _, c := range []struct {
		asksCause      bool
		towards, wrong float64
	}{{false, 1, 0}, {true, 0, 1}} {
		asked := choice{cause: c.asksCause}
		near(t, "towards", towards(asked, premise, answer), c.towards)
		near(t, "backwards", backwards(asked, premise, answer), c.wrong)
	}
	if !leadsTo(premise, answer) || leadsTo(answer, premise) || leadsTo(pairValue(0, 1), pairValue(1, 0)) {
		t.Error("a pair must lead forwards, not back, and not where both are as good")
	}
	if rightAnswer(choice{right: 1}, .5, .5) || !rightAnswer(choice{right: 1}, .4, .5) || rightAnswer(choice{right: 0}, .4, .5) {
		t.Error("the higher score must win, and a tie must not")
	}
}

func TestEntityName(t *testing.T) {
	for entity, want := range map[string]string{"land_reform.n.01": "land reform", "a.d..n.02": "a.d.", "plain": "plain"} {
		if got := entityName(entity); got != want {
			t.Errorf("name of %q is %q, want %q", entity, got, want)
		}
	}
}

func TestTranslated(t *testing.T) {
	steps := relations{"_r": {1, -2}}
	point := []float32{10, 10}
	for _, c := range []struct {
		steps relations
		key   tripleKey
		want  []float32
	}{
		{steps, tripleKey{"", "_r", true}, []float32{11, 8}},
		{steps, tripleKey{"", "_r", false}, []float32{9, 12}},
		{nil, tripleKey{"", "_r", true}, point},
	} {
		got, err := translated(point, c.steps, c.key)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, %v; want %v", c.key, got, err, c.want)
		}
	}
	if _, err := translated(point, steps, tripleKey{"", "_s", true}); err == nil || !strings.Contains(err.Error(), "known are _r") {
		t.Errorf("error %v does not list the relations", err)
	}
}

// TestNearnessOrdersByDistance holds it against the distance itself.
func TestNearnessOrdersByDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	target := []float32{r.Float32(), r.Float32()}
	var dots, squares, distances []float64
	for range 50 {
		e := []float32{2*r.Float32() - 1, 2*r.Float32() - 1}
		dots, squares = append(dots, dot(target, e)), append(squares, dot(e, e))
		distances = append(distances, -math.Hypot(float64(target[0]-e[0]), float64(target[1]-e[1])))
	}
	if got, want := ascending(nearness(dots, squares)), ascending(distances); !slices.Equal(got, want) {
		t.Errorf("order is %v, want %v", got, want)
	}
}

func TestFilteredRank(t *testing.T) {
	asked := []triple{{"a", "_r", "b"}}
	known := []triple{{"a", "_r", "c"}, {"d", "_s", "e"}}
	g := newTripleGraph(asked, known)
	if want := []string{"a", "b", "c", "d", "e"}; !slices.Equal(g.entities, want) || len(g.asked) != 2 {
		t.Fatalf("entities %v, %d questions; want %v, 2", g.entities, len(g.asked), want)
	}
	tail, head := g.asked[0], g.asked[1]
	// a is given and c is known to be right: neither counts. d is better than b, e as good.
	near(t, "rank of the tail", g.filteredRank(tail, []float64{9, 5, 9, 7, 5}), 2.5)
	// Asked for the head, only b is given.
	near(t, "rank of the head", g.filteredRank(head, []float64{5, 9, 9, 7, 4}), 3)
	near(t, "hits@1", hitsAt(1, []float64{1, 2.5, 1, 11}), .5)
	near(t, "hits@10", hitsAt(10, []float64{1, 2.5, 1, 11}), .75)
	near(t, "mean reciprocal rank", reciprocal([]float64{1, 2, 4}), 1.75/3)
}

func TestCardsAreHeldAgainstTheWholeGraphOnly(t *testing.T) {
	for _, whole := range []bool{true, false} {
		for _, p := range tripleProofs([]float64{1, 20}, []float64{30, 40}, 5, "", whole) {
			if (p.Card != "") != whole {
				t.Errorf("whole %v: %s has card figure %q", whole, p.What, p.Card)
			}
		}
	}
}

func TestBlendedAndReordered(t *testing.T) {
	// z-scores of the first are −1, 1; those of the second 1, −1.
	got := blended([]float64{1, 3}, []float64{50, 10}, blend{first: .8, second: .2})
	near(t, "the first", got[0], -.6)
	near(t, "the second", got[1], .6)
	if got := reordered([]int{7, 8, 9}, []float64{.1, .5, .1}); !slices.Equal(got, []int{8, 7, 9}) {
		t.Errorf("order is %v, want the greatest first and equal ones as they were", got)
	}
}

// tokenValue is a value of E12 of one token along an axis, of the given length (its direction is what counts; a shorter one is less like
// anything).
func tokenValue(axis int, length float32) fingerprint.Value {
	v := make([]float32, models.LateInteraction.Info().Width)
	v[axis] = length
	return fingerprint.Value{Vectors: v}
}

// TestReranked: by its words the first document is better, by its tokens the third; the second has no tokens and counts as the worst.
func TestReranked(t *testing.T) {
	docs := []entry{{"a", "pump pump well"}, {"b", "pump at the well side"}, {"c", "pump here and there and elsewhere"}, {"d", "invoices"}}
	p := &proofSet{set: &set{docs: docs, queries: []query{{entry: entry{"q", "pump"}, relevant: map[int]float64{2: 1}, self: -1}}},
		asked: make([]fingerprint.Fingerprint, 1), kept: make([]fingerprint.Record, len(docs))}
	p.asked[0][models.LateInteraction] = tokenValue(0, 1)
	for place, length := range map[int]float32{0: .25, 2: 1} {
		var err error
		if p.kept[place][models.LateInteraction], err = fingerprint.Pack(models.LateInteraction, tokenValue(0, length)); err != nil {
			t.Fatal(err)
		}
	}
	scores, err := p.tokenScores(0, []int{0, 1, 2})
	if err != nil || math.Abs(scores[0]-.25) > .01 || scores[1] != scores[0] || math.Abs(scores[2]-1) > .01 {
		t.Fatalf("token scores are %v, %v; want .25, .25, 1", scores, err)
	}
	stage := lexical{index: newBM25(docs, usual, plainWords)}
	for _, c := range []struct {
		w    blend
		rank float64
	}{{blend{first: 1}, 3}, {blend{first: .1, second: .9}, 1}} {
		got, err := p.reranked(t.Context(), stage, c.w)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "reciprocal rank", got[0].mrr, 1/c.rank)
	}
}

func TestScoredMean(t *testing.T) {
	s := scored{}
	s.add([]quality{{ndcg: .5}, {ndcg: .7}}, []quality{{ndcg: .4}, {ndcg: .6}})
	s.add([]quality{{ndcg: .2}}, []quality{{ndcg: .1}})
	p := s.mean(proof{}, "BM25")
	near(t, "the mean of the sets", p.Value, .4)
	near(t, "the other's", p.Against, .3)
	if p.Verdict != passed || !strings.Contains(p.Sentence, "+10.0 points over BM25, 95 % interval +10.0 to +10.0") {
		t.Errorf("verdict %v, %q", p.Verdict, p.Sentence)
	}
}

func TestPlacedAndEdgeArea(t *testing.T) {
	p := &proofSet{set: &set{docs: []entry{{id: "a"}, {id: "b"}, {id: "c"}, {id: "d"}}}, kept: make([]fingerprint.Record, 4)}
	pairs := p.placed([]edge{{"a", "b"}, {"b", "x"}, {"c", "c"}, {"c", "d"}})
	if want := [][2]int{{0, 1}, {2, 3}}; !reflect.DeepEqual(pairs, want) {
		t.Fatalf("links are %v, want %v", pairs, want)
	}
	// a and b lie on one axis, c and d on another: a linked pair has cosine 1. Of the four ends of a random pair two are on the
	// same axis: ties, which count half. So the area is ½ + ½·½ up to the draw.
	for i, axis := range []int{0, 0, 1, 1} {
		dense := make([]float32, models.Graph.Info().Width)
		dense[axis] = 1
		var err error
		if p.kept[i][models.Graph], err = fingerprint.Pack(models.Graph, fingerprint.Value{Dense: dense}); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.edgeArea(models.Graph, pairs); math.Abs(got-.75) > .15 {
		t.Errorf("area is %v, want about .75", got)
	}
}

func TestOwnAndOthers(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		similar     []float64
		i           int
		own, others float64
	}{
		{[]float64{.9, .2, .4}, 0, .9, .3},
		{[]float64{.9, .2, .4}, 2, .4, .55},
		{[]float64{.9, nan, .1}, 0, .9, .1},
		{[]float64{nan, .3}, 0, nan, .3},
	} {
		own, others := ownAndOthers(c.similar, c.i)
		near(t, "own", own, c.own)
		near(t, "others", others, c.others)
	}
}

func TestFoundOwn(t *testing.T) {
	hit := func(place int, similarity float64) (h search.Hit) {
		h.ID, h.Similarity[models.Code] = idAt(place), similarity
		return h
	}
	for _, c := range []struct {
		hits []search.Hit
		want bool
	}{
		{nil, false},
		{[]search.Hit{hit(4, .1)}, true},
		{[]search.Hit{hit(4, .9), hit(5, .8)}, true},
		{[]search.Hit{hit(4, .9), hit(5, .9)}, false}, // a tie is not found
		{[]search.Hit{hit(5, .9), hit(4, .8)}, false},
	} {
		if foundOwn(c.hits, models.Code, 4) != c.want {
			t.Errorf("%+v: found is %v", c.hits, !c.want)
		}
	}
}

func TestTypoClaim(t *testing.T) {
	spaces := []models.Space{models.Semantic, models.Sparse, models.HDC}
	found := []finding{{first: share{1, 4}}, {first: share{3, 4}}, {first: share{3, 4}}}
	if p := typoClaim(10, spaces, found, 9); p.Verdict != passed || p.Label != "E6" || p.Against != .75 || p.Value != .75 {
		t.Errorf("%+v: as good as the best other one must pass", p)
	}
	found[2].first.right = 2
	if p := typoClaim(10, spaces, found, 9); p.Verdict != missed {
		t.Errorf("%+v: worse than the best other one must not pass", p)
	}
}

func TestGarble(t *testing.T) {
	const text = "Flow past a 3-inch cylinder, at Mach 2: the pressure is measured. Größe zählt."
	random := func() *rand.Rand { return rand.New(rand.NewPCG(3, 4)) }
	if got := garble(text, 0, random()); got != text {
		t.Errorf("without noise: %q", got)
	}
	for _, part := range []float64{.05, .1, .2, 1} {
		got := garble(text, part, random())
		if got == text || got != garble(text, part, random()) || !utf8.ValidString(got) {
			t.Errorf("%v: %q", part, got)
		}
	}
	if got := garble("12 + 34 = 46", 1, random()); got != "12 + 34 = 46" {
		t.Errorf("signs were changed: %q", got)
	}
}

// TestGarbleChangesSoManyLetters counts edits where they can be distinguished: every kind keeps the length or moves it by one, and one
// letter of ten in a text of one word repeated gives exactly one edit.
func TestGarbleChangesSoManyLetters(t *testing.T) {
	kinds := map[int]int{}
	for seed := range uint64(400) {
		got := []rune(garble("abcdefghij", .1, rand.New(rand.NewPCG(seed, 0))))
		kinds[len(got)-10]++
		for _, c := range got {
			if !unicode.IsLower(c) {
				t.Fatalf("%q holds something else than letters", string(got))
			}
		}
		if d := distance([]rune("abcdefghij"), got); d < 1 || d > 2 { // a swap is two edits
			t.Fatalf("%q is %d edits away", string(got), d)
		}
	}
	// One in four is dropped, one in four inserted, half keep the length.
	if kinds[-1] < 60 || kinds[1] < 60 || kinds[0] < 140 || len(kinds) != 3 {
		t.Errorf("lengths changed by %v", kinds)
	}
}

// distance is Levenshtein's.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
