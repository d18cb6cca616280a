package tooldrift

import (
	"strings"
	"testing"
)

// TestDecide checks all kinds and policies.
func TestDecide(t *testing.T) {
	after := map[Kind]string{Identity: "ABC", Append: "ABCD", Edit: "A'BC", Reorder: "BAC", Remove: "AC"}
	for kind, want := range map[Kind][4]Verdict{ // plain, force, strict, both
		Identity: {Accept, Accept, Accept, Accept},
		Append:   {Accept, Accept, Refuse, Refuse},
		Edit:     {Warn, Warn, Refuse, Refuse},
		Reorder:  {Refuse, Warn, Refuse, Refuse},
		Remove:   {Refuse, Warn, Refuse, Refuse},
	} {
		r := Classify(listOf(t, "ABC"), listOf(t, after[kind]))
		if r.Kind != kind {
			t.Fatalf("%s is %s", after[kind], r.Kind)
		}
		for i, p := range []Policy{{}, {Force: true}, {Strict: true}, {Force: true, Strict: true}} {
			d := Decide(r, p)
			if d.Verdict != want[i] || d.Accepted() != (want[i] != Refuse) {
				t.Errorf("%s under %+v: %s, want %s", kind, p, d.Verdict, want[i])
			}
			if d.Verdict == Refuse && !strings.Contains(d.Why, string(kind)) {
				t.Errorf("%s under %+v: %q does not say why", kind, p, d.Why)
			}
		}
	}
}

func TestWarningsNameToolAndPlace(t *testing.T) {
	d := Decide(Classify(listOf(t, "ABC"), listOf(t, `A'BC"`)), Policy{})
	if len(d.Warnings) != 2 || !strings.Contains(d.Warnings[0], `"read"`) || !strings.Contains(d.Warnings[0], "/description") || !strings.Contains(d.Warnings[1], `"search"`) || !strings.Contains(d.Warnings[1], "/inputSchema/properties/x/type") {
		t.Errorf("%q", d.Warnings)
	}
}

// TestDoubtIsNotAcceptedWithoutAWord: incomplete lists and repeated names.
func TestDoubtIsNotAcceptedWithoutAWord(t *testing.T) {
	part := listOf(t, "AB")
	part.Incomplete = "page 2: time out"
	r := Classify(listOf(t, "ABC"), part)
	if d := Decide(r, Policy{}); d.Verdict != Warn {
		t.Errorf("incomplete: %+v", d)
	}
	if d := Decide(r, Policy{Strict: true}); d.Verdict != Refuse {
		t.Errorf("incomplete under strict: %+v", d)
	}
	if d := Decide(Classify(listOf(t, "AA"), listOf(t, "AA")), Policy{}); d.Verdict != Warn || !strings.Contains(d.Warnings[0], "more than once") {
		t.Errorf("a name twice: %+v", d)
	}
}
