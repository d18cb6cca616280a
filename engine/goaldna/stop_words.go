package goaldna

import (
	_ "embed"
	"strings"
)

//go:embed stop_words.txt
var stopWordsText string

// StopWords is the published list: English words of grammar of three letters and more; shorter words are no tokens anyway. It holds no word that can
// name a thing or an action.
func StopWords() []string { return strings.Fields(stopWordsText) }

// stopWords is the list as it is looked up.
var stopWords = func() wordSet {
	var out wordSet
	for _, w := range StopWords() {
		out.add([]rune(w))
	}
	return out
}()
