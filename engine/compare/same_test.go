package compare

import (
	"strings"
	"testing"
	"time"
)

func TestWordingOf(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		same       bool
	}{
		{"case and full stop", "The port is 8080.", "the port is 8080", true},
		{"white space", "The port\n\tis  8080", "The port is 8080", true},
		{"articles", "The port is in a list", "Port is in the list", true},
		{"fillers", "So please restart it, well, just once", "restart it once", true},
		{"markup", "The **port** is `8080`", "The port is 8080", true},
		{"typographic quotes", "it’s the “port”", `it's the "port"`, true},
		{"shouting", "Deploy now!", "deploy now", true},
		{"composed letters", "caf\u00e9 closes", "cafe\u0301 closes", true},
		{"a digit", "port 8080", "port 8081", false},
		{"a sign", "it is 5 degrees", "it is -5 degrees", false},
		{"factorial", "the answer is 5!", "the answer is 5", false},
		{"a decimal point", "1.5 litres", "15 litres", false},
		{"a negation", "do restart it", "do not restart it", false},
		{"a negation in code", "if ready {", "if !ready {", false},
		{"order", "from Lisbon to Porto", "from Porto to Lisbon", false},
		{"a question", "It failed?", "It failed.", false},
		{"a preposition", "turn it on", "turn it off", false},
		{"an operator", "a == b", "a != b", false},
		{"brackets", "(a + b) * c", "a + (b * c)", false},
		{"power", "2**3", "23", false},
		{"a dunder", "__init__", "init", false},
		{"quotes of a shell", `rm "My Files"`, "rm My Files", false},
		{"tense", "we migrated it", "we will migrate it", false},
		{"one word more", "the deploy failed on staging", "the deploy failed", false},
		{"words run together", "no where", "nowhere", false},
		{"nothing but fillers", "the", "a", true},
	} {
		if got := WordingOf("text", c.a) == WordingOf("text", c.b); got != c.same {
			t.Errorf("%s: %q and %q: %v", c.name, c.a, c.b, got)
		}
	}
}

func TestInCodeEveryLetterCounts(t *testing.T) {
	for _, modality := range []string{"code", "structured"} {
		if WordingOf(modality, "Total = a") == WordingOf(modality, "total = a") || WordingOf(modality, "x = a;") == WordingOf(modality, "x = a") {
			t.Errorf("%s: case or punctuation is left out", modality)
		}
		if WordingOf(modality, "x  =\n a") != WordingOf(modality, "x = a") {
			t.Errorf("%s: white space counts", modality)
		}
	}
}

// FuzzWordingOf checks that a text that is wrapped differently and written in capitals is the same text, and that an additional number makes another.
func FuzzWordingOf(f *testing.F) {
	f.Add("The port is 8080.")
	f.Add("**bold** `code` “quoted” … !")
	f.Fuzz(func(t *testing.T, text string) {
		words := WordingOf("text", text)
		if WordingOf("text", strings.Join(strings.Fields(text), "\n ")) != words {
			t.Errorf("%q wrapped is another text", text)
		}
		if WordingOf("text", text+" 7391") == words {
			t.Errorf("%q with a number more is the same", text)
		}
	})
}

// TestPlainWordsAreNormalWords compares the short path for plain words with the general one.
func TestPlainWordsAreNormalWords(t *testing.T) {
	for _, word := range []string{"Retry", "retry.", "ID:", "A", "the,", "x.;", "cannot", "don't", "...", "", "5ms", "**bold**", "Straße", "`code`", "no!", "\u212aelvin", "end.,;:"} {
		got, tail, bare := normalWord(word)
		if want, behind := markedWord(word); got != want || tail != behind || bare != plain(want) {
			t.Errorf("%q is %q before %q, by the rules for any word %q before %q", word, got, tail, want, behind)
		}
	}
}

// TestLongWordsAndSentences checks that time grows linearly with the length of any text.
func TestLongWordsAndSentences(t *testing.T) {
	const n = 40_000
	for _, pair := range [][2]string{
		{strings.Repeat("open ", mostBytes/13), strings.Repeat("closed ", mostBytes/13)}, {"it " + strings.Repeat("from ", mostBytes/11), "that " + strings.Repeat("from ", mostBytes/11)},
	} { // as long as the longest text that is divided into tokens
		begun := time.Now()
		Texts(pair[0], pair[1])
		if spent := time.Since(begun); spent > 10*time.Second {
			t.Errorf("%.12q… and %.12q…: %v", pair[0], pair[1], spent)
		}
	}
	for _, text := range []string{strings.Repeat("A-", n) + "a", strings.Repeat("a, ", n), strings.Repeat("a&&", n) + "b", strings.Repeat("1 s ", n), strings.Repeat("not, ", n), strings.Repeat(">5", n), strings.Repeat("a>5", n)} {
		begun := time.Now()
		Texts(text, text+" 7")
		if spent := time.Since(begun); spent > 10*time.Second {
			t.Errorf("%.12q…: %v", text, spent)
		}
	}
}
