package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/aims"
	"asterism/engine/purpose"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

const breadGoal = "Bake better sourdough bread at home: starter, flour, hydration, proofing and the oven."

var breadNotes = []string{
	"The sourdough starter doubles in five hours now when it is fed with rye flour.",
	"Raising the hydration to 78 percent gave the bread a more open crumb, but the dough was hard to shape.",
	"Cold proofing the loaf overnight in the fridge makes the crust blister and the taste more sour.",
	"Bake in a closed pot for twenty minutes so that the steam keeps the crust soft, then open it.",
	"With strong bread flour the dough needs a longer autolyse before the salt goes in.",
	"The loaf was flat because the dough was overproofed on the warm kitchen table.",
}

var otherNotes = []string{
	"The tenant must be given two months of notice before the lease can be ended.",
	"func Max(a, b int) int { if a > b { return a }; return b }",
	"The goalkeeper saved two penalties and the match ended without goals.",
	"Quarterly revenue fell by three percent because of weaker demand in Asia.",
	"The telescope found a planet in the habitable zone of a red dwarf star.",
	"Fix race in the websocket reconnect loop by holding the mutex while closing.",
}

func setStar(t *testing.T, e *Engine, namespace, text string) *GoalSet {
	t.Helper()
	out, err := e.SetNorthStar(context.Background(), namespace, text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func notesOf(texts ...string) (out []Note) {
	for _, v := range texts {
		out = append(out, Note{Content: v})
	}
	return out
}

// aligned waits until the background has nothing left to do in a namespace.
func aligned(t *testing.T, e *Engine, namespace string) *GoalTree {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		g, err := e.Goals(context.Background(), namespace)
		if err != nil {
			t.Fatal(err)
		}
		if !g.Aligning {
			return g
		}
		if time.Now().After(end) {
			t.Fatalf("after 2 min %d of %d memories are measured", g.Measured, g.Memories)
		}
	}
}

// thetas returns θ of the stored purpose vectors, in the order of the answers.
func thetas(t *testing.T, e *Engine, stored []Remembered) (out []float64) {
	t.Helper()
	for _, r := range stored {
		m, err := e.Get(context.Background(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		theta, ok := search.Theta(&m.Purpose)
		if !ok {
			theta = -1
		}
		out = append(out, theta)
	}
	return out
}

func isKind(err error, k Kind) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == k
}

// TestAlignmentTellsWorkOnTheGoal uses real notes, half of them on the goal.
func TestAlignmentTellsWorkOnTheGoal(t *testing.T) {
	e := open(t, "")
	setStar(t, e, "", breadGoal)
	on, off := thetas(t, e, remember(t, e, notesOf(breadNotes...)...)), thetas(t, e, remember(t, e, notesOf(otherNotes...)...))
	t.Logf("on the goal %.2f, others %.2f", on, off)
	for i := range on {
		if on[i] < .70 {
			t.Errorf("θ of %q is %.3f, want at least .70", breadNotes[i], on[i])
		}
		if off[i] >= .70 {
			t.Errorf("θ of %q is %.3f, want below .70", otherNotes[i], off[i])
		}
	}
}

// checkAligned compares every memory of a namespace, forgotten ones included, with what the goals give now, in the store and in the index.
func checkAligned(t *testing.T, e *Engine, namespace string) (memories int) {
	t.Helper()
	tree := e.aims.Tree(namespace)
	passing := map[store.ID]bool{}
	err := e.loaded().Compare(context.Background(), nil, 0, search.Filter{Namespace: namespace, MinAlignment: .6}, nil, func(block []search.Compared, _ int) error {
		for _, c := range block {
			passing[c.ID] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = e.store.Scan(context.Background(), store.Range{Namespace: namespace, Deleted: true}, store.Parts{Spaces: stored}, func(m *store.Memory) (bool, error) {
		memories++
		vectors, err := aims.Vectors(tree, m)
		if err != nil {
			return false, err
		}
		want := vectors[0]
		if !sameVector(&want, &m.Purpose) {
			t.Errorf("memory %s has the vector %v, want %v", m.ID, m.Purpose, want)
		}
		theta, ok := search.Theta(&want)
		if found := passing[m.ID]; found != (ok && float32(theta) >= .6 && m.Deleted.IsZero()) {
			t.Errorf("memory %s of θ %v is found with at least .6: %v", m.ID, theta, found)
		}
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return memories
}

// sameVector compares bits; absent values are equal.
func sameVector(a, b *[models.Count]float32) bool {
	for s := range a {
		if math.Float32bits(a[s]) != math.Float32bits(b[s]) && !(a[s] != a[s] && b[s] != b[s]) {
			return false
		}
	}
	return true
}

// TestNorthStarIsSetOnce checks that the same words change nothing, and that others replace it while the goals below it stay.
func TestNorthStarIsSetOnce(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	e := open(t, dir)
	remember(t, e, notesOf(breadNotes[:3]...)...)
	first := setStar(t, e, "", breadGoal)
	if first.Same || first.Replaced != nil || first.Aligning != 3 || first.Spaces != stored || first.Goal.Level != purpose.NorthStar || first.Goal.Namespace != DefaultNamespace {
		t.Errorf("set: %+v", first)
	}
	again := setStar(t, e, DefaultNamespace, "  "+breadGoal+"\n")
	if !again.Same || again.Goal != first.Goal || again.Aligning != 0 {
		t.Errorf("set again: %+v", again)
	}
	plan := addGoal(t, e, GoalNote{Description: "Understand fermentation and flour.", Level: purpose.Strategic})
	step := addGoal(t, e, GoalNote{Description: "Feed the starter twice a day.", Level: purpose.Immediate, Parent: plan.Goal.ID})
	if same := addGoal(t, e, GoalNote{Description: "Feed the starter twice a day.", Level: purpose.Immediate, Parent: plan.Goal.ID}); !same.Same || same.Goal != step.Goal {
		t.Errorf("added again: %+v", same)
	}
	second := setStar(t, e, "", "Run a small bakery that lives from its neighbourhood.")
	if second.Replaced == nil || *second.Replaced != first.Goal || second.Goal.ID == first.Goal.ID {
		t.Errorf("replaced: %+v", second)
	}
	before := aligned(t, e, "")
	if got := goalIDs(before); !slices.Equal(got, []store.ID{second.Goal.ID, plan.Goal.ID, step.Goal.ID}) || before.Goals[1].Parent != second.Goal.ID || before.Goals[2].Parent != plan.Goal.ID {
		t.Errorf("goals %+v", before.Goals)
	}
	if before.Measured != 3 || before.Memories != 3 {
		t.Errorf("%d of %d memories are measured", before.Measured, before.Memories)
	}
	if n := checkAligned(t, e, DefaultNamespace); n != 3 {
		t.Errorf("%d memories", n)
	}
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	e = open(t, dir)
	after, err := e.Goals(ctx, "")
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("after a restart %+v, %v; before %+v", after, err, before)
	}
	checkAligned(t, e, DefaultNamespace) // goals that were read back measure the same
	if other, err := e.Goals(ctx, "elsewhere"); err != nil || len(other.Goals) != 0 {
		t.Errorf("another namespace has goals: %+v, %v", other, err)
	}
}

func goalIDs(tree *GoalTree) (ids []store.ID) {
	for _, g := range tree.Goals {
		ids = append(ids, g.ID)
	}
	return ids
}

func addGoal(t *testing.T, e *Engine, n GoalNote) *GoalSet {
	t.Helper()
	out, err := e.AddGoal(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestGoalsThatAreRefused change nothing, and the error says what is wrong.
func TestGoalsThatAreRefused(t *testing.T) {
	e, ctx := open(t, ""), context.Background()
	star := setStar(t, e, "", breadGoal).Goal.ID
	plan := addGoal(t, e, GoalNote{Description: "Buy a stone oven.", Level: purpose.Tactical}).Goal.ID
	setStar(t, e, "elsewhere", breadGoal)
	before := aligned(t, e, "")
	unknown := uuid.MustParse("0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6071")
	add := func(n GoalNote) func() error { return func() error { _, err := e.AddGoal(ctx, n); return err } }
	set := func(namespace, text string) func() error {
		return func() error { _, err := e.SetNorthStar(ctx, namespace, text); return err }
	}
	remove := func(id store.ID) func() error {
		return func() error { _, err := e.RemoveGoal(ctx, id, false); return err }
	}
	for name, c := range map[string]struct {
		do   func() error
		kind Kind
		says string
	}{
		"blank":              {set("", " \n\u200b"), KindInvalid, "description is blank"},
		"too long":           {set("", strings.Repeat("bread ", 700)), KindInvalid, "4200 bytes long, the limit is 4096"},
		"not UTF-8":          {set("", "br\xffd"), KindInvalid, "offset 2"},
		"all namespaces":     {set("*", "bread"), KindInvalid, "all namespaces"},
		"a long namespace":   {set(strings.Repeat("n", 300), "bread"), KindInvalid, "namespace is 300 bytes"},
		"no star yet":        {add(GoalNote{Namespace: "new", Description: "x", Level: purpose.Tactical}), KindInvalid, "no North Star"},
		"a second star":      {add(GoalNote{Description: "x", Level: purpose.NorthStar}), KindInvalid, "only for the goal at the top"},
		"no level":           {add(GoalNote{Description: "x"}), KindInvalid, "unknown level \"\""},
		"level upside down":  {add(GoalNote{Description: "x", Level: purpose.Strategic, Parent: plan}), KindInvalid, plan.String() + " of level tactical"},
		"same level":         {add(GoalNote{Description: "x", Level: purpose.Tactical, Parent: plan}), KindInvalid, "level tactical cannot be below"},
		"unknown parent":     {add(GoalNote{Description: "x", Level: purpose.Immediate, Parent: unknown}), KindGoal, unknown.String()},
		"parent elsewhere":   {add(GoalNote{Namespace: "elsewhere", Description: "x", Level: purpose.Immediate, Parent: plan}), KindGoal, plan.String()},
		"remove nothing":     {remove(unknown), KindGoal, unknown.String()},
		"remove with others": {remove(star), KindInvalid, plan.String()},
		"list all":           {func() error { _, err := e.Goals(ctx, "*"); return err }, KindInvalid, "all namespaces"},
		"weight of a ghost":  {func() error { return e.aims.SetGoalWeights(ctx, DefaultNamespace, map[store.ID]float64{unknown: 1}) }, KindGoal, unknown.String()},
		"weight of 0":        {func() error { return e.aims.SetGoalWeights(ctx, DefaultNamespace, map[store.ID]float64{plan: 0}) }, KindInvalid, "not above 0"},
	} {
		err := c.do()
		if !isKind(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want %s that says %q", name, err, c.kind, c.says)
		}
		var hinted *Error
		if errors.As(err, &hinted) && hinted.Hint == "" {
			t.Errorf("%s: %v has no way out", name, err)
		}
	}
	if after := aligned(t, e, ""); !reflect.DeepEqual(before, after) {
		t.Errorf("refusals changed the goals: %+v, before %+v", after, before)
	}
}

func TestGoalsHaveALimit(t *testing.T) {
	e := open(t, "")
	fewStrangers(t, e) // each goal is compared with all of them
	setStar(t, e, "", breadGoal)
	for i := range MaxGoals - 1 {
		addGoal(t, e, GoalNote{Description: fmt.Sprintf("Bake loaf number %d.", i), Level: purpose.Immediate})
	}
	if _, err := e.AddGoal(context.Background(), GoalNote{Description: "One more.", Level: purpose.Immediate}); !isKind(err, KindInvalid) || !strings.Contains(err.Error(), "limit is 64") {
		t.Errorf("error %v", err)
	}
	if n := len(aligned(t, e, "").Goals); n != MaxGoals {
		t.Errorf("%d goals", n)
	}
}

// TestRemovedGoals checks that cascade removes the goals below a goal, and that the namespace is neutral without the North Star.
func TestRemovedGoals(t *testing.T) {
	e, ctx := open(t, ""), context.Background()
	star := setStar(t, e, "", breadGoal).Goal
	plan := addGoal(t, e, GoalNote{Description: "Understand fermentation and flour.", Level: purpose.Strategic}).Goal
	step := addGoal(t, e, GoalNote{Description: "Feed the starter twice a day.", Level: purpose.Immediate, Parent: plan.ID}).Goal
	kept := addGoal(t, e, GoalNote{Description: "Buy a stone oven.", Level: purpose.Tactical}).Goal
	notes := remember(t, e, notesOf(breadNotes...)...)
	with := thetas(t, e, notes)
	gone, err := e.RemoveGoal(ctx, plan.ID, true)
	if err != nil || !slices.Equal(gone.Goals, []purpose.Goal{plan, step}) || gone.Aligning != len(notes) {
		t.Fatalf("removed %+v, %v", gone, err)
	}
	if got := goalIDs(aligned(t, e, "")); !slices.Equal(got, []store.ID{star.ID, kept.ID}) {
		t.Errorf("goals %v", got)
	}
	checkAligned(t, e, DefaultNamespace)
	if without := thetas(t, e, notes); slices.Equal(with, without) {
		t.Error("the goals below never counted")
	}
	if _, err := e.RemoveGoal(ctx, star.ID, true); err != nil {
		t.Fatal(err)
	}
	if left := aligned(t, e, ""); len(left.Goals) != 0 || left.Measured != 0 {
		t.Errorf("%+v", left)
	}
	checkAligned(t, e, DefaultNamespace)
	for _, theta := range thetas(t, e, notes) {
		if theta != -1 {
			t.Errorf("θ is %v without a goal", theta)
		}
	}
	if ref, err := e.aims.Reference(ctx, "", uuid.Nil); ref != nil || err != nil {
		t.Errorf("reference %+v, %v", ref, err)
	}
}

// TestGoalWeightsCount checks that weights set by a correction are stored, with the correction's own entries in the same write.
func TestGoalWeightsCount(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	e := open(t, dir)
	setStar(t, e, "", breadGoal)
	flour := addGoal(t, e, GoalNote{Description: "Know flours and mills.", Level: purpose.Strategic}).Goal
	law := addGoal(t, e, GoalNote{Description: "Sign the lease of the shop.", Level: purpose.Strategic}).Goal
	notes := remember(t, e, notesOf("The landlord wants two months of notice in the lease of the shop.")...)
	before := thetas(t, e, notes)[0]
	ref, err := e.aims.Reference(ctx, "", uuid.Nil)
	if err != nil {
		t.Fatal(err)
	}
	weights := map[store.ID]float64{flour.ID: .1, law.ID: 2}
	var tried float64
	err = e.aims.Alignments(ctx, ref.WithWeights(weights), search.Filter{Namespace: DefaultNamespace}, nil, nil, func(a []aims.Alignment) error { tried = a[0].Theta(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	note := store.Entry{Shelf: store.ShelfUndo, Key: []byte("k"), Value: []byte("v")}
	if err := e.aims.SetGoalWeights(ctx, DefaultNamespace, weights, note); err != nil {
		t.Fatal(err)
	}
	tree := aligned(t, e, "")
	after := thetas(t, e, notes)[0]
	if after <= before || math.Abs(after-tried) > .01 {
		t.Errorf("θ %.3f before, %.3f after, %.3f when it was tried", before, after, tried)
	}
	if err := e.Close(ctx); err != nil {
		t.Fatal(err)
	}
	e = open(t, dir)
	if again := aligned(t, e, ""); !reflect.DeepEqual(tree, again) || again.Goals[1].Weight != .1 || again.Goals[2].Weight != 2 {
		t.Errorf("after a restart %+v", again.Goals)
	}
	if v, ok, err := e.shelves().Read(ctx, store.ShelfUndo, []byte("k")); err != nil || !ok || string(v) != "v" {
		t.Errorf("the entry beside the weights: %q, %v, %v", v, ok, err)
	}
}
