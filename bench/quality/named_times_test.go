package quality

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestReadOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "corpus.jsonl")
	for name, c := range map[string]struct {
		text, err string
		n         int
		sessions  []string
	}{
		"all":      {text: `{"timestamp":"2026-03-01T10:00:00Z","session":"a"}` + "\n\n" + `{"timestamp":"2026-03-02T10:00:00+02:00"}`, n: 2, sessions: []string{"a", ""}},
		"one less": {text: `{"timestamp":"2026-03-01T10:00:00Z"}` + "\n{}"},
		"none":     {text: "{}"},
		"a number": {text: `{"timestamp":"2026-03-01T10:00:00Z","session":1}`, n: 1, sessions: []string{"1"}},
		"a list":   {text: `{"timestamp":"2026-03-01T10:00:00Z","session":[1]}`, err: "line 1: field session"},
		"no time":  {text: `{"timestamp":"2026-03-01T10:00:00Z"}` + "\n" + `{"timestamp":"March"}`, err: "line 2: field timestamp"},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readOrder(path)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %s", name, err, c.err)
			}
		} else if err != nil || c.n == 0 && got != nil || c.n > 0 && len(got.times) != c.n || c.n > 0 && !slices.Equal(got.sessions, c.sessions) {
			t.Errorf("%s: %v, %v; want %d", name, got, err, c.n)
		}
	}
}

// TestNamedTimesAreMeasured: on documents that say the same of two days, the question's day decides where the time is preferred, and not where it is ignored.
func TestNamedTimesAreMeasured(t *testing.T) {
	s := &set{name: "two days", order: &order{}}
	for i, day := range []string{"2026-03-10", "2026-03-20", "2026-04-01"} {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		s.docs = append(s.docs, entry{day, "The mill stood still for some hours."})
		s.order.times, s.order.sessions = append(s.order.times, at), append(s.order.sessions, "")
		s.queries = append(s.queries, query{entry: entry{day, "when did the mill stand still on " + day + "?"}, relevant: map[int]float64{i: 1}, self: -1})
	}
	s.queries = append(s.queries, query{entry: entry{"none", "when did the mill stand still?"}, relevant: map[int]float64{0: 1}, self: -1})
	all := timed{}
	if err := all.measure(t.Context(), options{}, &result{set: s, columns: map[string][]quality{}}); err != nil {
		t.Fatal(err)
	}
	preferred, ignored := all["preferred"], all["ignored"]
	if len(preferred) != 3 || len(ignored) != 3 {
		t.Fatalf("%d and %d questions, want 3 that name a time", len(preferred), len(ignored))
	}
	if p, i := mean(preferred), mean(ignored); p.ndcg != 1 || i.ndcg == 1 {
		t.Errorf("preferred %.2f, ignored %.2f: want 1 and less", p.ndcg, i.ndcg)
	}
}
