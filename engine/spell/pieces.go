package spell

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokenizer is the part of a tokenizer that is needed; it divides words into pieces.
type Tokenizer interface {
	VocabSize() int
	Token(id int32) string
	Encode(dst []int32, text string) []int32
}

// brokenWord is the number of pieces from which a word counts as unknown: a misspelt word has many pieces, since no tokenizer
// learned it.
const brokenWord = 3

// rareWord is the number of pieces from which a word is unknown to the tokenizer. Many such words are right, only rare, so they are compared with the words of the searched texts.
const rareWord = 2

// mostTried is how many of the words near to a rare one are looked up in the searched texts.
const mostTried = 4

// longText is the number of words from which a text is no short question: its other words show what it is about, and every
// unknown word would be compared with thousands of known ones.
const longText = 30

// Pieces corrects texts by the words that a tokenizer knows whole. It is safe for concurrent use if the tokenizer is.
type Pieces struct {
	tokenizer Tokenizer
	words     *Words
}

// OfTokenizer uses the words that a tokenizer knows whole, in the order in which it learned them: the most frequent first. Pieces
// within words are marked, by "##" or by a word sign on the others, and are left out.
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

// Meant returns the corrections of a text's misspelt words, if known words are near enough. It returns none for a text of thirty words or more,
// where a word is letters up to anything else. A word with a capital is a name and is not corrected (Tokyo is no misspelt tokio), except the first word, and in a text
// that is all capitals. A word that held reports as being in the searched texts is not corrected either: somebody wrote it on purpose. held is called only for words that
// would be corrected, and for their corrections;
// nil: no word is held. A word of two pieces, such as "databse", may be right and rare: it is corrected only to the most frequent word one change away that is held.
func (p *Pieces) Meant(text string, held func(word string) (bool, error)) (out []string, err error) {
	_, out, err = p.Mended(text, held)
	return out, err
}

// Mended also returns the words of the text with those corrections; "" for a text of thirty words or more.
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

// Unknown returns the words of a text that are long enough to be corrected, are unknown to the tokenizer, and are not held.
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

// broken returns the correction of a word of many pieces; "": none is near, or the word is held.
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

// rare returns the correction of a word of two pieces; "": no near word is held, or the word itself is held.
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

// Says reports whether a text contains a word, in any case. A word is what [Pieces.Meant] takes for one.
func Says(text, word string) bool {
	for w := range strings.FieldsFuncSeq(text, notLetter) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// HeldBy returns a function for [Pieces.Meant] that reports whether one of some texts contains a word.
func HeldBy(texts iter.Seq[string]) func(word string) (bool, error) {
	words := map[string]bool{}
	for text := range texts {
		for w := range strings.FieldsFuncSeq(text, notLetter) {
			words[strings.ToLower(w)] = true
		}
	}
	return func(word string) (bool, error) { return words[word], nil }
}
