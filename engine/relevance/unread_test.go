package relevance

import "testing"

// latin is a tokenizer that knows only ASCII letters.
type latin struct{}

func (latin) Encode(dst []int32, text string) []int32 {
	for _, c := range text {
		dst = append(dst, min(c, 0x80))
	}
	return dst
}

func (latin) Token(id int32) string {
	if id == 0x80 {
		return unknownToken
	}
	return string(rune(id))
}

func TestUnreadShareIsOfWordsThatSaySomething(t *testing.T) {
	for text, want := range map[string]float64{
		"why did the import fail": 0, "": 0, "— …": 0,
		"почему упал import":       .5, // почему is grammar
		"сервер упал":              1,
		"restart контейнера — now": 1. / 3,
	} {
		if got := UnreadShare(text, latin{}); got != want {
			t.Errorf("%q: %v is unread, want %v", text, got, want)
		}
	}
}
