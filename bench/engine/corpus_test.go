package engine

import (
	"slices"
	"testing"
)

func TestCorpusParts(t *testing.T) {
	s, err := sizesOf("small")
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{sizes: s}
	stored, spare, err := b.corpus(s.stored)
	if err != nil {
		t.Fatal(err)
	}
	if len(stored) != s.stored || len(spare) != s.spare() || slices.Contains(stored, spare[0]) {
		t.Errorf("%d texts to store and %d spare ones", len(stored), len(spare))
	}
	if _, _, err := b.corpus(len(b.texts)); err == nil {
		t.Error("the spare texts were given out to be stored")
	}
	if _, err := sizesOf("huge"); err == nil {
		t.Error("an unknown SIZE was taken")
	}
}

func TestQuestionsAreAskedInAllWays(t *testing.T) {
	got := questions([]string{"a b c d e f g h", "x y", "q r", "s t", "u v"})
	want := []string{"a b c d e f g", "why did x y", `"q r"`, "s t last week", "func that u v() {"}
	if !slices.Equal(got, want) {
		t.Errorf("questions are %q, want %q", got, want)
	}
}
