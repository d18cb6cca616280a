package learning

import (
	"bufio"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// utlSets are the collections that UTL is measured on, each with what it is about: texts of different subjects are unrelated.
var utlSets = []struct{ name, subject string }{
	{"medline", "medicine"}, {"citation-dev", "medicine"}, {"cranfield", "aerodynamics"}, {"cosqa-dev", "software"},
	{"issue-links", "software"}, {"longmemeval-mini", "chat"}, {"stsb", "captions"},
}

// Texts shorter or longer than this are left out, not cut.
const (
	utlLeastBytes = 20
	utlMostBytes  = 4000
)

// utlTexts reads the texts of a collection in a fixed random order, each once.
func utlTexts(data, name string) (out []string, err error) {
	read := corpusTexts
	if name == "stsb" {
		read = sentences
	}
	all, err := read(filepath.Join(data, name))
	if err != nil {
		return nil, fmt.Errorf("read texts of %s: %w", name, err)
	}
	seen := map[string]bool{}
	for _, t := range all {
		if len(t) >= utlLeastBytes && len(t) <= utlMostBytes && !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	r := rand.New(rand.NewPCG(5, uint64(len(out))))
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out, nil
}

// corpusTexts are the texts of a folder's corpus.jsonl, by id.
func corpusTexts(dir string) (out []string, err error) {
	texts, err := readTexts(filepath.Join(dir, "corpus.jsonl"))
	for _, id := range slices.Sorted(maps.Keys(texts)) {
		out = append(out, texts[id])
	}
	return out, err
}

// sentencePair is a line of the sentence similarity set: two sentences, and how similar people found them, 0 to 5.
type sentencePair struct {
	score float64
	a, b  string
}

func sentencePairs(dir string) (out []sentencePair, err error) {
	f, err := os.Open(filepath.Join(dir, "sts-dev.csv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		c := strings.Split(lines.Text(), "\t")
		if len(c) < 7 {
			return nil, fmt.Errorf("sts-dev.csv:%d: %d columns, want at least 7", n, len(c))
		}
		score, err := strconv.ParseFloat(c[4], 64)
		if err != nil {
			return nil, fmt.Errorf("sts-dev.csv:%d: %w", n, err)
		}
		out = append(out, sentencePair{score, c[5], c[6]})
	}
	return out, lines.Err()
}

// sentences are the first sentences of all pairs.
func sentences(dir string) (out []string, err error) {
	pairs, err := sentencePairs(dir)
	for _, p := range pairs {
		out = append(out, p.a)
	}
	return out, err
}
