package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCorpusIsTextWithoutRepeatsAndAlwaysTheSame(t *testing.T) {
	const n = 200
	texts, err := Texts(n)
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
	again, err := Texts(n)
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

// TestPackagesImportEachOther: net/http says what it is for and imports crypto/tls; what everybody imports is left out, and so is what other modules have. Some module of the build has
// packages that import each other too.
func TestPackagesImportEachOther(t *testing.T) {
	bases, err := CodeBases()
	if err != nil {
		t.Fatal(err)
	}
	if len(bases) < 2 || !slices.ContainsFunc(bases, func(c CodeBase) bool { return c.Name == "golang.org/x/text" }) {
		t.Errorf("%d code bases", len(bases))
	}
	for _, base := range bases {
		known := map[string]*Package{}
		for i := range base.Packages {
			known[base.Packages[i].Path] = &base.Packages[i]
		}
		for _, p := range base.Packages {
			if base.Name != "Go's library" && !strings.HasPrefix(p.Path, base.Name) {
				t.Errorf("%s is among the packages of %s", p.Path, base.Name)
			}
			for _, i := range p.Imports {
				if known[i] == nil || i == "errors" || i == p.Path {
					t.Errorf("%s imports %s", p.Path, i)
				}
			}
		}
		if web := known["net/http"]; base.Name == "Go's library" && (web == nil || !strings.Contains(web.Doc, "HTTP client and server") || !slices.Contains(web.Imports, "crypto/tls")) {
			t.Errorf("net/http is %+v", web)
		}
	}
}
