package chunk

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func titles(cs []Chunk) (out []string) {
	for _, c := range cs {
		out = append(out, c.Title)
	}
	return out
}

func TestMarkdownBreaksAtHeadings(t *testing.T) {
	doc := "intro\n\n# Store\nRocksDB keeps it.\n\n## Keys\nOrdered.\n```sh\n# not a heading\n```\n# Search\nScan.\n"
	got := Split("a.md", doc, Limits{Min: 0, Max: 1000})
	want := []string{"", "Store", "Store > Keys", "Search"}
	if strings.Join(titles(got), "|") != strings.Join(want, "|") {
		t.Fatalf("titles %q, want %q", titles(got), want)
	}
	if got[2].Line != 6 || !strings.Contains(got[2].Text, "# not a heading") {
		t.Errorf("fence: %+v", got[2])
	}
}

func TestSourceBreaksAtDeclarations(t *testing.T) {
	for name, c := range map[string]struct{ doc, want string }{
		"a.go":  {"package a\n\n// Add adds.\nfunc Add(a, b int) int {\n\treturn a + b\n}\n\ntype T struct{}\n", "package a|func Add(a, b int) int|type T struct{}"},
		"a.py":  {"import os\n\n@cached\ndef load(p):\n    return p\n\nclass A:\n    def f(self): pass\n", "|def load(p)|class A"},
		"a.c":   {"#include <stdio.h>\n\nstatic int add(int a,\n  int b)\n{\n  return a+b;\n}\nint x;\n", "|static int add(int a,"},
		"a.ts":  {"import x\n\nexport const f = (a) => a\nexport class B {}\n", "|export const f = (a) => a|export class B {}"},
		"a.rs":  {"use x;\n\n/// Doc.\npub(crate) fn go() {}\nimpl A {}\n", "|pub(crate) fn go() {}|impl A {}"},
		"a.sh":  {"set -e\n\nrun() {\n  true\n}\n", "|run()"},
		"a.txt": {"one\n\ntwo\n", ""},
	} {
		got := Split(name, c.doc, Limits{Min: 0, Max: 1000})
		if strings.Join(titles(got), "|") != c.want {
			t.Errorf("%s: titles %q, want %q", name, titles(got), c.want)
		}
		for _, g := range got {
			if strings.HasPrefix(g.Title, "func Add") && !strings.HasPrefix(g.Text, "// Add adds.") {
				t.Errorf("comment not with its function: %q", g.Text)
			}
		}
	}
}

func TestShortSectionsTravelTogether(t *testing.T) {
	got := Split("a.md", "# A\nx\n# B\ny\n# C\n"+strings.Repeat("word ", 100)+"\n", Limits{Min: 20, Max: 600})
	if len(got) != 1 {
		t.Fatalf("%d chunks: %q", len(got), titles(got))
	}
}

func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"# H\n", "\n", "func f() {\n", "}\n", "// c\n", "```\n", "word word ", "größe ", "日本語", "\t", "x\r\n"})).Draw(t, "parts"), "")
		name := rapid.SampledFrom([]string{"a.md", "a.go", "a.txt"}).Draw(t, "name")
		l := Limits{Min: rapid.IntRange(0, 30).Draw(t, "min"), Max: rapid.IntRange(8, 60).Draw(t, "max")}
		joined := ""
		for _, c := range Split(name, text, l) {
			if len(c.Text) > l.Max || !utf8.ValidString(c.Text) || c.Line < 1 {
				t.Fatalf("bad chunk %+v", c)
			}
			joined += c.Text
		}
		if strip(joined) != strip(text) {
			t.Fatalf("lost text: %q became %q", text, joined)
		}
	})
}

// strip drops white space: chunks with only white space are left out.
func strip(s string) string { return strings.Join(strings.Fields(s), "") }

func FuzzSplit(f *testing.F) {
	f.Add("a.md", "# A\n\n```\n# b\n")
	f.Add("a.go", "func f() {\n}\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		if !utf8.ValidString(text) {
			return
		}
		joined := ""
		for _, c := range Split(name, text, Limits{Min: 16, Max: 64}) {
			joined += c.Text
		}
		if strip(joined) != strip(text) {
			t.Fatalf("lost text: %q became %q", text, joined)
		}
	})
}

func TestKindOf(t *testing.T) {
	for name, want := range map[string]Kind{"A.MD": Markdown, "x/y.go": Source, "README": Plain, "a.png": Unknown, "Makefile": Plain, "b": Unknown} {
		if got := KindOf(name); got != want {
			t.Errorf("KindOf(%q) = %v, want %v", name, got, want)
		}
	}
}

// TestNoLimitsAreTheDefault: with a maximum of no bytes the cutting would never end.
func TestNoLimitsAreTheDefault(t *testing.T) {
	text := strings.Repeat("one line of a note about the depot\n", 200)
	want := Split("a.md", text, DefaultLimits)
	for _, l := range []Limits{{}, {Max: -1}, {Min: 5}} {
		if got := Split("a.md", text, l); !slices.Equal(got, want) {
			t.Errorf("limits %+v: %d chunks, want the %d of the default", l, len(got), len(want))
		}
	}
}
