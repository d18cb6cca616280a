package spell

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokenizer is what is needed of one that cuts words into pieces.
type Tokenizer interface {
	VocabSize() int
	Token(id int32) string
	Encode(dst []int32, text string) []int32
}

// brokenWord is the number of pieces from which a word counts as unknown: wrong letters break it up, since no tokenizer
// learned it.
const brokenWord = 3

// rareWord is the number of pieces from which a word is not one of the tokenizer's own. Many such are right, only rare; so one is held against what is searched.
const rareWord = 2

// mostTried is how many of the words near to a rare one are looked for in what is searched.
const mostTried = 4

// longText is the number of words from which a text is one of its own rather than a question: what it is about is in its other words, and every
// unknown word of it would be held against thousands of known ones.
const longText = 30

// Pieces corrects texts by the whole words that a tokenizer knows. It is safe for concurrent use if the tokenizer is.
type Pieces struct {
	tokenizer Tokenizer
	words     *Words
}

// OfTokenizer takes the whole words that a tokenizer knows, in the order in which it learned them: the most frequent first. Pieces that
// stand inside words are marked, with "##" or a word sign at the others' start, and are left out.
func OfTokenizer(t Tokenizer) *Pieces {
	var words []string
	for id := range int32(t.VocabSize()) {
		if w := t.Token(id); w != "" && strings.IndexFunc(w, notLetter) < 0 {
			words = append(words, w)
		}
	}
	return &Pieces{t, New(words)}
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// Meant returns the words that a text's misspelt ones stand for, as far as they are near to known ones: none for a text of thirty words or more,
// where a word is letters up to anything else. A word with a capital is a name and is left as it is (Tokyo is no misspelt tokio), but for the first word, and in a text
// that is all capitals. So is a word that is held, by what is searched: somebody wrote it on purpose. held is asked only of words that would be corrected, and of those they would become; nil: none
// is. A word of two pieces, such as "databse", may be right and rare: it stands for the most frequent word one change away that is held, and for none where none is.
func (p *Pieces) Meant(text string, held func(word string) (bool, error)) (out []string, err error) {
	_, out, err = p.Mended(text, held)
	return out, err
}

// Mended is also what the text reads with those words in their places, its words alone; "" for a text of thirty words or more.
func (p *Pieces) Mended(text string, held func(word string) (bool, error)) (mended string, out []string, err error) {
	words := strings.FieldsFunc(text, notLetter)
	if len(words) >= longText {
		return "", nil, nil
	}
	shouted := strings.IndexFunc(text, unicode.IsLower) < 0
	for i, w := range words {
		if i > 0 && !shouted && strings.IndexFunc(w, unicode.IsUpper) >= 0 {
			continue // a name
		}
		w = strings.ToLower(w)
		var m string
		switch pieces := len(p.tokenizer.Encode(nil, w)); {
		case pieces >= brokenWord:
			m, err = p.broken(w, held)
		case pieces >= rareWord && held != nil:
			m, err = p.rare(w, held)
		}
		if err != nil {
			return "", nil, err
		}
		if m != "" {
			words[i], out = m, append(out, m)
		}
	}
	return strings.Join(words, " "), out, nil
}

// Unknown are the words of a text that are long enough to be corrected, are none of the tokenizer's own, and are not held.
func (p *Pieces) Unknown(text string, held func(word string) (bool, error)) (out []string, err error) {
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), notLetter) {
		if utf8.RuneCountInString(w) < minLetters || len(p.tokenizer.Encode(nil, w)) < rareWord {
			continue
		}
		is := false
		if held != nil {
			if is, err = held(w); err != nil {
				return out, err
			}
		}
		if !is {
			out = append(out, w)
		}
	}
	return out, nil
}

// broken is the word that one of many pieces stands for; "": none is near, or it is held.
func (p *Pieces) broken(w string, held func(word string) (bool, error)) (string, error) {
	m, ok := p.words.Meant(w)
	if !ok || held == nil {
		return m, nil
	}
	if is, err := held(w); is || err != nil {
		return "", err
	}
	return m, nil
}

// rare is the word that one of two pieces stands for; "": none that is near is held, or it is held itself.
func (p *Pieces) rare(w string, held func(word string) (bool, error)) (string, error) {
	near := p.words.Near(w)
	if len(near) == 0 {
		return "", nil
	}
	if is, err := held(w); is || err != nil {
		return "", err
	}
	for _, m := range near[:min(mostTried, len(near))] {
		if is, err := held(m); is || err != nil {
			return m, err
		}
	}
	return "", nil
}

// Says reports whether a word stands in a text, in letters of any case. A word is what [Pieces.Meant] takes for one.
func Says(text, word string) bool {
	for w := range strings.FieldsFuncSeq(text, notLetter) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// HeldBy is what tells [Pieces.Meant] whether one of some texts says a word.
func HeldBy(texts iter.Seq[string]) func(word string) (bool, error) {
	words := map[string]bool{}
	for text := range texts {
		for w := range strings.FieldsFuncSeq(text, notLetter) {
			words[strings.ToLower(w)] = true
		}
	}
	return func(word string) (bool, error) { return words[word], nil }
}
