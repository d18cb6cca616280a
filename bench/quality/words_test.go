package quality

import (
	"slices"
	"testing"
)

func TestWords(t *testing.T) {
	for _, c := range []struct {
		text           string
		plain, stemmed []string
	}{
		{"The caches were restarted (twice).", []string{"the", "caches", "were", "restarted", "twice"}, []string{"cach", "were", "restart", "twice"}},
		{"ERR-4012: parse_config()", []string{"err", "4012", "parse", "config"}, []string{"err", "4012", "pars", "config"}},
		{"Größe naïve", []string{"größe", "naïve"}, []string{"größe", "naïv"}},
		{"to be or not to be", []string{"to", "be", "or", "not", "to", "be"}, nil},
		{" …", nil, nil},
	} {
		if got := plainWords(c.text); !slices.Equal(got, c.plain) {
			t.Errorf("plain words of %q are %q, want %q", c.text, got, c.plain)
		}
		if got := stemmedWords(c.text); !slices.Equal(got, c.stemmed) {
			t.Errorf("stemmed words of %q are %q, want %q", c.text, got, c.stemmed)
		}
	}
}

// TestStemmer holds the library against stems of words in the description of Porter's second English algorithm and its sample
// vocabulary (snowballstem.org).
func TestStemmer(t *testing.T) {
	for word, stem := range map[string]string{
		"caresses": "caress", "ties": "tie", "cries": "cri", "gas": "gas", "gaps": "gap", "kiwis": "kiwi",
		"agreed": "agre", "feed": "feed", "luxuriated": "luxuri", "hopping": "hop", "hoping": "hope", "cry": "cri", "say": "say",
		"consigned": "consign", "consistency": "consist", "consolation": "consol", "knightly": "knight", "knotted": "knot",
		"skies": "sky", "dying": "die", "news": "news", "inning": "inning",
	} {
		if got := stemmedWords(word); !slices.Equal(got, []string{stem}) {
			t.Errorf("stem of %q is %q, want %q", word, got, stem)
		}
	}
}

func TestGrepCountsDifferentWords(t *testing.T) {
	g := newGrep([]entry{
		{"a", "Disk is full"},
		{"b", "the disk, the disk, the disk"},
		{"c", "DISKS filled up over night"},
		{"d", "nothing of the sort"},
		{"e", "full disk"},
	})
	if got := g.rank("disk disk full", 10, -1); !slices.Equal(got, []int{0, 4, 1, 2}) {
		t.Errorf("ranking is %v, want 0 4 (two words), then 1 2 (one; filled does not hold full)", got)
	}
	if got := g.rank("disk full", 2, 0); !slices.Equal(got, []int{4, 1}) {
		t.Errorf("ranking without document 0 is %v, want 4 1", got)
	}
	if got := g.rank("!?", 2, -1); len(got) != 0 {
		t.Errorf("a question without words finds %v", got)
	}
}
