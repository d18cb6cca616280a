package quality

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// set is a collection of documents, and questions with the documents that answer them (Thakur et al. 2021, BEIR's layout).
type set struct {
	name    string
	docs    []entry
	order   *order // nil: at least one document has no time
	queries []query
	dropped dropped
}

// entry is a line of corpus.jsonl or queries.jsonl: an id and what is embedded, title and text with a space between.
type entry struct{ id, text string }

// query is a question that has an answer in the corpus.
type query struct {
	entry
	relevant map[int]float64 // place of a document → its gain, above 0
	self     int             // the document that the question is, which is left out of its ranking; −1: none
}

// dropped counts what took no part.
type dropped struct {
	queries        int // without a relevant document in the corpus
	unknownDocs    int // judgements of documents that the corpus lacks
	unknownQueries int // judgements of questions that queries.jsonl lacks
}

func (d dropped) String() string {
	var out []string
	for _, c := range []struct {
		n    int
		what string
	}{
		{d.queries, "questions without an answer in the corpus left out"},
		{d.unknownDocs, "judged documents are not in the corpus"},
		{d.unknownQueries, "judged questions are not in queries.jsonl"},
	} {
		if c.n > 0 {
			out = append(out, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	return strings.Join(out, ", ")
}

// loadSet reads a folder with corpus.jsonl, queries.jsonl and qrels.tsv (or a folder qrels with a test.tsv or just one file). Errors
// name the file, the line and the field. Judgements of 0 and less mean "not relevant" and are not needed.
func loadSet(dir string) (*set, error) {
	s := &set{name: filepath.Base(dir)}
	var err error
	if s.docs, err = readEntries(filepath.Join(dir, "corpus.jsonl")); err != nil {
		return nil, fmt.Errorf("load set %s: %w", s.name, err)
	}
	if s.order, err = readOrder(filepath.Join(dir, "corpus.jsonl")); err != nil {
		return nil, fmt.Errorf("load set %s: %w", s.name, err)
	}
	asked, err := readEntries(filepath.Join(dir, "queries.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("load set %s: %w", s.name, err)
	}
	path, err := findQrels(dir)
	if err != nil {
		return nil, fmt.Errorf("load set %s: %w", s.name, err)
	}
	judged, err := readQrels(path)
	if err != nil {
		return nil, fmt.Errorf("load set %s: %w", s.name, err)
	}
	if s.join(asked, judged); len(s.queries) == 0 {
		return nil, fmt.Errorf("load set %s: none of %d questions has a relevant document in the corpus: do the ids in %s match those in corpus.jsonl and queries.jsonl?",
			s.name, len(asked), path)
	}
	return s, nil
}

// join gives every question its relevant documents.
func (s *set) join(asked []entry, judged []judgement) {
	place := make(map[string]int, len(s.docs))
	for i, d := range s.docs {
		place[d.id] = i
	}
	all := make(map[string]*query, len(asked))
	for _, e := range asked {
		all[e.id] = &query{entry: e, relevant: map[int]float64{}, self: s.itself(e, place)}
	}
	for _, j := range judged {
		q, known := all[j.query]
		if !known {
			s.dropped.unknownQueries++
			continue
		}
		doc, known := place[j.doc]
		if !known {
			s.dropped.unknownDocs++
			continue
		}
		if j.gain > 0 {
			q.relevant[doc] = max(q.relevant[doc], j.gain)
		}
	}
	for _, e := range asked {
		if q := all[e.id]; len(q.relevant) > 0 {
			s.queries = append(s.queries, *q)
		} else {
			s.dropped.queries++
		}
	}
}

// itself is the place of the document that a question was made of: the one with its id, when one of the two texts begins with the
// other, for questions may be cut short. In many collections questions and documents are both numbered from 1, so the id
// alone says nothing.
func (s *set) itself(e entry, place map[string]int) int {
	i, ok := place[e.id]
	if !ok {
		return -1
	}
	a, b := unwrapped(s.docs[i].text), unwrapped(e.text)
	if a != "" && b != "" && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) {
		return i
	}
	return -1
}

// unwrapped is a text with single spaces for all white space.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// findQrels is the file of judgements of a folder.
func findQrels(dir string) (string, error) {
	for _, name := range []string{"qrels.tsv", filepath.Join("qrels", "test.tsv")} {
		if path := filepath.Join(dir, name); isFile(path) {
			return path, nil
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, "qrels", "*.tsv"))
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		return "", fmt.Errorf("find judgements: %s has neither qrels.tsv nor qrels/test.tsv, and %d other files in qrels/*.tsv, want just one", dir, len(found))
	}
	return found[0], nil
}

func isFile(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}
