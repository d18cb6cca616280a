package peerbench

import (
	"errors"
	"math/rand/v2"
	"strings"

	"asterism/bench/mix"
	"asterism/engine/token"
)

// fewestTokens is the shortest text that is not blank: one word and the two marks around it.
const fewestTokens = 3

// drawTexts draws n texts whose lengths in tokens, marks included, are those that the goals were stated for: log-normal with mean 60. Each word is one token.
func drawTexts(t *token.Tokenizer, n int) ([]string, error) {
	words := wordsOf(t)
	if len(words) == 0 {
		return nil, errors.New("draw texts: the tokenizer has no whole words")
	}
	r := rand.New(rand.NewPCG(60, 61))
	out := make([]string, n)
	for i, length := range mix.Lengths(n, 1) {
		drawn := make([]string, max(length, fewestTokens)-t.Frame())
		for j := range drawn {
			drawn[j] = words[r.IntN(len(words))]
		}
		out[i] = strings.Join(drawn, " ")
	}
	return out, nil
}

// wordsOf are a tokenizer's whole words of small letters.
func wordsOf(t *token.Tokenizer) (words []string) {
	for id := range int32(t.VocabSize()) {
		w := t.Token(id)
		if w != "" && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" {
			words = append(words, w)
		}
	}
	return words
}

// rowsOf are the ids of texts, marks included, as ONNX Runtime alone is given them.
func rowsOf(t *token.Tokenizer, texts []string) [][]int32 {
	out := make([][]int32, len(texts))
	for i, text := range texts {
		out[i] = t.Wrap(nil, t.Encode(nil, text))
	}
	return out
}
