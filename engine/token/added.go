package token

import "unicode/utf8"

// addedToken is a token the text is searched for before anything else.
type addedToken struct {
	id                    int32
	singleWord            bool // only if it is not adjacent to a word
	leftSpace, rightSpace bool // includes the adjacent white space
}

// addedTokens finds added tokens in a text, the longest at the leftmost place.
type addedTokens struct {
	texts  *trie
	tokens []addedToken // by the trie's ids
	starts [256]bool    // the first bytes of all tokens
}

func newAddedTokens() *addedTokens { return &addedTokens{texts: newTrie()} }

func (a *addedTokens) add(text string, token addedToken) {
	if text == "" {
		return
	}
	a.texts.add(text, int32(len(a.tokens)))
	a.tokens = append(a.tokens, token)
	a.starts[text[0]] = true
}

// next finds the first token in text from byte done on and returns the bytes that it
// takes; start is len(text) if there is none.
func (a *addedTokens) next(text []byte, done int) (id int32, start, end int) {
	if len(a.tokens) == 0 {
		return 0, len(text), len(text)
	}
	for i := done; i < len(text); {
		if !a.starts[text[i]] {
			i++
			continue
		}
		at, n := a.texts.longest(text[i:])
		if n == 0 {
			i++
			continue
		}
		token := a.tokens[at]
		if token.singleWord && touchesWord(text, i, i+n) {
			i += n
			continue
		}
		start, end = i, i+n
		for token.leftSpace && start > done && spaceBefore(text, start) > 0 {
			start -= spaceBefore(text, start)
			start = max(start, done)
		}
		if token.rightSpace {
			end = skip(text, end, len(text), space)
		}
		return token.id, start, end
	}
	return 0, len(text), len(text)
}

func touchesWord(text []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(text[:start])
	after, _ := utf8.DecodeRune(text[end:])
	return start > 0 && classOf(before)&word != 0 || end < len(text) && classOf(after)&word != 0
}

// spaceBefore is the width of the white space rune that ends at i, or 0.
func spaceBefore(text []byte, i int) int {
	r, w := utf8.DecodeLastRune(text[:i])
	if classOf(r)&space == 0 {
		return 0
	}
	return w
}
