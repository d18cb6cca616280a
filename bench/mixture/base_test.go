package mixture

import (
	"slices"
	"testing"
)

func TestQuestionsAreAskedInAllWays(t *testing.T) {
	texts := []string{"a b c d e f g", "p q r s t u", "x"}
	if got, want := asked(texts, 0), []string{"a b c d", "why did p q r s t", `"x"`}; !slices.Equal(got, want) {
		t.Errorf("questions are %q, want %q", got, want)
	}
	if got, want := asked(texts, 4), []string{"func that a b c d e f g() {", "p q r s t u", "why did x"}; !slices.Equal(got, want) {
		t.Errorf("questions from the fifth on are %q, want %q", got, want)
	}
}
