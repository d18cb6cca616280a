package passing

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/cluster"
)

var (
	what = []string{"export", "import", "login", "cache", "backup", "index", "token queue", "invoice run"}
	why  = []string{"the disk was full", "the certificate had ended", "a lease was lost", "two writers met", "the clock was wrong by a day"}
	then = []string{"We restarted the worker.", "Nobody noticed until Monday.", "The retry went through.", "A larger disk was ordered.", "It was rolled back."}
)

// corpus returns texts of eight namespaces, with frequent and rare words.
func corpus(n int) (notes []engine.Note) {
	for i := range n {
		notes = append(notes, engine.Note{
			Namespace: fmt.Sprint("team-", i%8), Time: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Hour),
			Content: fmt.Sprintf("The %s of project %d failed because %s. %s", what[i%len(what)], i/3, why[(i/2)%len(why)], then[(i*7)%len(then)]),
		})
	}
	return notes
}

// questions returns two hundred questions.
func questions() (out []string) {
	for i, w := range what {
		for k, y := range why {
			out = append(out, "why did the "+w+" fail?", "what happened when "+y, fmt.Sprintf("project %d %s", 7*i+k, w), "the "+w+" now, after "+y, w+" and then: "+then[(i+k)%len(then)])
		}
	}
	return out
}

// TestASearchOverShardsIsThatOfOneStore: the ten hits over all namespaces, and their scores, equal those of one engine with the same memories.
func TestASearchOverShardsIsThatOfOneStore(t *testing.T) {
	f := newFleet(t)
	m, err := compact()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := engine.Open(t.Context(), engine.Config{Data: t.TempDir(), Embedder: m})
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close(context.Background())
	for _, n := range corpus(240) {
		got, err := whole.Remember(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		shard := cluster.ShardOf(n.Namespace, shards)
		n.ID = got.ID
		if _, err := f.nodes[f.leaders[shard]].engines[shard].Remember(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	same := 0
	all := questions()
	for _, text := range all {
		q := engine.Question{Text: text, Namespace: "*", TopK: 10}
		want, err := whole.Recall(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.nodes["b"].Union().Recall(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := differ(got, want); diff != "" {
			t.Logf("%q: %s", text, diff)
			continue
		}
		same++
	}
	if t.Logf("%d of %d answers are the same", same, len(all)); same < len(all)-1 {
		t.Error("more than one is not")
	}
}

// differ returns how two answers differ.
func differ(got, want *engine.Found) string {
	if got.Scanned != want.Scanned || len(got.Hits) != len(want.Hits) {
		return fmt.Sprintf("%d scanned and %d hits, want %d and %d", got.Scanned, len(got.Hits), want.Scanned, len(want.Hits))
	}
	for i := range got.Hits {
		g, w := &got.Hits[i], &want.Hits[i]
		if g.Memory.ID != w.Memory.ID && math.Abs(g.Score-w.Score) > 1e-6 || math.Abs(g.Score-w.Score) > 1e-6 {
			return fmt.Sprintf("hit %d is %q with %v, want %q with %v", i, g.Memory.Content, g.Score, w.Memory.Content, w.Score)
		}
	}
	return ""
}
