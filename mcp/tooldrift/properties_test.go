package tooldrift

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawList returns up to eight random tools with six names, so that duplicates, edits and moves are common.
func drawList(t *rapid.T, label string, distinct bool) List {
	var defs []json.RawMessage
	for i := range rapid.IntRange(0, 8).Draw(t, label+" length") {
		name := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, fmt.Sprintf("%s name %d", label, i))
		if distinct && slices.ContainsFunc(defs, func(d json.RawMessage) bool { return strings.Contains(string(d), `"name":"`+name+`"`) }) {
			continue
		}
		def, _ := json.Marshal(map[string]any{
			"name":        name,
			"description": rapid.SampledFrom([]string{"x", "y"}).Draw(t, fmt.Sprintf("%s description %d", label, i)),
			"inputSchema": map[string]any{"type": "object", "required": rapid.SampledFrom([][]string{{"p"}, {"p", "q"}}).Draw(t, fmt.Sprintf("%s required %d", label, i))},
		})
		defs = append(defs, def)
	}
	var l List
	if err := l.add(defs); err != nil {
		t.Fatal(err)
	}
	return l
}

func names(l List) []string {
	out := []string{}
	for _, t := range l.Tools {
		out = append(out, t.Name)
	}
	return out
}

func TestEqualListsAreIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawList(t, "list", rapid.Bool().Draw(t, "distinct"))
		r := Classify(l, l)
		if r.Kind != Identity || r.Divergence != nil || r.Before != r.After {
			t.Fatalf("%s", r.Text())
		}
		if len(r.Ambiguous) == 0 && (r.Risk != None || len(r.Reasons) > 0) {
			t.Fatalf("risk of nothing: %s", r.Text())
		}
	})
}

// TestAddedAndRemovedSwap: with the lists exchanged, added and removed are exchanged, in list order, and edited is the same.
func TestAddedAndRemovedSwap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawList(t, "before", false), drawList(t, "after", false)
		there, back := Classify(a, b), Classify(b, a)
		if !slices.Equal(there.Added, back.Removed) || !slices.Equal(there.Removed, back.Added) {
			t.Fatalf("added %v removed %v; turned round added %v removed %v", there.Added, there.Removed, back.Added, back.Removed)
		}
		if !slices.Equal(slices.Sorted(slices.Values(there.Edited)), slices.Sorted(slices.Values(back.Edited))) {
			t.Fatalf("edited %v; turned round %v", there.Edited, back.Edited)
		}
		if len(there.Moved) != len(back.Moved) {
			t.Fatalf("moved %v; turned round %v", there.Moved, back.Moved)
		}
		if !reflect.DeepEqual(there.Divergence, back.Divergence) {
			t.Fatalf("divergence %v; turned round %v", there.Divergence, back.Divergence)
		}
	})
}

// TestKindFollowsTheDefinition compares with each kind's definition in a second, slow implementation.
func TestKindFollowsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawList(t, "before", true), drawList(t, "after", true)
		na, nb := names(a), names(b)
		contains := !slices.ContainsFunc(na, func(n string) bool { return !slices.Contains(nb, n) })
		front := contains && slices.Equal(na, nb[:len(na)])
		same := front && a.canonical() == List{Tools: b.Tools[:len(na)]}.canonical()
		want := Reorder
		switch {
		case same && len(nb) == len(na):
			want = Identity
		case !contains:
			want = Remove
		case same:
			want = Append
		case front:
			want = Edit
		}
		if r := Classify(a, b); r.Kind != want {
			t.Fatalf("%v → %v: %s, want %s", na, nb, r.Kind, want)
		}
	})
}

// TestMovingTheMovedExplainsTheOrder: without the moved tools, the common ones are in their old order, and no smaller set would do.
func TestMovingTheMovedExplainsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawList(t, "before", true), drawList(t, "after", true)
		na, nb := names(a), names(b)
		common := slices.DeleteFunc(slices.Clone(na), func(n string) bool { return !slices.Contains(nb, n) })
		fewest := len(common)
		for mask := range 1 << len(common) {
			var stay []string
			for i, n := range common {
				if mask&(1<<i) != 0 {
					stay = append(stay, n)
				}
			}
			if slices.Equal(stay, slices.DeleteFunc(slices.Clone(nb), func(n string) bool { return !slices.Contains(stay, n) })) {
				fewest = min(fewest, len(common)-len(stay))
			}
		}
		if r := Classify(a, b); len(r.Moved) != fewest {
			t.Fatalf("%v → %v: moved %v, want %d of them", na, nb, r.Moved, fewest)
		}
	})
}

// TestKeyOrderIsNoDrift: lists that differ only in the order of keys, and of members of set-like arrays, are the same.
func TestKeyOrderIsNoDrift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawList(t, "before", false), drawList(t, "after", false)
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		if plain, mixed := Classify(a, b), Classify(shuffled(t, rnd, a), shuffled(t, rnd, b)); !reflect.DeepEqual(plain, mixed) {
			t.Fatalf("%s\n%s", plain.Text(), mixed.Text())
		}
	})
}

func shuffled(t *rapid.T, rnd *rand.Rand, l List) List {
	var defs []json.RawMessage
	for _, tool := range l.Tools {
		v, err := decode(tool.Definition)
		if err != nil {
			t.Fatal(err)
		}
		if req := v.(map[string]any)["inputSchema"].(map[string]any)["required"].([]any); len(req) > 1 && rnd.IntN(2) == 0 {
			slices.Reverse(req)
		}
		defs = append(defs, json.RawMessage(mixedKeys(rnd, v)))
	}
	var out List
	if err := out.add(defs); err != nil {
		t.Fatal(err)
	}
	return out
}

// mixedKeys writes a value with the keys of each object in random order.
func mixedKeys(rnd *rand.Rand, v any) string {
	m, ok := v.(map[string]any)
	if !ok {
		return text(v)
	}
	keys := sortedKeys(m)
	rnd.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	var parts []string
	for _, k := range keys {
		parts = append(parts, text(k)+": "+mixedKeys(rnd, m[k]))
	}
	return "{ " + strings.Join(parts, " , ") + " }"
}
