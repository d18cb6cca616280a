package peerbench

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"asterism/bench/corpus"
)

// TestQuestions: each kind is what its comment says, and the same each time.
func TestQuestions(t *testing.T) {
	texts, err := corpus.Texts(300)
	if err != nil {
		t.Fatal(err)
	}
	const n = 20
	memories, questions, err := makeQuestions(texts, n)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, q := range questions {
		count[q.kind]++
		memory := strings.ToLower(memories[q.want])
		holding := 0
		for _, m := range memories {
			if strings.Contains(strings.ToLower(m), strings.ToLower(q.text)) {
				holding++
			}
		}
		words := strings.Fields(q.text)
		switch q.kind {
		case phrase, rare:
			if holding != 1 || !strings.Contains(memory, q.text) {
				t.Errorf("%s %q stands in %d memories, want in its own alone", q.kind, q.text, holding)
			}
			if q.kind == phrase && len(words) != phraseWords || q.kind == rare && len(words) != 1 {
				t.Errorf("%s %q has %d words", q.kind, q.text, len(words))
			}
		case mixed:
			for _, w := range words {
				if !slices.Contains(strings.Fields(memory), w) {
					t.Errorf("%s %q: %q is no word of its memory", q.kind, q.text, w)
				}
			}
		case next:
			if memories[q.want]+" "+q.text != texts[q.want] || len(words) != nextWords {
				t.Errorf("%s %q is not what came after its memory", q.kind, q.text)
			}
		}
	}
	for _, kind := range kinds {
		if count[kind] != n {
			t.Errorf("%d questions of the kind %q, want %d", count[kind], kind, n)
		}
	}
	again, others, err := makeQuestions(texts, n)
	if err != nil || !slices.Equal(again, memories) || !slices.Equal(others, questions) {
		t.Errorf("a second time they are others (%v)", err)
	}
}

// TestTooFewTextsForQuestions names the number that there are.
func TestTooFewTextsForQuestions(t *testing.T) {
	short := make([]string, 30)
	for i := range short {
		short[i] = fmt.Sprintf("text %d", i)
	}
	if _, _, err := makeQuestions(short, 5); err == nil || !strings.Contains(err.Error(), "0 texts") {
		t.Errorf("error %v, want one that says that no text is long enough", err)
	}
}

// TestTallyCountsFirstAndAnywhere: a memory that is returned behind the first ten counts as anywhere, not as first.
func TestTallyCountsFirstAndAnywhere(t *testing.T) {
	tl := &tally{texts: []string{"wanted"}, found: map[string]map[string]*hits{ours: {}, theirs: {}}}
	many := make([]string, depth+1)
	many[depth] = "wanted"
	for _, ms := range []map[string]float64{{ours: 2, theirs: 6}, {ours: 5, theirs: 5}, {ours: 4, theirs: 8}} {
		tl.round()
		tl.add(question{kind: phrase}, map[string][]string{ours: {"other", "wanted"}, theirs: many}, ms)
	}
	got := valuesOf(t, tl.rows())
	wants(t, got, map[string]float64{
		"search.phrase.ours_recall10": 1, "search.phrase.server_memory_recall10": 0, "search.phrase.server_memory_recall_anywhere": 1,
		"search.phrase.server_memory_returned": depth + 1, "search_vs_server_memory": 2, "search.ours_p50_ms": 4, "search.server_memory_p99_ms": 8,
	})
}
