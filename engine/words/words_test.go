package words

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
)

// ids returns the ids of a text's words.
func ids(text string) (out []uint16) {
	counts, _ := Of(text)
	for _, c := range counts {
		out = append(out, c.ID)
	}
	return out
}

func TestFormsOfAWordAreOne(t *testing.T) {
	for _, forms := range []string{
		"make makes making Make MAKE", "stop stops stopped stopping", "story stories", "class classes", "quick quickly", "parallel parallelism",
		"index indexed indexing", "need needs needed needing", "computer computing computational", "Straße straße STRASSE", "été ete", "サーバー ｻｰﾊﾞｰ",
	} {
		list := strings.Fields(forms)
		for _, form := range list[1:] {
			if !slices.Equal(ids(form), ids(list[0])) {
				t.Errorf("%q is another word than %q", form, list[0])
			}
		}
	}
}

func TestOtherWordsStayOthers(t *testing.T) {
	list := strings.Fields("bus ss ring red fly king thing news 2023 2024 E_QUOKKA_41 E_QUOKKA_42 v1.2.3 v1.2.4 été étape")
	for i, a := range list {
		for _, b := range list[:i] {
			if slices.Equal(ids(a), ids(b)) {
				t.Errorf("%q and %q are one word", a, b)
			}
		}
	}
}

func TestIdentifiersCountWholeAndInParts(t *testing.T) {
	for text, want := range map[string]string{
		"parseHeader":       "parseheader parse header",
		"HTTPServer":        "httpserver http server",
		"retry_count":       "retry count",
		"(retry_count),":    "retry count",
		"engine/open.go:12": "engine open go 12",
		"well-known":        "well known",
		"error: disk":       "error disk",
		"a+b":               "b", // a has no meaning, and + does not join
		"it's":              "",
		"the of what":       "",
	} {
		got, more := ids(text), 0
		if strings.ContainsAny(strings.Trim(text, "(),:"), "_/-.") {
			more = 1 // the whole
		}
		words := ids(want)
		if len(got) != len(words)+more {
			t.Errorf("%q: %d words, want %d", text, len(got), len(words)+more)
		}
		for _, id := range words {
			if !slices.Contains(got, id) {
				t.Errorf("%q lacks a word of %q", text, want)
			}
		}
	}
	if whole := "retry_count"; !slices.ContainsFunc(ids(whole), func(id uint16) bool { return !slices.Contains(ids("retry count"), id) }) {
		t.Errorf("%q has no word of its own", whole)
	}
}

func TestCountsAddUp(t *testing.T) {
	counts, total := Of("import failed, imports fail", "the import")
	n := 0
	for i, c := range counts {
		n += c.N
		if i > 0 && counts[i-1].ID >= c.ID {
			t.Error("ids are out of order, or one comes twice")
		}
	}
	if n != total || total != 5 || len(counts) != 2 {
		t.Errorf("%v, %d in all: want 2 words of 5", counts, total)
	}
}

func FuzzOf(f *testing.F) {
	for _, s := range []string{"", "parseHeader a/b.go", "\xff\xfe", "ИмяФайла_2 — ß", "ss ies ing ed ly", "e\u0301te"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		counts, total := Of(text)
		// A text that is too short to show its language may be long enough when it is repeated; its words then count differently.
		sameLanguage := LanguageOf(text) == LanguageOf(text+" "+text)
		if twice, n := Of(text, text); sameLanguage && (n != 2*total || len(twice) != len(counts)) {
			t.Fatalf("said twice: %d words of %d kinds, once %d of %d", n, len(twice), total, len(counts))
		}
		if spaced, n := Of(" " + strings.Join(strings.Fields(text), "\n\t")); n != total || !slices.Equal(spaced, counts) {
			t.Fatalf("white space changes the words of %q", text)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	text := strings.Repeat("The nightly import failed because the disk of importHost-3 was full; see engine/open.go:12. ", 4)
	b.SetBytes(int64(len(text)))
	for range b.N {
		Of(text)
	}
}

// TestManyReadAtOnce checks concurrent reads, which share the cache of stems.
func TestManyReadAtOnce(t *testing.T) {
	texts := make([]string, 64)
	for i := range texts {
		texts[i] = strings.Repeat(fmt.Sprintf("reading%d imports%d failed ", i%7, i%5), 40)
	}
	want := make([][]uint16, len(texts))
	for i, text := range texts {
		want[i] = ids(text)
	}
	var group errgroup.Group
	for i, text := range texts {
		group.Go(func() error {
			if got := ids(text); !slices.Equal(got, want[i]) {
				return fmt.Errorf("text %d: words %v, want %v", i, got, want[i])
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

// TestARememberedWordIsThatWord checks that words that share a slot of the cache, and long ones with the same beginning, are never confused.
func TestARememberedWordIsThatWord(t *testing.T) {
	var all []string
	for i := range 3000 {
		all = append(all, fmt.Sprintf("word%d", i), fmt.Sprintf("imports%dfailed", i*i), strings.Repeat("long", 6)+fmt.Sprint(i%40), strings.Repeat("é", i%30)+fmt.Sprint(i))
	}
	all = append(all, "", "the", "failing", strings.Repeat("x", 4*longestStemmed+1))
	for range 3 {
		for _, word := range all {
			if got, want := stemOf([]byte(word)), newStemmed(word); *got != *want || !got.is([]byte(word)) {
				t.Fatalf("%q: %+v, want %+v", word, *got, *want)
			}
		}
	}
	if (&stemmed{size: 2, begin: [within]byte{'a'}}).is([]byte("ab")) || newStemmed(strings.Repeat("a", within)+"b").is([]byte(strings.Repeat("a", within)+"c")) {
		t.Error("a word is taken for another")
	}
}
