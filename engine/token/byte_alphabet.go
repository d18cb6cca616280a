package token

import "unicode/utf8"

// Byte-level vocabularies write every byte as a visible character: printable
// Latin-1 as itself, the rest from U+0100 on. Source: Radford et al. 2019.
var byteRunes, runeBytes = func() (runes [256]rune, bytes map[rune]byte) {
	bytes = make(map[rune]byte, len(runes))
	spare := rune(0x100)
	for i := range runes {
		r := rune(i)
		if printable := '!' <= r && r <= '~' || '¡' <= r && r <= '¬' || '®' <= r; !printable {
			r = spare
			spare++
		}
		runes[i], bytes[r] = r, byte(i)
	}
	return runes, bytes
}()

// fromByteAlphabet returns the text that a byte-level token represents; ok is false if
// the token has characters outside the alphabet.
func fromByteAlphabet(token string) (text string, ok bool) {
	b := make([]byte, 0, utf8.RuneCountInString(token))
	for _, r := range token {
		c, ok := runeBytes[r]
		if !ok {
			return "", false
		}
		b = append(b, c)
	}
	return string(b), true
}
