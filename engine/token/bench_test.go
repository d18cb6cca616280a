package token

import (
	"math"
	"strings"
	"testing"
)

// sixty is a memory of sixty English words.
var sixty = strings.TrimSpace(strings.Repeat("The scheduler keeps one lane for every embedder and never lets a long text overtake. ", 4)) +
	" A reader of this note should know why the batch was split, and that nothing was lost."

func BenchmarkEncode(b *testing.B) {
	for _, name := range []string{"wordpiece", "bpe", "unigram", "bpe-code", "compact-wordpiece"} {
		b.Run(name, func(b *testing.B) {
			var tok *Tokenizer
			if kind, ok := strings.CutPrefix(name, "compact-"); ok {
				var err error
				if tok, err = Load("../../models/compact/" + kind + "/tokenizer.json"); err != nil {
					b.Fatal(err)
				}
			} else {
				tok = load(b, name)
			}
			var ids []int32
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				ids = tok.Encode(ids[:0], sixty)
				n += len(ids)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mtokens/s")
		})
	}
}

func TestEncodeAllocatesNothing(t *testing.T) {
	for _, name := range []string{"wordpiece", "bpe", "unigram"} {
		// A garbage collection may empty the pool of working memory between two calls. Allocations of the rest of the process are counted too. Two of
		// the text's words may share a slot of the word cache, whose seed is random: one in some fifteen caches. So the test takes the best of eight
		// rounds, each with its own cache. Allocations of Encode itself occur in every round.
		least := math.Inf(1)
		for round := 0; round < 8 && least >= 1; round++ {
			tok := load(t, name)
			ids := tok.Encode(nil, sixty)
			least = min(least, testing.AllocsPerRun(1000, func() { ids = tok.Encode(ids[:0], sixty) }))
		}
		if least >= 1 && !raceEnabled {
			t.Errorf("%s: %v allocations a call", name, least)
		}
	}
}
