package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCorpusIsTextWithoutRepeatsAndAlwaysTheSame(t *testing.T) {
	const n = 200
	texts, err := corpus(n)
	if err != nil {
		t.Fatal(err)
	}
	words := 0
	seen := map[string]bool{}
	for _, p := range texts {
		k := len(strings.Fields(p))
		words += k
		if k < fewestWords || k > mostWords || !utf8.ValidString(p) || seen[p] {
			t.Errorf("piece of %d words, repeated: %v: %q", k, seen[p], p)
		}
		seen[p] = true
	}
	if len(texts) != n || words < 35*n || words > 50*n {
		t.Errorf("%d pieces with %d words, want %d of about %d each", len(texts), words, n, meanWords)
	}
	again, err := corpus(n)
	if err != nil || !slices.Equal(texts, again) {
		t.Errorf("a second corpus is another one, error %v", err)
	}
}

func TestPiecesGoOnWhenTheTextHasBeenUsedUp(t *testing.T) {
	words := make([]string, 2*mostWords)
	for i := range words {
		words[i] = fmt.Sprint("w", i)
	}
	got := pieces(words, 500)
	if len(got) != 500 || len(slices.Compact(slices.Sorted(slices.Values(got)))) != 500 {
		t.Errorf("%d pieces, or some are there twice", len(got))
	}
}

func TestOnlyCommentsAreRead(t *testing.T) {
	got := appendComments(nil, "// Copyright 2026 A\n//go:build linux\n\n// Reads it. ----\nfunc f() {} // not this\n\t// "+strings.Repeat("x", 61)+" end\n")
	if want := []string{"Reads", "it.", "end"}; !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
	if got := appendComments(nil, "// \xff bad"); len(got) != 0 {
		t.Errorf("text that is not UTF-8 was read as %q", got)
	}
}

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
