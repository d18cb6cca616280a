package engine

import "testing"

func TestFirstBadByte(t *testing.T) {
	for text, want := range map[string]int{
		"":                -1,
		"café ☕ 🌱":        -1,
		"\x00\uFFFD":      -1, // both are valid characters
		"\xff":            0,
		"caf\xe9":         3, // Latin-1
		"é\xc3":           2, // cut within a character
		"☕\xed\xa0\x80":   3, // half a pair of UTF-16
		"ok \xc0\xaf":     3, // an overlong encoding
		"🌱\xf0\x9f\x8c ☕": 4, // the first of two bad places
	} {
		if got := FirstBadByte(text); got != want {
			t.Errorf("%q stops being UTF-8 at %d, want %d", text, got, want)
		}
	}
}
