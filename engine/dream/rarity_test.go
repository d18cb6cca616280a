package dream

import (
	"math"
	"strings"
	"testing"
)

// rarityOf counts texts, and others of which each has words of its own.
func rarityOf(others int, texts ...string) *Rarity {
	r := NewRarity()
	for _, text := range texts {
		r.Add(text)
	}
	for i := range others {
		r.Add("stranger" + strings.Repeat("x", i))
	}
	return r
}

// TestAgreement: what two texts say of rare things counts, what all say and what both begin with does not.
func TestAgreement(t *testing.T) {
	everywhere := []string{"The pump runs at night.", "The pump was painted.", "Ask Jonas about the pump.", "A pump costs 90 euros."}
	for _, c := range []struct {
		a, b        string
		least, most float64
	}{
		{"The nutrient pump stops when the sensor is silent.", "A silent sensor let the nutrient pump run on.", .5, .9},
		{"Migration 0087 adds tenant_region.", "Queries by tenant_region are slow since migration 0087.", .5, .9},
		{"Rye came with moths.", "Freeze the rye because of moths.", .5, .9},
		{"The gateway runs Debian.", "Bread is delivered in bags.", 0, 0},
		{"Greenhouse pump", "Basement pump", 0, .2},                                            // a word of many memories tells little
		{"Added a unit test for the date parser.", "Added a unit test for the coupons.", 0, 0}, // a form
		{"**Decision:** open on Sundays.", "decision - no plastic cups", 0, 0},                 // however it is written
		{"The oven is clean.", "The oven is clean.", 0, 0},                                     // a copy, which is merged
		{"", "The oven is clean.", 0, 0},
		{"的", "", 0, 0},
		{"Die Fräse braucht Öl.", "Öl für die Fräse bestellt.", .5, 1},
		{"支付网关三十秒超时。", "客服说支付网关又超时了。", .3, .95},
	} {
		r := rarityOf(20, append(everywhere, c.a, c.b)...)
		got, back := r.Agreement(r.Of(c.a), r.Of(c.b)), r.Agreement(r.Of(c.b), r.Of(c.a))
		if got < c.least || got > c.most || math.Abs(got-back) > 1e-12 {
			t.Errorf("%q, %q: %.3f and back %.3f, want %v to %v", c.a, c.b, got, back, c.least, c.most)
		}
	}
}

// TestLongTextsAreReadInPart: what a text says far behind is not looked at, and a cut within a letter does no harm.
func TestLongTextsAreReadInPart(t *testing.T) {
	long := strings.Repeat("ä", mostRead) + " moths"
	if got := beginningOf(long); len(got) > mostRead || len(got) < mostRead-3 || !strings.HasSuffix(got, "ä") {
		t.Errorf("%d bytes are read", len(got))
	}
	r := rarityOf(5, long, "moths in the rye")
	if got := r.Agreement(r.Of(long), r.Of("moths in the rye")); got != 0 {
		t.Errorf("agreement %v", got)
	}
}

func TestScore(t *testing.T) {
	for _, c := range []struct{ agreement, activation, want float64 }{{0, 1, 0}, {1, 0, 0}, {.25, 1, .5}, {.64, .25, .4}, {1, 1, 1}} {
		if got := Score(c.agreement, c.activation); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
