package search

import (
	"slices"
	"testing"
	"time"

	"asterism/engine/search/draw"
	"asterism/engine/store"
)

// passes applies a Filter word for word.
func passes(f Filter, m *store.Memory) bool {
	for _, tag := range f.Tags {
		if !slices.Contains(m.Tags, tag) {
			return false
		}
	}
	return (f.Namespace == "" || f.Namespace == m.Namespace) && (f.Modality == "" || f.Modality == m.Modality) &&
		(f.SessionID == "" || f.SessionID == m.SessionID) && (f.Source == "" || m.IsOf(f.Source)) &&
		(f.After.IsZero() || !m.Time.Before(f.After)) && (f.Before.IsZero() || m.Time.Before(f.Before))
}

// TestFilterEqualsAnIndexOfWhatPasses: a filtered search returns what an index of only the passing memories returns.
func TestFilterEqualsAnIndexOfWhatPasses(t *testing.T) {
	ix, all := randomIndex(t, 3, 300, 0.1)
	some := draw.Epoch.Add(-200 * 24 * time.Hour)
	var exact time.Time
	for _, m := range all {
		exact = m.Time
	}
	for name, f := range map[string]Filter{
		"namespace": {Namespace: "a"}, "tags": {Tags: []string{"red", "blue"}}, "modality": {Modality: "code"},
		"after": {After: some}, "before": {Before: some}, "after is closed": {After: exact}, "before is open": {Before: exact},
		"session": {SessionID: "s2"}, "source": {Source: "x"}, "file": {Source: "x.jsonl"}, "piece": {Source: "x.jsonl:4"}, "nothing": {},
		"few":       {Namespace: "b", Tags: []string{"green", "red", "blue"}, Modality: "text", SessionID: "s1", After: some},
		"no such":   {Namespace: "c"},
		"no tag":    {Tags: []string{"red", "mauve"}},
		"empty":     {After: some, Before: some},
		"whole run": {Before: draw.Epoch.Add(time.Hour), After: draw.Epoch.AddDate(-3, 0, 0)},
	} {
		k := &keeper{by: map[store.ID]*store.Memory{}}
		alone := New(k)
		for _, m := range all {
			if passes(f, m) {
				k.by[m.ID] = m
				if err := alone.Add(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		q := randomQuestion(4)
		q.TopK = len(all)
		want := mustSearch(t, alone, q)
		q.Filter = f
		got := mustSearch(t, ix, q)
		if got.Scanned != len(k.by) {
			t.Errorf("%s: %d scanned, want %d", name, got.Scanned, len(k.by))
		}
		if err := sameHits(got.Hits, want.Hits); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
