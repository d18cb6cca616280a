package answer

import (
	"strings"
	"testing"
)

func TestSnippetShowsWhereTheWordsAre(t *testing.T) {
	long := strings.Repeat("filler words here. ", 60) + "The zebra crossed. " + strings.Repeat("more filler. ", 60)
	s := snippet(long, "zebra")
	if !strings.Contains(s, "zebra") || len([]rune(s)) > snippetRunes+2 || !strings.HasPrefix(s, "…") || !strings.HasSuffix(s, "…") {
		t.Errorf("got %q", s)
	}
	if s := snippet(long, "nothing"); !strings.HasPrefix(s, "filler") {
		t.Errorf("got %q", s)
	}
	if s := snippet("short\n\ttext", "x"); s != "short text" {
		t.Errorf("got %q", s)
	}
}
