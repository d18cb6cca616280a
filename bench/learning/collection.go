package learning

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// collection is a set of texts about one field of work, and the topics inside it: questions with the texts that answer them.
type collection struct {
	name   string
	ids    []string // ascending
	texts  map[string]string
	topics []topic
}

// topic is a question and its texts, both in ascending order.
type topic struct {
	id, question string
	texts        []string
	gains        map[string]float64 // of the texts, above 0
}

// loadBEIR reads a folder with corpus.jsonl, queries.jsonl and qrels.tsv; topics are the questions with at least `least` texts.
func loadBEIR(dir string, least int) (*collection, error) {
	c := &collection{name: filepath.Base(dir)}
	var err error
	if c.texts, err = readTexts(filepath.Join(dir, "corpus.jsonl")); err != nil {
		return nil, err
	}
	questions, err := readTexts(filepath.Join(dir, "queries.jsonl"))
	if err != nil {
		return nil, err
	}
	judged, err := os.ReadFile(filepath.Join(dir, "qrels.tsv"))
	if err != nil {
		return nil, err
	}
	gains := map[string]map[string]float64{}
	for line := range strings.Lines(string(judged)) {
		f := strings.Fields(line)
		if len(f) != 3 || c.texts[f[1]] == "" || questions[f[0]] == "" {
			continue // the heading, or what the set lacks
		}
		if gain, err := strconv.ParseFloat(f[2], 64); err == nil && gain > 0 {
			if gains[f[0]] == nil {
				gains[f[0]] = map[string]float64{}
			}
			gains[f[0]][f[1]] = max(gains[f[0]][f[1]], gain)
		}
	}
	for id, of := range gains {
		if len(of) >= least {
			c.topics = append(c.topics, topic{id, questions[id], slices.Sorted(maps.Keys(of)), of})
		}
	}
	slices.SortFunc(c.topics, func(a, b topic) int { return strings.Compare(a.id, b.id) })
	return c.sorted(), nil
}

// readTexts reads lines of {"_id", "title", "text"}; blank texts are left out.
func readTexts(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]string{}
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<24)
	for n := 1; s.Scan(); n++ {
		var l struct {
			ID          string `json:"_id"`
			Title, Text string
		}
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		if text := strings.TrimSpace(l.Title + "\n" + l.Text); text != "" {
			out[l.ID] = text
		}
	}
	return out, s.Err()
}

// loadCSV reads the column "text" of a file with a heading.
func loadCSV(name, path string) (*collection, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s has no heading", path)
	}
	column := slices.Index(rows[0], "text")
	if column < 0 {
		return nil, fmt.Errorf("%s: no column %q in %v", path, "text", rows[0])
	}
	c := &collection{name: name, texts: map[string]string{}}
	for i, r := range rows[1:] {
		c.texts[fmt.Sprintf("%06d", i)] = r[column]
	}
	return c.sorted(), nil
}

func (c *collection) sorted() *collection {
	for id := range c.texts {
		c.ids = append(c.ids, id)
	}
	slices.Sort(c.ids)
	return c
}
