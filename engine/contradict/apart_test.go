package contradict

import (
	"math/rand/v2"
	"strings"
	"testing"

	"asterism/engine/compare/pairs"
)

// TestTheQuickLookChangesNoJudgement compares the result of the quick check with that of a whole comparison. It uses pairs, and short and long texts mixed of their words.
func TestTheQuickLookChangesNoJudgement(t *testing.T) {
	rng, all := rand.New(rand.NewPCG(3, 6)), pairs.Development()
	draw := func() string {
		p := all[rng.IntN(len(all))]
		f := strings.Fields([]string{p.Old, p.New}[rng.IntN(2)])
		for range rng.IntN(4) * rng.IntN(3) {
			f[rng.IntN(len(f))] = strings.Fields(all[rng.IntN(len(all))].New)[0]
		}
		if rng.IntN(4) == 0 {
			f = append(f, strings.Fields("is now replaced instead of what moved to the new office")...)
		}
		for rng.IntN(5) == 0 {
			f = append(f, strings.Fields(all[rng.IntN(len(all))].Old)...)
		}
		return strings.Join(f, " ")
	}
	yes := 0
	for range 400 {
		q := &asked{words: words(draw()), wide: rng.IntN(2) == 0}
		p := all[rng.IntN(len(all))]
		texts := []string{draw(), draw(), draw(), p.Old, p.New}
		for _, older := range texts {
			for _, text := range texts {
				m, before := said(2026, text), said(2024, older)
				got := contradicts(m, before, q)
				if want := len(text) <= longest && len(older) <= longest && contradictsByWords(m, before, &asked{words: q.words, wide: q.wide}); got != want {
					t.Fatalf("%q → %q: %v, by whole comparison %v", older, text, got, want)
				}
				if got {
					yes++
				}
			}
		}
	}
	if yes < 100 {
		t.Errorf("only %d contradict", yes)
	}
}
