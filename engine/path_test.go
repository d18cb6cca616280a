package engine

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// chain is a story in which each sentence causes the next.
var chain = []string{
	"A squirrel chewed through the insulation of the power line on Mill Road.",
	"The damaged power line on Mill Road short-circuited and cut off the substation.",
	"The substation was cut off from the power line, so the dairy's cold store had no electricity all night.",
	"Without electricity the dairy's cold store grew warm and the milk turned sour.",
	"The sour milk had to be thrown away, and on Saturday the market had no cheese.",
}

// tell stores some of the sample notes and then the chain; it returns the chain's ids.
func tell(t *testing.T, e *Engine, others int) (ids []store.ID) {
	t.Helper()
	remember(t, e, sampleNotes(t)[:others]...)
	for _, text := range chain {
		ids = append(ids, remember(t, e, Note{Content: text})[0].ID)
	}
	return ids
}

func findPath(t *testing.T, e *Engine, q PathQuestion) *Path {
	t.Helper()
	p, err := e.FindPath(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func idsOf(r Route) (out []store.ID) {
	for _, m := range r.Memories {
		out = append(out, m.ID)
	}
	return out
}

// sound checks what holds for every route: its score is the product of its hops' scores, and each hop has the basis that it states.
func sound(t *testing.T, r Route) {
	t.Helper()
	product := 1.
	for _, h := range r.Hops {
		product *= h.Score
		if !(h.Score > 0 && h.Score <= 1) || (h.By == HopLink) != math.IsNaN(h.Similarity) {
			t.Errorf("hop %+v", h)
		}
	}
	if len(r.Memories) > 0 && (len(r.Hops) != len(r.Memories)-1 || math.Abs(product-r.Score) > 1e-12) {
		t.Errorf("%d memories, %d hops, score %v, product %v", len(r.Memories), len(r.Hops), r.Score, product)
	}
}

func TestAChainOfCausesIsFoundInOrder(t *testing.T) {
	e := open(t, "")
	ids := tell(t, e, 40)
	first, last := ids[0], ids[len(ids)-1]

	told := 0
	p := findPath(t, e, PathQuestion{From: first, To: last, Progress: func(n, limit int) {
		if n != told+1 || limit != 500 {
			t.Errorf("progress %d of %d after %d", n, limit, told)
		}
		told = n
	}})
	sound(t, p.Route)
	if !slices.Equal(idsOf(p.Route), ids) || p.Reverse != nil || !p.Complete {
		t.Fatalf("path %v, want %v; reverse %v, complete %v", idsOf(p.Route), ids, p.Reverse, p.Complete)
	}
	if p.Searched != told || p.Searched == 0 || p.MaxHops != 4 || p.Type != PathCausal || p.Thresholds[models.Causal] != .1 || p.Thresholds[models.Semantic] != 0 {
		t.Errorf("told %d; %+v", told, p)
	}
	if p.Memories[2].Content != chain[2] {
		t.Errorf("the third memory says %q", p.Memories[2].Content)
	}

	t.Run("too few hops", func(t *testing.T) {
		p := findPath(t, e, PathQuestion{From: first, To: last, MaxHops: 1})
		if len(p.Memories) != 0 || !p.Complete || p.MaxHops != 1 {
			t.Errorf("%+v", p)
		}
	})
	t.Run("effects do not lead to their causes as well as causes to effects", func(t *testing.T) {
		for i := range len(ids) - 1 {
			there, back := findPath(t, e, PathQuestion{From: ids[i], To: ids[i+1], MaxHops: 1}), findPath(t, e, PathQuestion{From: ids[i+1], To: ids[i], MaxHops: 1})
			if there.Score <= back.Score {
				t.Errorf("%d: score %v to the effect, %v to the cause", i, there.Score, back.Score)
			}
		}
		if back := findPath(t, e, PathQuestion{From: last, To: first}); back.Score >= p.Score {
			t.Errorf("score %v to the effect, %v to the cause", p.Score, back.Score)
		}
	})
	t.Run("semantic", func(t *testing.T) {
		p := findPath(t, e, PathQuestion{From: first, To: last, Type: PathSemantic})
		sound(t, p.Route)
		for _, h := range p.Hops {
			if h.By != HopSemantic {
				t.Errorf("hop by %s", h.By)
			}
		}
		if p.Thresholds[models.Causal] != 0 || p.Thresholds[models.Semantic] == 0 {
			t.Errorf("thresholds %v", p.Thresholds)
		}
		back := findPath(t, e, PathQuestion{From: last, To: first, Type: PathSemantic})
		if math.Abs(back.Score-p.Score) > 1e-9 {
			t.Errorf("score %v one way, %v the other", p.Score, back.Score)
		}
	})
	t.Run("any is at least as good as each", func(t *testing.T) {
		best := findPath(t, e, PathQuestion{From: first, To: last, Type: PathAny})
		sound(t, best.Route)
		for _, kind := range []string{PathCausal, PathSemantic} {
			if p := findPath(t, e, PathQuestion{From: first, To: last, Type: kind}); p.Score > best.Score {
				t.Errorf("%s has score %v, any %v", kind, p.Score, best.Score)
			}
		}
	})
}

// TestLinksAloneConnect connects two unrelated memories by given links.
func TestLinksAloneConnect(t *testing.T) {
	e := open(t, "")
	texts := []string{"The lighthouse keeper collects stamps.", "Parsley tolerates light frost.", "A bassoon has four joints."}
	c := remember(t, e, Note{Content: texts[2]})[0].ID
	b := remember(t, e, Note{Content: texts[1], Links: []store.ID{c}})[0].ID
	a := remember(t, e, Note{Content: texts[0], Links: []store.ID{b}})[0].ID

	p := findPath(t, e, PathQuestion{From: a, To: c})
	sound(t, p.Route)
	if !slices.Equal(idsOf(p.Route), []store.ID{a, b, c}) || p.Score != 1 || p.Hops[0].By != HopLink || p.Hops[1].By != HopLink {
		t.Fatalf("%+v", p)
	}
	back := findPath(t, e, PathQuestion{From: c, To: a})
	if len(back.Memories) != 0 || back.Reverse == nil || !slices.Equal(idsOf(*back.Reverse), []store.ID{a, b, c}) {
		t.Errorf("against the links: %+v", back)
	} else {
		sound(t, *back.Reverse)
	}
	for _, kind := range []string{PathSemantic, PathAny} {
		if p := findPath(t, e, PathQuestion{From: c, To: a, Type: kind}); !slices.Equal(idsOf(p.Route), []store.ID{c, b, a}) {
			t.Errorf("%s against the links: %v", kind, idsOf(p.Route))
		}
	}
	if _, err := e.Forget(context.Background(), b, false); err != nil {
		t.Fatal(err)
	}
	if p := findPath(t, e, PathQuestion{From: a, To: c}); len(p.Memories) != 0 {
		t.Errorf("a forgotten memory is on the path %v", idsOf(p.Route))
	}
}

func TestPathsAcrossNamespaces(t *testing.T) {
	e := open(t, "")
	var ids []store.ID
	for i, text := range chain {
		ns := "power"
		if i >= 2 {
			ns = "dairy"
		}
		ids = append(ids, remember(t, e, Note{Content: text, Namespace: ns})[0].ID)
	}
	p := findPath(t, e, PathQuestion{From: ids[0], To: ids[4]})
	if !slices.Equal(idsOf(p.Route), ids) || !slices.Equal(p.Namespaces, []string{"power", "dairy"}) {
		t.Errorf("path %v over %v, want %v", idsOf(p.Route), p.Namespaces, ids)
	}
	// Within one namespace, memories of the other are not considered, unless a link leads there.
	q := PathQuestion{From: ids[2], To: ids[4]}
	if p := findPath(t, e, q); !slices.Equal(idsOf(p.Route), ids[2:]) || !slices.Equal(p.Namespaces, []string{"dairy"}) {
		t.Errorf("path %v over %v", idsOf(p.Route), p.Namespaces)
	}
	far := remember(t, e, Note{Content: "A bassoon has four joints.", Namespace: "music", Links: []store.ID{ids[4]}})[0].ID
	near := remember(t, e, Note{Content: "Parsley tolerates light frost.", Namespace: "dairy", Links: []store.ID{far}})[0].ID
	if p := findPath(t, e, PathQuestion{From: near, To: ids[4]}); !slices.Equal(idsOf(p.Route), []store.ID{near, far, ids[4]}) || p.Memories[1].Namespace != "music" {
		t.Errorf("through a link to another namespace: %v", idsOf(p.Route))
	}
}

func TestPathQuestionsThatCannotBeAnswered(t *testing.T) {
	e := open(t, "")
	a := remember(t, e, Note{Content: chain[0]})[0].ID
	b := remember(t, e, Note{Content: chain[1]})[0].ID
	gone := remember(t, e, Note{Content: chain[2]})[0].ID
	if _, err := e.Forget(context.Background(), gone, false); err != nil {
		t.Fatal(err)
	}
	unknown := uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	for name, c := range map[string]struct {
		q     PathQuestion
		kind  Kind
		words string
	}{
		"one memory":     {PathQuestion{From: a, To: a}, KindInvalid, "from and to are both"},
		"too many hops":  {PathQuestion{From: a, To: b, MaxHops: 7}, KindInvalid, "max_hops 7 is outside 1…6"},
		"negative hops":  {PathQuestion{From: a, To: b, MaxHops: -1}, KindInvalid, "max_hops -1 is outside 1…6"},
		"unknown type":   {PathQuestion{From: a, To: b, Type: "magic"}, KindInvalid, `"magic"`},
		"unknown from":   {PathQuestion{From: unknown, To: b}, KindNotFound, unknown.String()},
		"unknown to":     {PathQuestion{From: a, To: unknown}, KindNotFound, unknown.String()},
		"forgotten from": {PathQuestion{From: gone, To: b}, KindNotFound, "was forgotten"},
		"forgotten to":   {PathQuestion{From: a, To: gone}, KindNotFound, "was forgotten"},
	} {
		_, err := e.FindPath(context.Background(), c.q)
		var got *Error
		if !errors.As(err, &got) || got.Kind != c.kind || !strings.Contains(got.Message, c.words) || got.Hint == "" {
			t.Errorf("%s: %#v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.FindPath(ctx, PathQuestion{From: a, To: b}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestCancellingStopsAPathSearch cancels in the first call of progress: no second memory is expanded.
func TestCancellingStopsAPathSearch(t *testing.T) {
	e := open(t, "")
	ids := tell(t, e, 40)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	expanded := 0
	_, err := e.FindPath(ctx, PathQuestion{From: ids[0], To: ids[4], MaxHops: 6, Progress: func(n, _ int) { expanded = n; cancel() }})
	if !errors.Is(err, context.Canceled) || expanded != 1 {
		t.Errorf("%d memories expanded, error %v", expanded, err)
	}
}
