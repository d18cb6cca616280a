package network

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	count := func(r Rule) (arrived, twice int, latest time.Duration) {
		for range 10_000 {
			late := r.copies(rng)
			arrived += min(1, len(late))
			twice += max(0, len(late)-1)
			for _, l := range late {
				latest = max(latest, l)
			}
		}
		return arrived, twice, latest
	}
	if a, tw, l := count(Rule{}); a != 10_000 || tw != 0 || l != 0 {
		t.Errorf("without a rule %d of 10,000 packets arrive, %d twice, %v late", a, tw, l)
	}
	if a, _, _ := count(Rule{Cut: true, Delay: time.Second}); a != 0 {
		t.Errorf("through a cut link %d packets arrive", a)
	}
	// Four standard deviations of so many draws are 120 and 87.
	a, tw, l := count(Rule{Loss: .1, Twice: .05, Delay: 20 * time.Millisecond})
	if a < 8_880 || a > 9_120 || tw < 363 || tw > 537 || l < 19*time.Millisecond || l >= 20*time.Millisecond {
		t.Errorf("%d of 10,000 packets arrive, %d twice, at most %v late: want 9,000, 450 and nearly 20 ms", a, tw, l)
	}
}
