package words

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// otherLetters reports whether a text has letters beyond ASCII.
func otherLetters(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return c >= 0x80 && (unicode.IsLetter(c) || unicode.IsMark(c)) })
}

// englishParts returns the parts of some files of the repository, without those with letters beyond ASCII.
func englishParts(t *testing.T, between string, patterns ...string) (out []string) {
	t.Helper()
	for _, p := range patterns {
		files, err := filepath.Glob(filepath.FromSlash(p))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", p, err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for part := range strings.SplitSeq(string(b), between) {
				if !otherLetters(part) {
					out = append(out, part)
				}
			}
		}
	}
	return out
}

// TestEnglishIsAsItWas compares the words of the English test texts with those of the program before it knew other languages.
func TestEnglishIsAsItWas(t *testing.T) {
	sum, n := fnv.New64a(), 0
	for _, part := range englishParts(t, "\n", "../../bench/quality/testdata/notes/corpus.jsonl", "../../bench/quality/testdata/notes/queries.jsonl", "../testdata/topics.jsonl") {
		counts, total := Of(part)
		n += total
		fmt.Fprintln(sum, counts, total)
	}
	if got := fmt.Sprintf("%d words, %016x", n, sum.Sum64()); got != wordsBefore {
		t.Errorf("%s; before, %s", got, wordsBefore)
	}
}

// wordsBefore was computed at commit ffabaeb.
const wordsBefore = "2180 words, c5a257424033e3d3"

// TestDocumentationIsEnglish checks that no paragraph of the documentation is taken for another language, and that no word of it has forms in one.
func TestDocumentationIsEnglish(t *testing.T) {
	parts := englishParts(t, "\n\n", "../../docs/*.md", "../../docs/decisions/*.md", "../../README.md", "../../ARCHITECTURE.md")
	if len(parts) < 500 {
		t.Fatalf("%d paragraphs", len(parts))
	}
	for _, part := range parts {
		if r := read([]string{part}); r.language != unknown || r.extra != 0 {
			t.Errorf("taken for language %d, %d words have other forms: %q", r.language, r.extra, part)
		}
	}
}
