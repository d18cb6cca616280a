package goaldna

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestKnownValues(t *testing.T) {
	rest := "Build a REST API for user management"
	for _, c := range []struct {
		goal, action string
		want         string
	}{
		{rest, rest, "1.000000"},
		{rest, "Creating database migration for users", "0.034426"},
		{rest, "Researching quantum computing papers", "0.004615"},
		{rest, "Implement the user REST API endpoint for management", "0.538889"},
		{rest, "Write unit tests for the user API", "0.230556"},
		{rest, "Run pytest", "0.007317"},
		{rest, "user", "0.157647"},
		{rest, "rest api", "0.332941"},
		{"abc def", "abc xyz", "0.308333"},
	} {
		got, signal := NewDNA(c.goal).Similarity(c.action)
		if fmt.Sprintf("%.6f", got) != c.want || !signal {
			t.Errorf("similarity of %q to %q is %.6f (signal %v), want %s", c.action, c.goal, got, signal, c.want)
		}
	}
}

func TestTokens(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Fix the parse_args of CLI v2!", "cli fix parse_args"},
		{"___ a_b __x", "__x a_b"},
		{"HTTP 404 and 12", "404 http"},
		{"Ｆｕｌｌ　ｗｉｄｔｈ ﬁle", "file full width"},
		{"Настроить поиск по базе", "базе настроить поиск"},
		{"用户管理", "户管 用户 管理"},
		{"ユーザー API", "api ザー ユー ーザ"},
		{"จัดการ", "จั ัด ดก กา าร"},
		{"水", "水"},
		{"사용자 관리", "사용자"},
		{"résumé re\u0301sume\u0301", "résumé"},
		{"مستخدم إدارة", "إدارة مستخدم"},
		{"the with about", ""},
		{"\u200b \u00a0", ""},
		{"bad\xffbytes", "bad bytes"},
	} {
		got := NewDNA(c.text).Tokens()
		want := strings.Fields(c.want)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("tokens of %q are %q, want %q", c.text, got, want)
		}
	}
}

func TestNoSignal(t *testing.T) {
	for _, c := range []struct {
		goal, action string
		similarity   float64
		signal       bool
	}{
		{"", "fix the parser", .5, false},
		{"fix the parser", "", .5, false},
		{"fix the parser", " \n", .5, false},
		{"fix the parser", "ab", .5, false}, // neither a word nor a trigram
		{"ab c", "ab c", 1, true},           // trigrams only
		{"水", "水", 1, true},                 // words only
		{"水", "火", 0, true},
		{"fix it", "水", 0, true},
	} {
		got, signal := NewDNA(c.goal).Similarity(c.action)
		if got != c.similarity || signal != c.signal {
			t.Errorf("similarity of %q to %q is %v, signal %v; want %v, %v", c.action, c.goal, got, signal, c.similarity, c.signal)
		}
	}
}

func TestStopWordsAreWords(t *testing.T) {
	if len(StopWords()) < 100 {
		t.Fatalf("only %d stop words", len(StopWords()))
	}
	for _, w := range StopWords() {
		if len(w) < leastLetters || w != strings.ToLower(w) {
			t.Errorf("stop word %q is never a token", w)
		}
		if got := NewDNA(w).Tokens(); len(got) > 0 {
			t.Errorf("stop word %q is a token", w)
		}
	}
}

// slow is the definition, with the sets of the language.
func slow(goal, action string) (float64, bool) {
	sets := func(text string) (words map[string]bool, grams map[string]bool) {
		words, grams = map[string]bool{}, map[string]bool{}
		folded := []rune(strings.Join(strings.Fields(strings.ToLower(text)), " "))
		for i := 0; i+3 <= len(folded); i++ {
			grams[string(folded[i:i+3])] = true
		}
		for _, w := range strings.FieldsFunc(string(folded), func(r rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789_", r) }) {
			if len(w) >= 3 && !slices.Contains(StopWords(), w) && strings.Trim(w, "_") != "" {
				words[w] = true
			}
		}
		return words, grams
	}
	share := func(a, b map[string]bool) float64 {
		both := 0
		for k := range a {
			if b[k] {
				both++
			}
		}
		if len(a)+len(b) == 0 {
			return math.NaN()
		}
		return float64(both) / float64(len(a)+len(b)-both)
	}
	gw, gg := sets(goal)
	aw, ag := sets(action)
	w, g := share(gw, aw), share(gg, ag)
	switch {
	case len(gw)+len(gg) == 0, len(aw)+len(ag) == 0:
		return .5, false
	case math.IsNaN(w):
		return g, true
	case math.IsNaN(g):
		return w, true
	}
	return .7*w + .3*g, true
}

// ascii draws short texts whose words meet often.
var ascii = rapid.StringOf(rapid.SampledFrom([]rune("aab bc_1 Thefor,.\n\tuse rXYZ")))

func TestSimilarityIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		goal, action := ascii.Draw(t, "goal"), ascii.Draw(t, "action")
		got, signal := NewDNA(goal).Similarity(action)
		if want, s := slow(goal, action); math.Abs(got-want) > 1e-12 || s != signal {
			t.Fatalf("similarity of %q to %q is %v, %v; want %v, %v", action, goal, got, signal, want, s)
		}
	})
}

func TestSimilarityLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		checkLaws(t, a, b)
	})
}

// fataler is a test of either kind.
type fataler interface{ Fatalf(string, ...any) }

func checkLaws(t fataler, a, b string) {
	ab, signal := NewDNA(a).Similarity(b)
	ba, back := NewDNA(b).Similarity(a)
	if ab != ba || signal != back {
		t.Fatalf("similarity of %q and %q is %v (%v) one way and %v (%v) the other", a, b, ab, signal, ba, back)
	}
	if !(ab >= 0 && ab <= 1) || !signal && ab != NoSignal {
		t.Fatalf("similarity of %q and %q is %v, signal %v", a, b, ab, signal)
	}
	if self, signal := NewDNA(a).Similarity(a); signal && self != 1 {
		t.Fatalf("similarity of %q to itself is %v", a, self)
	}
	if spaced, s := NewDNA(a).Similarity(" \t" + b + "\n"); spaced != ab || s != signal {
		t.Fatalf("white space around %q changes its similarity to %q from %v to %v", b, a, ab, spaced)
	}
	if twice, _ := NewDNA(a).Similarity(b); twice != ab {
		t.Fatalf("similarity of %q and %q is %v, then %v", a, b, ab, twice)
	}
}

func FuzzSimilarity(f *testing.F) {
	for _, s := range []string{"Build a REST API", "用户管理 API", "ユーザー管理を作る", "Настроить поиск", "การจัดการผู้ใช้", "사용자 관리", "إدارة المستخدمين", "उपयोगकर्ता प्रबंधन",
		"ניהול משתמשים", "ខ្មែរ", "Ελληνικά σίγμας", "ﬁ ㍿ ①", "\xff\xfe", "\xf7ǅ", "e\u0301\u0301\u0301", "😀😀😀 emoji", "İstanbul ǅ ß"} {
		f.Add(s, "Build a REST API for user management")
		f.Add("fix", s)
	}
	f.Fuzz(func(t *testing.T, a, b string) { checkLaws(t, a, b) })
}

// action is 200 letters of an ordinary step.
var action = strings.Repeat("Implement the user REST API endpoint, add migration tests and update docs ", 3)[:200]

func TestSimilarityDoesNotAllocate(t *testing.T) {
	d := NewDNA("Build a REST API for user management")
	for _, text := range []string{action, strings.Repeat("ユーザー管理のＡＰＩ", 20), strings.Repeat("Настроить поиск ", 12)} {
		d.Similarity(text)
		if n := testing.AllocsPerRun(100, func() { d.Similarity(text) }); n >= 1 && !raced {
			t.Errorf("a check of %.20q allocates %v times", text, n)
		}
	}
}

func BenchmarkSimilarity(b *testing.B) {
	d := NewDNA("Build a REST API for user management")
	for name, text := range map[string]string{"latin": action, "cyrillic": string([]rune(strings.Repeat("Настроить поиск ", 13))[:200]), "kana": strings.Repeat("ユーザー管理のーＡＰ", 20)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				d.Similarity(text)
			}
		})
	}
}
