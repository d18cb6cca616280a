package compare

import (
	"math/rand/v2"
	"strings"
	"testing"

	"asterism/engine/compare/pairs"
)

// apartTexts are texts of the development pairs, and texts mixed of their words, so that some share words, opposites, values and joined words.
func apartTexts(rng *rand.Rand, n int) (out []string) {
	all := pairs.Development()
	var words []string
	for _, p := range all {
		words = append(words, strings.Fields(p.Old+" "+p.New)...)
	}
	odd := []string{"time", "zone", "timezone", "Timezone", "data", "base", "database", "un", "able", "unable", "enabled", "disabled", "not", "42", "v1.2", "db-01", "cap", "abilities", "capability", "\u017ft", "\u212am", "60 seconds", "1 minute", "1 GB", "1024 MB", "14:00", "2 pm", "5 May 2026", "2026-05-05", "2026-05-06", ">", "<"}
	for range n {
		p := all[rng.IntN(len(all))]
		switch rng.IntN(4) {
		case 0:
			out = append(out, p.Old)
		case 1:
			out = append(out, p.New)
		case 2:
			f := strings.Fields(p.Old)
			for range rng.IntN(8) {
				f[rng.IntN(len(f))] = words[rng.IntN(len(words))]
			}
			out = append(out, strings.Join(f, " "))
		default:
			var f []string
			for range 1 + rng.IntN(60) {
				if rng.IntN(3) == 0 {
					f = append(f, odd[rng.IntN(len(odd))])
				} else {
					f = append(f, words[rng.IntN(len(words))])
				}
			}
			out = append(out, strings.Join(f, " "))
		}
	}
	return out
}

// TestTextsThatAreApartAreDifferent compares the quick check with whole comparisons, and checks that it rules out most of them.
func TestTextsThatAreApartAreDifferent(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 6))
	different, apart := 0, 0
	for range 12 {
		var r Reader
		texts := apartTexts(rng, 20)
		for _, modality := range []string{"text", "code"} {
			for _, old := range texts {
				for _, text := range texts {
					class := In(modality, old, text).Class
					if class == Different {
						different++
					}
					if !r.Apart(modality, old, text) {
						continue
					}
					if apart++; class != Different && class != Same {
						t.Fatalf("%q → %q: apart, and %s", old, text, class)
					}
				}
			}
		}
	}
	t.Logf("%d are different, %d of them apart", different, apart)
	if 2*apart < different {
		t.Errorf("of %d different texts only %d are seen to be apart", different, apart)
	}
}

// TestWordsWrittenTogether checks that otherStem never rules out the actual stem of two joined words.
func TestWordsWrittenTogether(t *testing.T) {
	var words []string
	for _, p := range pairs.Development() {
		words = append(words, strings.Fields(p.Old+" "+p.New)...)
	}
	endings := strings.Fields("ability abilities ization izations ation ations ational fulness ousness iveness ivity ally ably ency ancy ied ies ing ings ed edly ness less ful ism icate ical ize izer logy ogi enci y e s")
	rng := rand.New(rand.NewPCG(7, 6))
	told := 0
	for range 50_000 {
		first, second := words[rng.IntN(len(words))], words[rng.IntN(len(words))]
		if rng.IntN(2) == 0 {
			second = endings[rng.IntN(len(endings))]
		}
		if len(first) > 1 && rng.IntN(3) == 0 {
			first = first[:1+rng.IntN(len(first)-1)]
		}
		stem := stemOf(lowered(first + second))
		if otherStem(stem, first, second) {
			t.Fatalf("%q and %q together have the stem %q, and it is said to be another", first, second, stem)
		}
		if otherStem(stemOf(lowered(first+words[rng.IntN(len(words))])), first, second) {
			told++
		}
	}
	if told < 12_000 {
		t.Errorf("only %d others are told", told)
	}
}
