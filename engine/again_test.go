package engine

import (
	"context"
	"slices"
	"testing"
	"time"

	"asterism/engine/dream"
	"asterism/engine/store"
)

// backAndForth are facts that became true again: the first statement, the one after it, and a question.
var backAndForth = [][3]string{
	{"Our CI is CircleCI.", "Our CI is Buildkite.", "what is our CI?"},
	{"The on-call lead is Priya.", "The on-call lead is Tomás.", "who is the on-call lead?"},
	{"Staging listens on port 8080.", "Staging listens on port 8443.", "which port does staging listen on?"},
	{"The beta flag is disabled.", "The beta flag is enabled.", "is the beta flag enabled?"},
	{"Stand-up is at 9:00.", "Stand-up is at 9:30.", "when is stand-up?"},
	{"Logs are kept for 7 days.", "Logs are kept for 30 days.", "how long are logs kept?"},
}

// say stores what somebody says now.
func say(t *testing.T, e *Engine, n Note) *Remembered {
	t.Helper()
	out, err := e.Remember(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestAFactThatBecomesTrueAgain checks that such a fact is stored again with the present time, found first, offered to supersede the statement in between, and not merged by dreams.
func TestAFactThatBecomesTrueAgain(t *testing.T) {
	clock := &handClock{now: day("2026-03-01")}
	e := openWith(t, Config{Now: clock.Now})
	for _, text := range distractors {
		remember(t, e, Note{Content: text})
	}
	var first, between, last [6]store.ID
	for round, ids := range []*[6]store.ID{&first, &between, &last} {
		clock.set(day("2026-04-01").AddDate(0, 2*round, 0))
		for i, s := range backAndForth {
			got := say(t, e, Note{Content: s[round%2]})
			if ids[i] = got.ID; got.AlreadyStored || got.DuplicateOf != nil {
				t.Errorf("%q in round %d: %+v", s[round%2], round, got)
			}
			if round == 2 && !slices.ContainsFunc(got.MaySupersede, func(c Candidate) bool { return c.ID == between[i] }) {
				t.Errorf("%q: what came between is not offered: %+v", s[0], got.MaySupersede)
			}
		}
	}
	clock.set(day("2026-09-01"))
	for i, s := range backAndForth {
		if got := say(t, e, Note{Content: s[0]}); !got.AlreadyStored || got.ID != last[i] || got.TimesSeen != 2 {
			t.Errorf("%q once more: %+v; it became true again as %s", s[0], got, last[i])
		}
		if got := say(t, e, Note{Content: s[0], Time: day("2026-04-01")}); !got.AlreadyStored || got.ID != first[i] {
			t.Errorf("%q as of its first time: %+v", s[0], got)
		}
	}
	found := func(when string) {
		t.Helper()
		for i, s := range backAndForth {
			h := recall(t, e, Question{Text: s[2]}).Hits[0]
			if h.Memory.Content != s[0] || !h.Last.Equal(day("2026-08-01")) && h.Memory.ID != last[i] {
				t.Errorf("%s, %s: %q of %s comes first", when, s[2], h.Memory.Content, h.Memory.Time)
			}
		}
	}
	found("stored")
	for i, s := range backAndForth {
		f := recall(t, e, Question{Text: s[2]})
		for _, h := range f.Hits {
			switch o := h.SaidOtherwise; {
			case h.Memory.ID == between[i] && (o == nil || o.Reason == "" || !o.Time.Equal(day("2026-08-01"))):
				t.Errorf("%s: %q of %s is not said to be out of date: %+v", s[2], h.Memory.Content, h.Memory.Time, o)
			case h.Memory.Content == s[0] && o != nil:
				t.Errorf("%s: %q is said to be out of date by %s", s[2], s[0], o.Reason)
			}
		}
	}
	dreamt(t, e, DreamQuestion{Phase: dream.NREM})
	for i, s := range backAndForth {
		for _, id := range []store.ID{first[i], last[i]} {
			if m, err := e.Get(context.Background(), id); err != nil || !m.Deleted.IsZero() {
				t.Errorf("a dream merged %q: %v", s[0], err)
			}
		}
	}
	found("dreamt")
	for i := range backAndForth { // said now, so that the statement in between is history
		if _, err := e.Update(context.Background(), last[i], Change{Supersedes: &[]store.ID{between[i]}}); err != nil {
			t.Fatal(err)
		}
	}
	found("superseded")
}

// TestWhatIsSaidAgainIsCounted checks notes that nothing newer contradicts, and notes that are not said now.
func TestWhatIsSaidAgainIsCounted(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		between Note
		again   func(*Engine) *Remembered
	}{
		"another thing":           {Note{Content: "The printer is out of toner.", Time: noon.AddDate(0, 1, 0)}, nil},
		"said otherwise before":   {Note{Content: "CI runs on Buildkite.", Time: noon.AddDate(0, -1, 0)}, nil},
		"the same in other words": {Note{Content: "CI is run on CircleCI.", Time: noon.AddDate(0, 1, 0)}, nil},
		"from a file":             {Note{Content: "CI runs on Buildkite.", Time: noon.AddDate(0, 1, 0)}, func(e *Engine) *Remembered { return &remember(t, e, Note{Content: "CI runs on CircleCI."})[0] }},
	} {
		t.Run(name, func(t *testing.T) {
			clock := &handClock{now: day("2026-09-01")}
			e := openWith(t, Config{Now: clock.Now})
			first := rememberOne(t, e, Note{Content: "CI runs on CircleCI.", Time: noon})
			rememberOne(t, e, c.between)
			if c.again == nil {
				c.again = func(e *Engine) *Remembered { return say(t, e, Note{Content: "CI runs on CircleCI."}) }
			}
			if got := c.again(e); !got.AlreadyStored || got.ID != first {
				t.Errorf("%+v, first is %s", got, first)
			}
		})
	}
}

// TestAKnownTextThatSupersedes checks that a known text that supersedes a newer memory counts as true again.
func TestAKnownTextThatSupersedes(t *testing.T) {
	clock := &handClock{now: day("2026-09-01")}
	e := openWith(t, Config{Now: clock.Now})
	first := rememberOne(t, e, Note{Content: "We deploy by hand.", Time: day("2026-03-01")})
	robot := rememberOne(t, e, Note{Content: "A robot ships all releases.", Time: day("2026-04-01")})
	old := rememberOne(t, e, Note{Content: "Nobody had thought of releases.", Time: day("2026-01-01")})
	if got := say(t, e, Note{Content: "We deploy by hand.", Supersedes: []store.ID{old}}); !got.AlreadyStored || got.ID != first || !slices.Equal(got.NotTaken, []string{"supersedes"}) {
		t.Errorf("one that supersedes what is older: %+v", got)
	}
	got := say(t, e, Note{Content: "We deploy by hand.", Supersedes: []store.ID{robot}})
	if got.AlreadyStored || got.ID == first {
		t.Fatalf("one that supersedes what is newer: %+v", got)
	}
	m, err := e.Get(context.Background(), got.ID)
	if err != nil || !slices.Equal(m.Supersedes, []store.ID{robot}) {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestWhatBecomesTrueAgainIsLearned checks that such a fact, if injected, is an update of the statement in between, and not known already.
func TestWhatBecomesTrueAgainIsLearned(t *testing.T) {
	clock := &handClock{now: day("2026-03-01")}
	e := openWith(t, Config{Now: clock.Now})
	for _, text := range distractors {
		remember(t, e, Note{Content: text})
	}
	var got *Remembered
	for i, text := range []string{"Our CI is CircleCI.", "Our CI is Buildkite.", "Our CI is CircleCI."} {
		clock.set(day("2026-04-01").AddDate(0, i, 0))
		var err error
		if got, err = e.Inject(context.Background(), Note{Content: text, Rationale: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	if got.AlreadyStored || got.DuplicateOf != nil || got.UTL.Entropy < .3 || len(got.MaySupersede) != 1 {
		t.Errorf("%+v, entropy %.2f", got, got.UTL.Entropy)
	}
}

// TestTheNewestCopyStandsForWhatIsNewest checks that said_otherwise, and the hit, name the memory that came last.
func TestTheNewestCopyStandsForWhatIsNewest(t *testing.T) {
	e := openWith(t, Config{})
	for _, text := range distractors {
		remember(t, e, Note{Content: text})
	}
	said := func(text, at string) *Remembered { return say(t, e, Note{Content: text, Time: day(at)}) }
	first, between := said("Our CI is CircleCI.", "2026-01-05"), said("Our CI is Buildkite.", "2026-04-05")
	last := said("Our CI is CircleCI.", "2026-09-05")
	if last.AlreadyStored || last.DuplicateOf != nil || len(last.MaySupersede) != 1 || last.MaySupersede[0].ID != between.ID {
		t.Errorf("what is true again offers %+v, duplicate of %v; want %s", last.MaySupersede, last.DuplicateOf, between.ID)
	}
	f := recall(t, e, Question{Text: "which CI do we use?", Explain: true})
	if h := f.Hits[0]; h.Memory.ID != last.ID || !slices.Equal(h.CopyIDs, []store.ID{first.ID}) || !h.First.Equal(day("2026-01-05")) || !h.Last.Equal(day("2026-09-05")) || h.SaidOtherwise != nil {
		t.Errorf("%s of %s with copies %v comes first, want %s", h.Memory.ID, h.Memory.Time, h.CopyIDs, last.ID)
	}
	for _, h := range f.Hits {
		if h.Memory.ID == between.ID && (h.SaidOtherwise == nil || h.SaidOtherwise.ID != last.ID || !h.SaidOtherwise.Time.Equal(day("2026-09-05"))) {
			t.Errorf("said otherwise by %+v, want %s", h.SaidOtherwise, last.ID)
		}
	}
}

// TestTheNewestCopyIsNamedOverParts checks the same over several engines, whatever the rank of its copies.
func TestTheNewestCopyIsNamedOverParts(t *testing.T) {
	one, other := openWith(t, Config{}), openWith(t, Config{})
	for _, text := range distractors {
		remember(t, other, Note{Content: text, Namespace: "elsewhere"})
	}
	var ids []store.ID
	for i, text := range []string{"Our CI is CircleCI.", "Our CI is Buildkite.", "Our CI is CircleCI.", "Our CI is CircleCI."} {
		ids = append(ids, say(t, one, Note{Content: text, Time: day("2026-01-05").AddDate(0, 3*i, 0), AllowDuplicate: true}).ID)
	}
	q, at := Question{Text: "which CI do we use?", Namespace: "*", TopK: 10}, day("2027-01-01")
	var parts []*Found
	for _, e := range []*Engine{one, other} {
		f, err := RecallPart(t.Context(), e, q, at, alone{})
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, f)
	}
	hits := MergeParts(q, at, parts).Hits
	i := slices.IndexFunc(hits, func(h Hit) bool { return h.Memory.ID == ids[1] })
	if i < 0 || hits[i].SaidOtherwise == nil || hits[i].SaidOtherwise.ID != ids[3] || !hits[i].SaidOtherwise.Time.Equal(day("2026-10-05")) {
		t.Fatalf("hit %d of %d, what was said between: said otherwise by %+v, want %s", i, len(hits), hits[max(i, 0)].SaidOtherwise, ids[3])
	}
}

// TestAReplacedTextIsNoCopyWhereCopiesAreAllowed checks that a note that is stored regardless reports the memory that replaced its text. With a copy that still holds, it
// is a copy. Several notes stored at once report it, too.
func TestAReplacedTextIsNoCopyWhereCopiesAreAllowed(t *testing.T) {
	clock := &handClock{now: day("2026-03-01")}
	e := openWith(t, Config{Now: clock.Now})
	first := say(t, e, Note{Content: "Our CI is CircleCI."})
	clock.set(day("2026-04-01"))
	second := say(t, e, Note{Content: "Our CI is Buildkite.", Supersedes: []store.ID{first.ID}})
	owl := say(t, e, Note{Content: "The mascot is an owl."})
	clock.set(day("2026-10-01"))
	n := Note{Content: "Our CI is CircleCI.", AllowDuplicate: true}
	once, err := e.RememberOnce(t.Context(), []Note{n, {Content: "The mascot is a heron.", Time: day("2025-01-01"), Supersedes: []store.ID{owl.ID}}}, nil)
	if err != nil || once[0].ReplacedCopy == nil || once[0].ReplacedCopy.ID != first.ID || len(once[0].MaySupersede) != 1 || once[0].MaySupersede[0].ID != second.ID {
		t.Fatalf("%+v, %v; want a replaced copy %s and an offer of %s", once, err, first.ID, second.ID)
	}
	if !slices.Equal(once[1].ReplacesNewer, []store.ID{owl.ID}) {
		t.Errorf("it replaces what is newer: %v", once[1].ReplacesNewer)
	}
	if got := say(t, e, n); got.AlreadyStored || got.ReplacedCopy != nil || got.DuplicateOf == nil {
		t.Errorf("beside one that holds: %+v", got)
	}
}

// TestAReplacedTextSaidAgain checks that the note is not known, that the answer says what replaced it, and that it may supersede that memory.
func TestAReplacedTextSaidAgain(t *testing.T) {
	for name, at := range map[string]string{"now": "", "of a day": "2026-09-05"} {
		t.Run(name, func(t *testing.T) {
			clock := &handClock{now: day("2026-03-01")}
			e := openWith(t, Config{Now: clock.Now})
			first := say(t, e, Note{Content: "Our CI is CircleCI."})
			clock.set(day("2026-04-01"))
			second := say(t, e, Note{Content: "Our CI is Buildkite."})
			if _, err := e.Update(context.Background(), second.ID, Change{Supersedes: &[]store.ID{first.ID}}); err != nil {
				t.Fatal(err)
			}
			clock.set(day("2026-10-01"))
			n := Note{Content: "Our CI is CircleCI."}
			if at != "" {
				n.Time = day(at)
			}
			got := say(t, e, n)
			if got.AlreadyStored || got.DuplicateOf != nil || got.ReplacedCopy == nil || got.ReplacedCopy.ID != first.ID || !slices.Equal(got.ReplacedCopy.By, []store.ID{second.ID}) {
				t.Errorf("%+v; the replaced copy is %+v, want %s", got, got.ReplacedCopy, first.ID)
			}
			if len(got.MaySupersede) != 1 || got.MaySupersede[0].ID != second.ID {
				t.Errorf("%+v is offered, want %s", got.MaySupersede, second.ID)
			}
		})
	}
}
