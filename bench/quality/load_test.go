package quality

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// folder writes files, by path inside it.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	smallCorpus = `{"_id": "1", "title": "Oil", "text": "for lamps"}` + "\n" +
		`{"_id": "2", "text": "a lamp\nof  glass"}` + "\n\n" +
		`{"_id": 3, "title": "", "text": "nothing"}` + "\n"
	smallQueries = `{"_id": "1", "text": "what burns"}` + "\n" + `{"_id": "2", "text": "a lamp of"}` + "\n" + `{"_id": "q", "text": "who asks"}` + "\n"
)

func TestLoadSet(t *testing.T) {
	for name, qrels := range map[string]map[string]string{
		"tabs with a header":      {"qrels.tsv": "query-id\tcorpus-id\tscore\n1\t1\t2\n1\t3\t0\n2\t3\t1\n1\t9\t1\nx\t1\t1\n2\t1\t-1\n"},
		"tabs without a header":   {"qrels.tsv": "1\t1\t2\n1\t3\t0\n2\t3\t1\n1\t9\t1\nx\t1\t1\n2\t1\t-1\n"},
		"four columns as of TREC": {"qrels.tsv": "1 0 1 2\n1 0 3 0\n2 0 3 1\n1 0 9 1\nx 0 1 1\n2 0 1 -1\n"},
		"the test part of BEIR":   {"qrels/test.tsv": "1\t1\t2\n1\t3\t0\n2\t3\t1\n1\t9\t1\nx\t1\t1\n2\t1\t-1\n", "qrels/train.tsv": "broken"},
		"the only file":           {"qrels/dev.tsv": "1\t1\t2\n1\t3\t0\r\n2\t3\t1\n1\t9\t1\nx\t1\t1\n2\t1\t-1\n"},
		"judged twice":            {"qrels.tsv": "1\t1\t1\n1\t1\t2\n2\t3\t1\n1\t9\t1\nx\t1\t1\n"},
	} {
		files := map[string]string{"corpus.jsonl": smallCorpus, "queries.jsonl": smallQueries}
		maps.Copy(files, qrels)
		s, err := loadSet(folder(t, files))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if want := []entry{{"1", "Oil for lamps"}, {"2", "a lamp\nof  glass"}, {"3", "nothing"}}; !slices.Equal(s.docs, want) {
			t.Errorf("%s: documents are %q", name, s.docs)
		}
		if s.dropped != (dropped{queries: 1, unknownDocs: 1, unknownQueries: 1}) {
			t.Errorf("%s: dropped are %+v, want one of each", name, s.dropped)
		}
		if len(s.queries) != 2 || !maps.Equal(s.queries[0].relevant, map[int]float64{0: 2}) || !maps.Equal(s.queries[1].relevant, map[int]float64{2: 1}) {
			t.Errorf("%s: questions are %+v", name, s.queries)
			continue
		}
		// The question 1 is not the document 1; the question 2 is how the document 2 begins.
		if s.queries[0].self != -1 || s.queries[1].self != 1 {
			t.Errorf("%s: questions stand at %d and %d of the corpus, want -1 and 1", name, s.queries[0].self, s.queries[1].self)
		}
	}
}

func TestLoadSetSaysWhatIsWrong(t *testing.T) {
	good := map[string]string{"corpus.jsonl": smallCorpus, "queries.jsonl": smallQueries, "qrels.tsv": "1\t1\t1\n"}
	for _, c := range []struct {
		file, content string
		want          []string
	}{
		{"corpus.jsonl", `{"_id": "1", "text": "a"}` + "\n" + `{"_id": "2"`, []string{"corpus.jsonl", "line 2", "JSON"}},
		{"corpus.jsonl", `{"_id": "1"}`, []string{"line 1", "field text", `"1"`}},
		{"corpus.jsonl", `{"text": "a"}`, []string{"line 1", "field _id"}},
		{"corpus.jsonl", `{"_id": "", "text": "a"}`, []string{"line 1", "field _id"}},
		{"corpus.jsonl", `{"_id": {}, "text": "a"}`, []string{"line 1", "field _id", "{}"}},
		{"corpus.jsonl", `{"_id": "1", "text": 5}`, []string{"line 1", "field text", "number"}},
		{"corpus.jsonl", `{"_id": "1", "text": "a"}` + "\n\n" + `{"_id": "1", "text": "b"}`, []string{"line 3", "field _id", `"1"`, "line 1"}},
		{"corpus.jsonl", "\n", []string{"corpus.jsonl", "no lines"}},
		{"queries.jsonl", `["1"]`, []string{"queries.jsonl", "line 1"}},
		{"qrels.tsv", "q\td\ts\n1\t1\tmuch\n", []string{"qrels.tsv", "line 2", "column 3", `"much"`}},
		{"qrels.tsv", "1\t1\n", []string{"line 1", "2 columns"}},
		{"qrels.tsv", "1\t\t1\n", []string{"line 1", "column 2", "empty"}},
		{"qrels.tsv", "1\t1\tNaN\n", []string{"line 1", "column 3", "NaN"}},
		{"qrels.tsv", "1 0 1 x\n1 0 1 Inf\n", []string{"line 2", "column 4", "Inf"}},
		{"qrels.tsv", "1\t7\t1\n", []string{"none of 3 questions", "qrels.tsv"}},
	} {
		files := maps.Clone(good)
		files[c.file] = c.content
		_, err := loadSet(folder(t, files))
		if err == nil {
			t.Errorf("%s %q is taken", c.file, c.content)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s %q: error %q does not say %q", c.file, c.content, err, part)
			}
		}
	}
}

func TestLoadSetWithoutItsFiles(t *testing.T) {
	for _, missing := range []string{"corpus.jsonl", "queries.jsonl", "qrels.tsv"} {
		files := map[string]string{"corpus.jsonl": smallCorpus, "queries.jsonl": smallQueries, "qrels.tsv": "1\t1\t1\n"}
		delete(files, missing)
		if _, err := loadSet(folder(t, files)); err == nil || !strings.Contains(err.Error(), missing) {
			t.Errorf("error without %s is %v", missing, err)
		}
	}
	two := map[string]string{"corpus.jsonl": smallCorpus, "queries.jsonl": smallQueries, "qrels/a.tsv": "1\t1\t1\n", "qrels/b.tsv": "1\t1\t1\n"}
	if _, err := loadSet(folder(t, two)); err == nil || !strings.Contains(err.Error(), "2 other files") {
		t.Errorf("error with two files of judgements is %v", err)
	}
}

func FuzzEntries(f *testing.F) {
	for _, s := range []string{smallCorpus, smallQueries, `{"_id":1e3,"text":""}`, "{\"_id\":\"\\u0000\",\"text\":\"\xff\"}", "\r\n{}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		got, err := parseEntries(strings.NewReader(content))
		if err == nil && len(got) == 0 {
			t.Fatal("neither lines nor an error")
		}
		seen := map[string]bool{}
		for _, e := range got {
			if err == nil && (e.id == "" || seen[e.id]) {
				t.Fatalf("id %q is empty or double", e.id)
			}
			seen[e.id] = true
		}
	})
}

func FuzzQrels(f *testing.F) {
	for _, s := range []string{"query-id\tcorpus-id\tscore\n1\t1\t2\n", "1 0 d 1\n", "a b c\n", "1\t \t1", "x\ty\t0x1p4\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		got, err := parseQrels(strings.NewReader(content))
		if lines := strings.Count(content, "\n") + 1; len(got) > lines {
			t.Fatalf("%d judgements of %d lines", len(got), lines)
		}
		for _, j := range got {
			if err == nil && (j.query == "" || j.doc == "" || j.gain-j.gain != 0) {
				t.Fatalf("judgement %+v", j)
			}
		}
	})
}
