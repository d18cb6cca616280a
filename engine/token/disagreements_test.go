package token

import (
	"testing"
	"unicode"
)

func TestDisagreements(t *testing.T) {
	if unicode.Version != "15.0.0" {
		t.Errorf("Unicode %s: unicode_disagreements.go was made for 15.0.0; compare every code point with the reference again", unicode.Version)
	}
	for r, want := range map[rune]class{
		'!': punct, '⹝': 0, '\v': space | other, '\t': space, '\u0301': accent | mark | word,
		'\u0378': 0, '\ue000': other, 'é': letter | word, '中': letter | word | chinese, '٣': number | word,
	} {
		if got := classOf(r); got != want {
			t.Errorf("class of %U: got %b, want %b", r, got, want)
		}
	}
}
