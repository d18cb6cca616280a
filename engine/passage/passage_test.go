package passage

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestSplitKeepsPathsAndMarksWhole checks that a dot within a path ends no sentence, and that marks behind a dot stay with it. The joined sentences must equal the text.
func TestSplitKeepsPathsAndMarksWhole(t *testing.T) {
	for text, want := range map[string][]string{
		"See [the plan](../../infra/main.tf) first. Then run ./bin/go.sh twice.": {"See [the plan](../../infra/main.tf) first.", "Then run ./bin/go.sh twice."},
		"**The ranges are old.** The next are new.":                              {"**The ranges are old.**", "The next are new."},
		"~~It is done. No rest.~~ Go on!":                                        {"~~It is done.", "No rest.~~", "Go on!"},
		"He said \"wait.\" Then he left.":                                        {"He said \"wait.\"", "Then he left."},
		"今天下雨。明天晴。":                                                              {"今天下雨。", "明天晴。"},
		"It broke.":                                                              {"It broke."},
		"...":                                                                    {"..."},
	} {
		if got := Split(text, 200); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want []string
	}{
		{"", 20, nil},
		{" \n\t ", 20, nil},
		{"One. Two?  Three!", 20, []string{"One.", "Two?", "Three!"}},
		{"It costs 3.50 now. Pay.", 40, []string{"It costs 3.50 now.", "Pay."}},
		{"a list\n- of\n- things", 20, []string{"a list", "- of", "- things"}},
		{"这是第一句。这是第二句。", 20, []string{"这是第一句。", "这是第二句。"}},
		{"one two three four", 9, []string{"one two", "three", "four"}},
		{"abcdefghij kl", 4, []string{"abcd", "efgh", "ij", "kl"}},
	} {
		if got := Split(c.text, c.most); !slices.Equal(got, c.want) {
			t.Errorf("%q is split into %q, want %q", c.text, got, c.want)
		}
	}
}

// FuzzSplit checks that every sentence fits, and that together they have everything except white space, in order.
func FuzzSplit(f *testing.F) {
	f.Add("One. Two?\nThree four five", 7)
	f.Add("这是第一句。\u200babc\xff", 3)
	f.Fuzz(func(t *testing.T, text string, most int) {
		most = 1 + most&63
		got := Split(text, most)
		for _, s := range got {
			if n := utf8.RuneCountInString(s); n == 0 || n > most {
				t.Fatalf("%q has %d characters, want 1 to %d", s, n, most)
			}
		}
		dense := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if a, b := dense(strings.Join(got, "")), dense(text); utf8.ValidString(text) && a != b {
			t.Fatalf("%q became %q", b, a)
		}
	})
}

func TestCoverCountsRareWords(t *testing.T) {
	sentences := []string{"The deploy of the site.", "After a deploy the logs are rotated.", "The deploy is rolled back.", "Nothing here."}
	got := WordsOf("When are the logs of a deployed site rotated?").Cover(sentences)
	if got[1] <= got[0] || got[0] <= got[2] || got[2] <= got[3] || got[3] != 0 {
		t.Errorf("cover is %v, want the second most, then the first, then the third, then none", got)
	}
	sum := 0.
	for _, c := range WordsOf("zebra").Cover(sentences) {
		sum += c
	}
	if sum != 0 {
		t.Errorf("words that nothing has cover %v", sum)
	}
}

func TestBest(t *testing.T) {
	for name, c := range map[string]struct {
		cover, likeness []float64
		want            int
	}{
		"words alone":     {[]float64{.1, .6, .6}, nil, 1},
		"meaning decides": {[]float64{.5, .5}, []float64{.1, .4}, 1},
		"both":            {[]float64{1, 0}, []float64{.2, .5}, 0},
		"nothing known":   {[]float64{0, 0}, nil, 0},
		"all unlike":      {[]float64{0, 0}, []float64{-.5, -.2}, 1},
	} {
		if got := Best(c.cover, c.likeness); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestSomeAreThoseOfMostCover(t *testing.T) {
	cover := []float64{0, .2, 0, .9, 0, .5, 0, 0}
	for n, want := range map[int][]int{0: {}, 2: {3, 5}, 3: {1, 3, 5}, 5: {0, 1, 3, 4, 5}, 8: {0, 1, 2, 3, 4, 5, 6, 7}, 9: {0, 1, 2, 3, 4, 5, 6, 7}} {
		if got := Some(cover, n); !slices.Equal(got, want) {
			t.Errorf("%d of them are %v, want %v", n, got, want)
		}
	}
}

func TestAroundShowsWholeSentences(t *testing.T) {
	sentences := []string{"One two.", "Three.", "Four five six.", "Seven."}
	for _, c := range []struct {
		best, most int
		want       string
	}{
		{1, 6, "…Three.…"}, {1, 21, "…Three. Four five six.…"}, {1, 28, "…Three. Four five six. Seven."}, {3, 21, "…Four five six. Seven."}, {0, 99, "One two. Three. Four five six. Seven."},
	} {
		if got := Around(sentences, c.best, c.most); got != c.want {
			t.Errorf("sentence %d in %d characters: %q, want %q", c.best, c.most, got, c.want)
		}
	}
}
