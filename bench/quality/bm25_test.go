package quality

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"
)

// fts5IDF is that of SQLite, which sets words that stand in half of the documents or more to almost nothing.
func fts5IDF(documents, with int) float64 {
	if idf := math.Log((float64(documents-with) + 0.5) / (float64(with) + 0.5)); idf > 0 {
		return idf
	}
	return 1e-6
}

// TestBM25AgreesWithSQLite holds the scores against those of another implementation; testdata/bm25/fts5.py makes them.
func TestBM25AgreesWithSQLite(t *testing.T) {
	raw, err := os.ReadFile("testdata/bm25/fts5.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Documents []string
		Answers   []struct {
			Question string
			Scores   []float64
		}
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	docs := make([]entry, len(golden.Documents))
	for i, d := range golden.Documents {
		docs[i].text = d
	}
	b := newBM25(docs, usual, plainWords)
	b.idf = fts5IDF
	positive := 0
	for _, a := range golden.Answers {
		for i, got := range b.scores(a.Question) {
			if math.Abs(got-a.Scores[i]) > 1e-6*max(1, a.Scores[i]) {
				t.Errorf("%q against %q: %v, SQLite says %v", a.Question, golden.Documents[i], got, a.Scores[i])
			}
			if a.Scores[i] > 0.1 {
				positive++
			}
		}
	}
	if positive < 20 {
		t.Errorf("only %d scores are worth comparing", positive)
	}
}

// TestBM25ByHand: two documents of 2 and 4 words, mean 3, "oil" in the first alone: idf = ln(1 + 1.5/1.5) = ln 2.
func TestBM25ByHand(t *testing.T) {
	b := newBM25([]entry{{"a", "oil lamp"}, {"b", "a lamp of glass"}}, usual, plainWords)
	want := math.Log(2) * 2.2 / (1 + 1.2*(0.25+0.75*2/3))
	if got := b.scores("oil"); math.Abs(got[0]-want) > 1e-12 || got[1] != 0 {
		t.Errorf("scores are %v, want %v and 0", got, want)
	}
	if got := b.scores("oil oil"); math.Abs(got[0]-2*want) > 1e-12 {
		t.Errorf("a word asked for twice counts %v, want %v", got[0], 2*want)
	}
	if got := b.rank("lamp oil", 5, -1); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("ranking is %v, want 0 1", got)
	}
	if got := b.rank("lamp oil", 5, 0); !slices.Equal(got, []int{1}) {
		t.Errorf("ranking without document 0 is %v", got)
	}
	if got := b.rank("candle", 5, -1); len(got) != 0 {
		t.Errorf("a word that stands nowhere finds %v", got)
	}
}

func TestBM25OfDocumentsWithoutWords(t *testing.T) {
	b := newBM25([]entry{{"a", "…"}, {"b", ""}}, usual, plainWords)
	if got := b.rank("anything", 5, -1); len(got) != 0 {
		t.Errorf("it finds %v", got)
	}
}

func TestTheIDFIsNeverNegative(t *testing.T) {
	if got := luceneIDF(10, 10); got < 0 {
		t.Errorf("idf of a word in every document is %v", got)
	}
	if got, want := luceneIDF(10, 1), math.Log(1+9.5/1.5); got != want {
		t.Errorf("idf is %v, want %v", got, want)
	}
}
