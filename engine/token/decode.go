package token

import (
	"strings"
	"unicode/utf8"
)

// decoder joins tokens back into text.
type decoder interface {
	decode(tokens []string) string
}

// Decode returns the text of ids, including special tokens, as near to the original as
// the normaliser allows. Unknown ids are skipped.
func (t *Tokenizer) Decode(ids []int32) string {
	tokens := make([]string, 0, len(ids))
	for _, id := range ids {
		if token := t.Token(id); token != "" {
			tokens = append(tokens, token)
		}
	}
	return t.decoder.decode(tokens)
}

// spaceDecoder is used if a file names no decoder.
type spaceDecoder struct{}

func (spaceDecoder) decode(tokens []string) string { return strings.Join(tokens, " ") }

// byteDecoder converts the byte alphabet back to bytes.
type byteDecoder struct{}

func (byteDecoder) decode(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		if text, ok := fromByteAlphabet(token); ok {
			token = text
		}
		b.WriteString(token)
	}
	return repaired(b.String())
}

// repaired writes U+FFFD for every invalid byte and every incomplete code point, which is
// how the reference counts them.
func repaired(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			for i+n < len(text) && !utf8.FullRuneInString(text[i:i+n+1]) {
				n++
			}
		}
		b.WriteRune(r)
		i += n
	}
	return b.String()
}

// wordPieceDecoder puts a space before every token that does not continue a
// word.
type wordPieceDecoder struct {
	prefix  string
	cleanup bool // move punctuation to the preceding word
}

// tidy removes the spaces around punctuation, one rule after the other as the reference
// does.
var tidy = [][2]string{
	{" .", "."}, {" ?", "?"}, {" !", "!"}, {" ,", ","}, {" ' ", "'"}, {" n't", "n't"},
	{" 'm", "'m"}, {" do not", " don't"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"},
}

func (d wordPieceDecoder) decode(tokens []string) string {
	var b strings.Builder
	for i, token := range tokens {
		if i > 0 {
			if rest, ok := strings.CutPrefix(token, d.prefix); ok {
				token = rest
			} else {
				token = " " + token
			}
		}
		if d.cleanup {
			for _, rule := range tidy {
				token = strings.ReplaceAll(token, rule[0], rule[1])
			}
		}
		b.WriteString(token)
	}
	return b.String()
}

// metaspaceDecoder writes the visible mark as a space again.
type metaspaceDecoder struct {
	mark   string
	prefix bool // the first token's marks were added there
}

func (d metaspaceDecoder) decode(tokens []string) string {
	var b strings.Builder
	for i, token := range tokens {
		space := " "
		if i == 0 && d.prefix {
			space = ""
		}
		b.WriteString(strings.ReplaceAll(token, d.mark, space))
	}
	return b.String()
}

// suffixDecoder writes the end-of-word suffix as a space.
type suffixDecoder struct{ suffix string }

func (d suffixDecoder) decode(tokens []string) string {
	var b strings.Builder
	for i, token := range tokens {
		space := " "
		if i == len(tokens)-1 {
			space = ""
		}
		b.WriteString(strings.ReplaceAll(token, d.suffix, space))
	}
	return b.String()
}
