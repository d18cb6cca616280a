package contradict

import (
	"os"
	"strings"
	"testing"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// pairsOf reads pairs of statements of testdata: older, newer.
func pairsOf(t *testing.T, name string) (out [][2]string) {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if older, newer, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && !strings.HasPrefix(line, "#") {
			out = append(out, [2]string{older, newer})
		}
	}
	return out
}

// offers reports whether storing the newer statement offers to supersede the older one, and whether a search marks the older one.
func offers(older, newer string) (offered, marked bool) {
	m, before := said(2026, newer), said(2025, older)
	r := compare.In("text", older, newer)
	return MayUpdate(older, newer) && MaySupersede(before, m, &r), SaidOtherwise([]*store.Memory{before, m})[0] != nil
}

// TestEventsReplaceNothing checks that an event that happened again, elsewhere or to somebody else replaces none.
func TestEventsReplaceNothing(t *testing.T) {
	wrong, marks := 0, 0
	all := pairsOf(t, "events.tsv")
	for _, p := range all {
		for _, pair := range [][2]string{p, {p[1], p[0]}} {
			offered, marked := offers(pair[0], pair[1])
			if marked {
				marks++
			}
			if offered {
				wrong++
				t.Errorf("%q is offered in the place of %q", pair[1], pair[0])
			}
		}
	}
	t.Logf("of %d events, both ways, %d offered, %d marked", 2*len(all), wrong, marks)
	if marks > 0 {
		t.Errorf("%d are marked", marks)
	}
}

// leastOffered is the least share of states that must be offered. Not all are: "decided to ship weekly" has too few words in common with "decided to ship monthly".
const leastOffered = .97

// TestStatesAreReplaced checks that the rules about events do not affect states, which hold until the next one.
func TestStatesAreReplaced(t *testing.T) {
	right, marks := 0, 0
	all := pairsOf(t, "states.tsv")
	for _, p := range all {
		offered, marked := offers(p[0], p[1])
		if marked {
			marks++
		}
		if offered {
			right++
		} else {
			t.Logf("%q is not offered in the place of %q", p[1], p[0])
		}
	}
	t.Logf("of %d states %d offered, %d marked", len(all), right, marks)
	if float64(right) < leastOffered*float64(len(all)) {
		t.Errorf("%d of %d are offered", right, len(all))
	}
}

// TestHeldOutEvents measures the rules on held-out pairs, and requires that most are right.
func TestHeldOutEvents(t *testing.T) {
	b, err := os.ReadFile("testdata/events-heldout.tsv")
	if err != nil {
		t.Fatal(err)
	}
	all, right := map[string]int{}, map[string]int{}
	for line := range strings.Lines(string(b)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 3 {
			continue
		}
		all[f[0]]++
		if offered, _ := offers(f[1], f[2]); offered == (f[0] == "state") {
			right[f[0]]++
		} else {
			t.Logf("%s: %q after %q: offered %v", f[0], f[2], f[1], offered)
		}
	}
	for _, kind := range []string{"event", "state"} {
		n := all[kind]
		if n < 10 {
			t.Errorf("%d pairs are of kind %s", n, kind)
		}
		if t.Logf("%s: %d of %d as they should be", kind, right[kind], n); float64(right[kind]) < leastHeldOut*float64(n) {
			t.Errorf("%s: %d of %d", kind, right[kind], n)
		}
	}
}

const leastHeldOut = .93
