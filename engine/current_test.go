package engine

import (
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/validity"
)

// story is one thing that changed, oldest first. A question must first find the statement with the given words.
type story struct {
	statements [3]string
	now        string // a question for the current state, and one for the thing alone: the third statement
	bare       string
	first      string // the first
	before     string // the second
}

var stories = []story{
	{[3]string{"The API rate limit is 50/min.", "The API rate limit is 100/min.", "API rate limit raised to 300/min."}, "current API rate limit", "API rate limit", "what was the API rate limit originally?", "previous API rate limit"},
	{[3]string{"Builds run on Jenkins.", "Builds run on Buildkite.", "Builds run on GitHub Actions."}, "where do builds run now?", "where do builds run?", "where did builds run at first?", "where did builds use to run before that?"},
	{[3]string{"The on-call lead is Priya.", "The on-call lead is Tomás.", "Ingrid took over as on-call lead."}, "who is the on-call lead today?", "on-call lead", "who was the on-call lead initially?", "former on-call lead"},
	{[3]string{"Staging listens on port 8080.", "Staging listens on port 8443.", "Staging moved to port 9443."}, "which port does staging use these days?", "staging port", "original port of staging", "which port did staging previously listen on?"},
	{[3]string{"Logs are kept for 7 days.", "Logs are kept for 30 days.", "Logs are kept for 90 days since the audit."}, "how long are logs currently kept?", "how long are logs kept?", "how long were logs kept in the beginning?", "how long were logs kept before that?"},
	{[3]string{"The office is in Lisbon.", "The office is in Porto.", "The office is in Braga."}, "where is the office now?", "where is the office?", "where was the office originally?", "the former office"},
	{[3]string{"We use Postgres 12.", "We use Postgres 14.", "We use Postgres 16.2."}, "current Postgres version", "which Postgres version do we use?", "initial Postgres version", "previous Postgres version"},
	{[3]string{"The beta flag is disabled.", "The beta flag is enabled for staff.", "The beta flag is enabled for everybody."}, "is the beta flag enabled now?", "beta flag", "was the beta flag enabled at first?", "beta flag previously"},
	{[3]string{"Stand-up is at 9:00.", "Stand-up is at 9:30.", "Stand-up is at 10:15."}, "latest stand-up time", "when is stand-up?", "when was stand-up originally?", "when did stand-up use to be, before that?"},
	{[3]string{"The retry budget is three attempts.", "The retry budget is five attempts.", "The retry budget is two attempts with jitter."}, "current retry budget", "retry budget", "retry budget at the start", "earlier retry budget"},
	{[3]string{"Invoices are paid in 30 days.", "Invoices are paid in 45 days.", "Invoices are paid in 14 days."}, "in how many days are invoices paid as of now?", "when are invoices paid?", "in how many days were invoices paid initially?", "in how many days were invoices paid previously?"},
}

// distractors are about other things.
var distractors = []string{
	"The printer on the second floor is out of toner.", "Team lunch at the Thai place on Friday.", "The login page has a new logo.", "Our mascot is a heron.",
	"The billing export runs at night.", "Coffee beans are ordered every second week.", "The fire drill is in spring.", "Parking needs a badge.",
}

// storeStories stores the stories, one statement a year, and the distractors. said: each statement supersedes the previous one.
func storeStories(t *testing.T, e *Engine, said bool) (ids [][3]store.ID) {
	t.Helper()
	for i, d := range distractors {
		remember(t, e, Note{Content: d, Time: day("2026-01-01").AddDate(0, i, 0)})
	}
	for _, s := range stories {
		var of [3]store.ID
		for i, text := range s.statements {
			n := Note{Content: text, Time: day("2023-05-10").AddDate(i, 0, 0)}
			if said && i > 0 {
				n.Supersedes = []store.ID{of[i-1]}
			}
			of[i] = rememberOne(t, e, n)
		}
		ids = append(ids, of)
	}
	return ids
}

// TestTheNewestOfWhatContradicts checks that the current statement comes first with the replaced ones folded under it, and that words can ask for the first of a chain, or
// for the previous one.
func TestTheNewestOfWhatContradicts(t *testing.T) {
	clock := &handClock{now: day("2026-11-20")}
	e := openWith(t, Config{Now: clock.Now})
	ids := storeStories(t, e, true)
	for i, s := range stories {
		for question, want := range map[string]int{s.now: 2, s.bare: 2, s.first: 0, s.before: 1} {
			f := recall(t, e, Question{Text: question})
			h := f.Hits[0]
			if h.Memory.ID != ids[i][want] {
				t.Errorf("%s %q (%s)", question, h.Memory.Content, f.Way)
				continue
			}
			if len(f.Hits) != 10 || h.Current() != (want == 2) || len(h.Supersedes) != want {
				t.Errorf("%s %d hits; the first is current: %v, and has replaced %d", question, len(f.Hits), h.Current(), len(h.Supersedes))
			}
			for _, other := range f.Hits[1:] {
				if slices.Contains(ids[i][:], other.Memory.ID) {
					t.Errorf("%s %q is not folded", question, other.Memory.Content)
				}
			}
		}
		f := recall(t, e, Question{Text: s.bare, AsOf: day("2024-12-01")})
		if h := f.Hits[0]; h.Memory.ID != ids[i][1] || !h.Current() {
			t.Errorf("%s as of 2024: %q", s.bare, h.Memory.Content)
		}
		if f = recall(t, e, Question{Text: s.bare, Superseded: true, TopK: 5}); f.Way != validity.Each {
			t.Errorf("way %q", f.Way)
		}
		for _, id := range ids[i] {
			if !slices.ContainsFunc(f.Hits, func(h Hit) bool { return h.Memory.ID == id }) {
				t.Errorf("%s unfolded: %s is not among the first five", s.bare, id)
			}
		}
	}
}

// TestWithoutALinkTheNewerComesFirstWhereNowIsAsked checks statements without supersedes.
func TestWithoutALinkTheNewerComesFirstWhereNowIsAsked(t *testing.T) {
	clock := &handClock{now: day("2026-11-20")}
	e := openWith(t, Config{Now: clock.Now})
	ids := storeStories(t, e, false)
	right := 0
	for i, s := range stories {
		f := recall(t, e, Question{Text: s.now})
		if f.Hits[0].Memory.ID == ids[i][2] {
			right++
		} else {
			t.Logf("%s %q, then %q", s.now, f.Hits[0].Memory.Content, f.Hits[1].Memory.Content)
		}
		if len(f.Hits) != 10 {
			t.Errorf("%s %d hits", s.now, len(f.Hits))
		}
	}
	t.Logf("%d of %d", right, len(stories))
	if right < len(stories)*7/10 {
		t.Errorf("%d of %d", right, len(stories))
	}
}

// TestWithoutALinkTheNewerComesFirst checks statements without supersedes, and questions that name no time or ask for the original state.
func TestWithoutALinkTheNewerComesFirst(t *testing.T) {
	e := openWith(t, Config{Now: (&handClock{now: day("2026-11-20")}).Now})
	ids := storeStories(t, e, false)
	for _, c := range []struct {
		ask   func(story) string
		want  int
		least int
	}{{func(s story) string { return s.bare }, 2, 7}, {func(s story) string { return s.first }, 0, 8}} {
		right := 0
		for i, s := range stories {
			f := recall(t, e, Question{Text: c.ask(s)})
			if f.Hits[0].Memory.ID == ids[i][c.want] {
				right++
			} else {
				t.Logf("%s %q, then %q", c.ask(s), f.Hits[0].Memory.Content, f.Hits[1].Memory.Content)
			}
		}
		if right < c.least {
			t.Errorf("statement %d comes first in %d of %d, want %d", c.want, right, len(stories), c.least)
		}
	}
	// Without folding, the memories are in the order of the scores.
	f := recall(t, e, Question{Text: stories[0].bare, Superseded: true})
	if f.Hits[0].Score < f.Hits[1].Score {
		t.Errorf("%q with %v comes before %v", f.Hits[0].Memory.Content, f.Hits[0].Score, f.Hits[1].Score)
	}
}

// TestAnotherThingIsNotNewer checks that a statement about another thing than the question's stays behind, however new it is.
func TestAnotherThingIsNotNewer(t *testing.T) {
	e := openWith(t, Config{Now: (&handClock{now: day("2026-11-20")}).Now})
	remember(t, e, Note{Content: "The API rate limit is 300/min.", Time: day("2025-01-01")}, Note{Content: "The login rate limit is 5/min.", Time: day("2026-01-01")},
		Note{Content: "db-01 has 64 GB of memory.", Time: day("2025-01-01")}, Note{Content: "db-02 has 128 GB of memory.", Time: day("2026-01-01")})
	for question, want := range map[string]string{"current API rate limit": "API", "how much memory does db-01 have now?": "db-01"} {
		if f := recall(t, e, Question{Text: question}); !strings.Contains(f.Hits[0].Memory.Content, want) {
			t.Errorf("%s %q", question, f.Hits[0].Memory.Content)
		}
	}
}

// TestWhatEndsBringsBackWhatItReplaced checks a replacement that has expired, was forgotten or restored, or begins later.
func TestWhatEndsBringsBackWhatItReplaced(t *testing.T) {
	clock := &handClock{now: day("2026-11-20")}
	e := openWith(t, Config{Data: t.TempDir(), Now: clock.Now})
	old := rememberOne(t, e, Note{Content: "The discount is ten percent.", Time: day("2026-01-01")})
	sale := rememberOne(t, e, Note{Content: "The discount is half the price during the sale.", Time: day("2026-10-01"), ValidFrom: day("2026-11-25"), ValidUntil: day("2026-12-01"), Supersedes: []store.ID{old}})
	is := func(when string, want store.ID) {
		t.Helper()
		f := recall(t, e, Question{Text: "what is the discount?"})
		if h := f.Hits[0]; h.Memory.ID != want || !h.Current() {
			t.Errorf("%s: %q, %+v", when, h.Memory.Content, h.Chain)
		}
	}
	clock.now = day("2026-11-26")
	is("during the sale", sale)
	if _, err := e.Forget(t.Context(), sale, false); err != nil {
		t.Fatal(err)
	}
	is("when the sale is forgotten", old)
	if err := e.Restore(t.Context(), sale); err != nil {
		t.Fatal(err)
	}
	is("when it is restored", sale)
	c, err := e.Chain(t.Context(), old)
	if err != nil || c.Current() || len(c.SupersededBy) != 1 || c.SupersededBy[0].ID != sale {
		t.Errorf("chain of the old one: %+v, %v", c, err)
	}
	clock.now = day("2026-12-02")
	f := recall(t, e, Question{Text: "what is the discount?"})
	for _, h := range f.Hits {
		if h.Lapsed != (h.Memory.ID == sale) {
			t.Errorf("after the sale %q has lapsed: %v", h.Memory.Content, h.Lapsed)
		}
	}
	none := []store.ID{}
	if _, err := e.Update(t.Context(), sale, Change{Supersedes: &none, ValidFrom: &time.Time{}, ValidUntil: &time.Time{}}); err != nil {
		t.Fatal(err)
	}
	if c, err = e.Chain(t.Context(), old); err != nil || !c.Current() {
		t.Errorf("after it was taken back: %+v, %v", c, err)
	}
}

// TestFiltersAreKept checks that a replacement that the filters exclude is not shown, and that what it replaced is shown as replaced.
func TestFiltersAreKept(t *testing.T) {
	e := openWith(t, Config{})
	old := rememberOne(t, e, Note{Content: "The gate code is 4711.", Tags: []string{"gate"}, Source: "mail"})
	now := rememberOne(t, e, Note{Content: "The gate code is 0815.", Source: "wiki", Supersedes: []store.ID{old}})
	for name, q := range map[string]Question{"tag": {Tags: []string{"gate"}}, "source": {Source: "mail"}} {
		q.Text = "gate code"
		f := recall(t, e, q)
		if len(f.Hits) != 1 || f.Hits[0].Memory.ID != old || f.Hits[0].Current() || f.Hits[0].SupersededBy[0].ID != now {
			t.Errorf("%s: %+v", name, f.Hits)
		}
	}
	if f := recall(t, e, Question{Text: "gate code"}); len(f.Hits) != 1 || f.Hits[0].Memory.ID != now {
		t.Errorf("without a filter: %+v", f.Hits)
	}
}

// TestAsOfLooksBack checks that later memories are left out, unless they already held at that time.
func TestAsOfLooksBack(t *testing.T) {
	e := openWith(t, Config{Now: (&handClock{now: day("2026-11-20")}).Now})
	remember(t, e, Note{Content: "The well is dry.", Time: day("2026-03-01")}, Note{Content: "The well has water.", Time: day("2026-06-01")},
		Note{Content: "The well was poisoned, as we learned later.", Time: day("2026-09-01"), ValidFrom: day("2026-02-01"), ValidUntil: day("2026-05-01")})
	for when, want := range map[string]int{"2026-01-15": 0, "2026-02-15": 1, "2026-03-15": 2, "2026-05-15": 1, "2026-11-01": 2} {
		if f := recall(t, e, Question{Text: "what about the well?", AsOf: day(when)}); len(f.Hits) != want {
			t.Errorf("as of %s: %d hits, want %d", when, len(f.Hits), want)
		}
	}
	if _, err := e.Recall(t.Context(), Question{Text: "the well", AsOf: day("1500-01-01")}); !isKind(err, KindInvalid) {
		t.Errorf("as of 1500: %v", err)
	}
}

// TestPagesOfWhatIsFoldedAreWhole checks that pages together are one ranking, each of full length except the last, with each chain once.
func TestPagesOfWhatIsFoldedAreWhole(t *testing.T) {
	e := openWith(t, Config{Now: (&handClock{now: day("2026-11-20")}).Now})
	storeStories(t, e, true)
	for _, q := range []Question{{Text: "current API rate limit"}, {Text: "where is the office?"}, {Text: "what was the retry budget originally?"}, {Text: "logs", AsOf: day("2024-12-01")}, {Text: "flag", Superseded: true}} {
		q.TopK = MaxTopK
		whole := recall(t, e, q)
		want := len(stories) + len(distractors)
		if q.Superseded {
			want = 3*len(stories) + len(distractors)
		}
		if q.AsOf.IsZero() && len(whole.Hits) != want {
			t.Errorf("%s %d hits, want %d", q.Text, len(whole.Hits), want)
		}
		for _, k := range []int{1, 4, 7} {
			var got []store.ID
			q.TopK, q.Cursor = k, ""
			for {
				page := recall(t, e, q)
				for _, h := range page.Hits {
					got = append(got, h.Memory.ID)
				}
				if q.Cursor = page.Next; q.Cursor == "" {
					break
				}
				if len(page.Hits) != k {
					t.Fatalf("%s: a page of %d, want %d", q.Text, len(page.Hits), k)
				}
			}
			q.Cursor = ""
			for i, h := range whole.Hits {
				if i >= len(got) || got[i] != h.Memory.ID {
					t.Fatalf("%s by %d: hit %d of %d differs", q.Text, k, i, len(got))
				}
			}
			if len(got) != len(whole.Hits) {
				t.Errorf("%s by %d: %d hits, want %d", q.Text, k, len(got), len(whole.Hits))
			}
		}
	}
}

// TestChainsOutliveARestart checks that chains are restored.
func TestChainsOutliveARestart(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	old := rememberOne(t, e, Note{Content: "The gate code is 4711."})
	now := rememberOne(t, e, Note{Content: "The gate code is 0815.", Supersedes: []store.ID{old}})
	if err := e.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	e = open(t, dir)
	if f := recall(t, e, Question{Text: "gate code"}); len(f.Hits) != 1 || f.Hits[0].Memory.ID != now || len(f.Hits[0].Supersedes) != 1 {
		t.Errorf("%+v", f.Hits)
	}
}

// TestACopyOfWhatWasReplaced checks that an older unlinked copy counts as replaced with the text, in searches, lists and get_memory; the same text said later is a new statement.
func TestACopyOfWhatWasReplaced(t *testing.T) {
	e := openWith(t, Config{Now: (&handClock{now: day("2026-11-20")}).Now})
	for i, d := range distractors {
		remember(t, e, Note{Content: d, Time: day("2026-01-01").AddDate(0, i, 0)})
	}
	const was, is = "The API rate limit is 50 requests a minute.", "The API rate limit is 100 requests a minute."
	first := rememberOne(t, e, Note{Content: was, Time: day("2025-01-01")})
	linked := rememberOne(t, e, Note{Content: was, Time: day("2025-02-01"), AllowDuplicate: true})
	now := rememberOne(t, e, Note{Content: is, Time: day("2025-06-01"), Supersedes: []store.ID{linked}})
	for _, unfolded := range []bool{false, true} {
		f := recall(t, e, Question{Text: "API rate limit", Unfolded: unfolded})
		if h := f.Hits[0]; h.Memory.ID != now || len(h.Supersedes) != 2 {
			t.Errorf("unfolded %v: first is %q, in the place of %v", unfolded, h.Memory.Content, h.Supersedes)
		}
		for _, h := range f.Hits[1:] {
			if h.Memory.Content == was {
				t.Errorf("unfolded %v: %s is shown as current", unfolded, h.Memory.ID)
			}
		}
	}
	if c, err := e.Chain(t.Context(), first); err != nil || c.Current() {
		t.Errorf("chain of the first: %+v, %v", c, err)
	}
	page, err := e.List(t.Context(), ListQuestion{})
	if err != nil || len(page.Replaced[first]) != 1 || len(page.Replaced[linked]) != 1 {
		t.Errorf("listed as replaced are %v, %v", page.Replaced, err)
	}
	again := remember(t, e, Note{Content: was})[0]
	if again.AlreadyStored {
		t.Fatalf("what was replaced counts as what is said now: %+v", again)
	}
	f := recall(t, e, Question{Text: "API rate limit"})
	if h := f.Hits[0]; h.Memory.ID != again.ID || !h.Current() || h.Copies != 0 || f.Hits[1].Memory.ID != now {
		t.Errorf("after a change back: %q with %d copies, then %q", h.Memory.Content, h.Copies, f.Hits[1].Memory.Content)
	}
}

// TestWhatIsOlderIsNotCalledNewer checks that a memory that does not hold yet, or no longer, is not reported as contradicted by an older one, or by one of its own chain.
func TestWhatIsOlderIsNotCalledNewer(t *testing.T) {
	for name, c := range map[string]struct {
		note  Note // the younger one
		bound bool
		forgetMiddle,
		newer bool
	}{
		"from a later day, and replaces it":         {Note{ValidFrom: day("2027-01-01")}, true, false, false},
		"until an earlier day, and replaces it":     {Note{ValidUntil: day("2026-11-26")}, true, false, false},
		"from a later day, and unbound":             {Note{ValidFrom: day("2027-01-01")}, false, false, false},
		"replaces it through one that is forgotten": {Note{ValidFrom: day("2027-01-01")}, true, true, false},
		"until an earlier day, and said before it":  {Note{ValidUntil: day("2026-11-26"), Time: day("2026-10-01")}, false, false, true},
	} {
		clock := &handClock{now: day("2026-11-28")}
		e := openWith(t, Config{Now: clock.Now})
		storeStories(t, e, true)
		x := rememberOne(t, e, Note{Content: "Refunds are approved by Dana.", Time: day("2026-11-02")})
		n := c.note
		if n.Content = "Refunds are approved by Priya."; n.Time.IsZero() {
			n.Time = day("2026-11-25")
		}
		if c.bound {
			n.Supersedes = []store.ID{x}
		}
		if c.forgetMiddle {
			n.Supersedes = []store.ID{rememberOne(t, e, Note{Content: "Refunds are approved by Ben.", Time: day("2026-11-10"), Supersedes: []store.ID{x}, ValidFrom: day("2026-12-30")})}
		}
		y := rememberOne(t, e, n)
		if c.forgetMiddle {
			if _, err := e.Forget(t.Context(), n.Supersedes[0], false); err != nil {
				t.Fatal(err)
			}
		}
		found := false
		for _, h := range recall(t, e, Question{Text: "who approves refunds"}).Hits {
			if found = found || h.Memory.ID == y; h.Memory.ID == y && (h.SaidOtherwise != nil) != c.newer {
				t.Errorf("%s: newer is said to be %+v", name, h.SaidOtherwise)
			}
		}
		if !found {
			t.Errorf("%s: it is not found", name)
		}
	}
}
