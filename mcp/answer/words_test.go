package answer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/compare"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// tokens estimates a model's tokens for a text: a token has at least 3.2 bytes in such lines (English words 4 to 5, digits of an id 1.5 to 2).
func tokens(text string) int { return int(float64(len(text))/3.2) + 1 }

func idOf(n int) store.ID { return uuid.MustParse(fmt.Sprintf("01890a5d-ac96-774b-bcce-b302%08x", n)) }

func foundOf(hits int) Found {
	q := idOf(99)
	f := Found{Scanned: 35, QueryID: &q}
	for i := range hits {
		f.Results = append(f.Results, Hit{ID: idOf(i), Timestamp: time.Date(2026, 3, 12, 0, 0, 0, 0, time.UTC),
			Snippet: "Release 5.0 shipped on 12 March 2026 with the new pricing engine; rollback is tag 4.9."})
	}
	return f
}

// TestWordsAreAffordable checks the token limits of the texts that clients show a model.
func TestWordsAreAffordable(t *testing.T) {
	day := time.Date(2026, 3, 12, 0, 0, 0, 0, time.UTC)
	other := idOf(7)
	d := Dream{Phase: "full", DryRun: true, Namespace: "default", Replayed: 200, Edges: Edges{New: 900, Weakened: 20}}
	for i := range 40 {
		d.Merges = append(d.Merges, Merge{idOf(i).String(), idOf(i + 50).String(), .999})
		d.Proposals = append(d.Proposals, Proposal{A: idOf(i).String(), B: idOf(i + 90).String(), Shared: []string{"usage_events", "Norvia", "invoices", "close", "job"}})
	}
	drift := Drift{ReferenceType: "north_star", Overall: Overall{Level: "High", Similarity: .41}, AnalyzedCount: 38, TrendNote: "three measurements are needed, this is the first"}
	for i := range 3 {
		drift.Strays = append(drift.Strays, Stray{ID: idOf(i), Snippet: strings.Repeat("what it says ", 7), Similarity: .21, BelowMean: .2})
	}
	for range 5 {
		drift.MostDrifted = append(drift.MostDrifted, DriftedMost{Embedder: "late_interaction", Similarity: .3, Level: "Critical"})
		drift.Recommendations = append(drift.Recommendations, Advice{Issue: strings.Repeat("what it is ", 8), Suggestion: strings.Repeat("what to do ", 8)})
	}
	for name, c := range map[string]struct {
		payload worded
		most    int
		says    []string
	}{
		"ten hits": {foundOf(10), 450, []string{"[00000000] 2026-03-12 · Release 5.0", "[00000009]", "10 of 35", "not instructions", "query_id 00000063"}},
		"no hit":   {foundOf(0), 60, []string{"Nothing found among 35 memories"}},
		"stored":   {Stored{FingerprintID: idOf(1)}, 40, []string{"Stored as [00000001]"}},
		"stored and like another": {Injected{Stored: Stored{FingerprintID: idOf(1), SimilarTo: &Similar{other, compare.Negated, "negated: adds not"}}}, 40,
			[]string{"Stored as [00000001]", "Compared with [00000007]: negated: adds not"}},
		"stored beside two others": {Injected{Stored: Stored{FingerprintID: idOf(1), SimilarTo: &Similar{other, compare.Negated, "negated: adds not"},
			Related: []Related{{other, engine.Contradicts, "negated: adds not"}, {idOf(8), engine.Details, "more detail: adds by post"}}}}, 45,
			[]string{"Stored as [00000001]", "Contradicts [00000007] (negated: adds not).\nSays more than [00000008] (more detail: adds by post)."}},
		"stored twice":           {Stored{FingerprintID: idOf(1), DuplicateOf: &other}, 40, []string{"same words are stored as [00000007]"}},
		"dream's plan":           {d, 400, []string{"Plan of a dream (full) of default; nothing was changed", "40 copies merged, 40 links proposed", "[00000000]"}},
		"drift":                  {drift, 250, []string{"North Star: High, similarity 0.41 over 38 memories", "late_interaction 0.30 (Critical)", "No trend: three", "[00000002] 0.21 · what it says"}},
		"drift of a young store": {Drift{ReferenceType: "goal", Overall: Overall{Level: "Unknown", Similarity: .41}, TooFew: &TooFew{3, 10}}, 60, []string{"Too few memories to judge", "3 memories of 10 needed"}},
		"memory": {Got{Memory: Memory{ID: other, Namespace: "work", Tags: []string{"a", "b"}, Source: "x.md:3", Content: "the text", Rationale: "the reason", Timestamp: day, Links: []store.ID{idOf(1)}}}, 80,
			[]string{"[00000007] 2026-03-12 · work #a #b from x.md:3 · the text", "why: the reason", "links: [00000001]"}},
		"forgotten": {Forgotten{ID: other, Note: "Restorable until 2026-04-12."}, 60, []string{other.String(), "Restorable"}},
		"list":      {Listed{Memories: []Memory{{ID: other, Namespace: "work", Snippet: "a text", Timestamp: day}}}, 40, []string{"[00000007] 2026-03-12 · work · a text"}},
		"none":      {Listed{}, 10, []string{"No memories"}},
		"updated":   {Updated{ID: other, Version: 2, Changed: []string{"content"}}, 30, []string{"[00000007] changed: content; version 2"}},
		"as it was": {Updated{ID: other}, 30, []string{"is unchanged"}},
	} {
		said := c.payload.Words()
		if n := tokens(said); n > c.most {
			t.Errorf("%s costs about %d tokens, the limit is %d:\n%s", name, n, c.most, said)
		}
		for _, want := range c.says {
			if !strings.Contains(said, want) {
				t.Errorf("%s does not say %q:\n%s", name, want, said)
			}
		}
	}
}

// TestWordsTellWhatWasMadeOfAQuestion: the text mentions a preferred time, corrected words and further pages, but only if there are any.
func TestWordsTellWhatWasMadeOfAQuestion(t *testing.T) {
	plain, f := foundOf(1).Words(), foundOf(1)
	next := "c"
	f.further = true
	f.NamedTime, f.Meant, f.NextCursor = &NamedTime{After: "2026-03-12T00:00:00Z", Before: "2026-03-13T00:00:00Z", Memories: 1}, []string{"certificate"}, &next
	for _, want := range []string{"Preferred: 1 memory from 2026-03-12 to 2026-03-13; nothing was filtered out", "Searched for certificate as well", "More with cursor c"} {
		if !strings.Contains(f.Words(), want) {
			t.Errorf("%q is not said:\n%s", want, f.Words())
		}
		if strings.Contains(plain, want[:9]) {
			t.Errorf("%q is said of a question without:\n%s", want, plain)
		}
	}
	for want, n := range map[string]NamedTime{"before 2026-03-13": {Before: "2026-03-13T00:00:00Z"}, "since 2026-03-12T09:30:00Z": {After: "2026-03-12T09:30:00Z"}} {
		if got := n.span(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestSuccessIsWordsOrJSON: the pulse's action is at the end of the text, and "continue" adds nothing.
func TestSuccessIsWordsOrJSON(t *testing.T) {
	text := func(payload any, p *engine.Pulse) string {
		r, err := Success(payload, p)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(r.Content[0])
	}
	if got := text(Stored{FingerprintID: idOf(1)}, &engine.Pulse{SuggestedAction: "trigger_dream"}); !strings.Contains(got, "Suggested: trigger_dream") {
		t.Errorf("no suggestion: %s", got)
	}
	if got := text(Stored{FingerprintID: idOf(1)}, &engine.Pulse{SuggestedAction: NothingSuggested}); strings.Contains(got, "Suggested") {
		t.Errorf("a suggestion: %s", got)
	}
	explained := foundOf(1)
	explained.Weights = map[string]float64{"E1": 1}
	if got := text(explained, nil); !strings.Contains(got, `"weights"`) {
		t.Errorf("what was asked for is not in the text: %s", got)
	}
	if got := (Injected{UTL: &UTL{Learned: new(.5)}}).Words(); !strings.Contains(got, "Learned 0.50") {
		t.Errorf("what was measured is not said: %s", got)
	}
	if got := text(map[string]int{"a": 1}, nil); !strings.Contains(got, `{"a":1}`) {
		t.Errorf("a payload without words is not JSON: %s", got)
	}
}

// TestWordsOfAHistory: the text contains the newest measurements and their total number.
func TestWordsOfAHistory(t *testing.T) {
	total := 9
	d := Drift{HistoryTotal: &total}
	for i := range total {
		at := fmt.Sprintf("2026-03-0%dT12:00:00Z", i+1)
		d.History = append(d.History, DriftEntry{Timestamp: &at, OverallSimilarity: .5, DriftLevel: "Low"})
	}
	got := d.Words()
	if !strings.Contains(got, "Measured before (newest 5 of 9): 2026-03-05 0.50 Low; ") || !strings.HasSuffix(got, "2026-03-09 0.50 Low.\n") {
		t.Errorf("got %s", got)
	}
	newest := "2026-03-09T12:00:00Z"
	d.Timestamp = &newest // the last entry of the history is this measurement itself
	if got := d.Words(); !strings.Contains(got, "Measured before (newest 5 of 8): 2026-03-04 0.50 Low; ") || !strings.HasSuffix(got, "2026-03-08 0.50 Low.\n") {
		t.Errorf("beside itself: %s", got)
	}
	if d.History, total = d.History[8:], 1; !strings.HasSuffix(d.Words(), "\nNot measured before.\n") {
		t.Errorf("the first one: %s", d.Words())
	}
	if d.History, total = nil, 0; strings.Contains(d.Words(), "Measured before") {
		t.Errorf("a history that is empty: %s", d.Words())
	}
}

// TestWordsOfManyStored: each is named, in order, and known ones are marked.
func TestWordsOfManyStored(t *testing.T) {
	got := StoredManyFrom([]engine.Once{{ID: idOf(1)}, {ID: idOf(2), Known: true}})
	if got.Stored != 1 || got.Known != 1 || got.Words() != "1 stored, in order: [00000001] [00000002] known.\n1 known already: the same text was stored before.\n" {
		t.Errorf("%+v: %s", got, got.Words())
	}
	if got := StoredManyFrom([]engine.Once{{ID: idOf(1)}}).Words(); got != "1 stored, in order: [00000001].\n" {
		t.Errorf("got %s", got)
	}
}

// TestBeginnings are cut after a word, and never within a character.
func TestBeginnings(t *testing.T) {
	for text, want := range map[string]string{
		"short": "short", "two\n lines": "two lines",
		"Postgres was chosen over MySQL because of its partial indexes": "Postgres was chosen over MySQL because of its…",
		strings.Repeat("x", 60):       strings.Repeat("x", 48) + "…",
		strings.Repeat("錯", 48):       strings.Repeat("錯", 48),
		"a" + strings.Repeat("錯", 48): "a" + strings.Repeat("錯", 47) + "…",
	} {
		if got := beginning(text); got != want {
			t.Errorf("%q begins %q, want %q", text, got, want)
		}
	}
}

// TestWordsOfWhatIsOutOfDate: a hit that a newer one contradicts says so, and names that one.
func TestWordsOfWhatIsOutOfDate(t *testing.T) {
	f := foundOf(2)
	f.Results[1].SaidOtherwise = &Candidate{f.Results[0].ID, time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC), "value changed: Priya → Tomás"}
	lines := strings.Split(f.Words(), "\n")
	if want := " · newer " + named(f.Results[0].ID) + " (2026-05-04) differs: value changed: Priya → Tomás"; strings.Contains(lines[1], "differs") || !strings.HasSuffix(lines[2], want) {
		t.Errorf("%q", lines)
	}
}

// TestCopiesAreToldAsMore: of twelve equal memories one is the hit, and the text counts eleven more.
func TestCopiesAreToldAsMore(t *testing.T) {
	at := time.Date(2026, 3, 12, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		copies Copies
		says   string
	}{
		{Copies{Copies: 11, First: at, Last: at}, "2026-03-12 · 11 more copies"}, {Copies{Copies: 1, First: at, Last: at}, "2026-03-12 · 1 more copy"},
		{Copies{Copies: 4, First: at.AddDate(0, 0, -2), Last: at}, "2026-03-10 – 2026-03-12 · 4 more copies"},
	} {
		f := foundOf(1)
		f.Results[0].Copies = c.copies
		if said := f.Words(); !strings.Contains(said, c.says) {
			t.Errorf("%q, want %q", said, c.says)
		}
	}
}

// TestWordsOfWeakHitsAreFew: if nothing is relevant, the text has the beginnings of the two nearest hits. Of weak hits it has the first three in full and the beginnings of the
// others; short ones are in full if one hit is not weak. On further pages, and with a minimum relevance, all are in full.
func TestWordsOfWeakHitsAreFew(t *testing.T) {
	weak := func(n int) Found {
		f := foundOf(n)
		for i := range f.Results {
			f.Results[i].Weak = true
		}
		f.NextCursor = new("cursor")
		return f
	}
	none := weak(10)
	none.NothingRelevant = true
	lines := strings.Split(strings.TrimSpace(none.Words()), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[3], "query_id ") || !strings.HasPrefix(lines[0], "Nothing relevant found among 35 memories") || tokens(none.Words()) > 80 {
		t.Errorf("nothing relevant:\n%s", none.Words())
	}
	for _, line := range lines[1:3] {
		if id, passage, _ := strings.Cut(line, " "); len(id) != 10 || len([]rune(passage)) > nearestRunes+1 || !strings.HasSuffix(passage, "…") {
			t.Errorf("a nearest one is shown as %q", line)
		}
	}
	long := "the zebra crossed the road" + strings.Repeat(", and some words more behind it", 4)
	wholeOf := func(f *Found) (n int) { return strings.Count(f.Words(), long) }
	of := func(n int) Found {
		f := weak(n)
		for i := range f.Results {
			f.Results[i].Snippet, f.Results[i].Content = long, ""
		}
		return f
	}
	ten := of(10)
	if said := ten.Words(); strings.Count(said, "\n[") != 10 || !strings.Contains(said, "all weak, best first (10 of 35)") || wholeOf(&ten) != 3 || strings.Count(said, "zebra") != 10 || strings.Contains(said, "More") {
		t.Errorf("ten weak ones:\n%s", said)
	}
	asked, further, strong := of(10), of(10), of(10)
	asked.ShowAll() // with a minimum relevance, all hits that pass are shown
	further.further = true
	for i := range strong.Results {
		strong.Results[i].Weak = false
	}
	none.ShowAll()
	for _, f := range []Found{asked, further, strong} {
		if wholeOf(&f) != 10 {
			t.Errorf("ten whole ones:\n%s", f.Words())
		}
	}
	if said := none.Words(); strings.Count(said, "\n[") != 10 {
		t.Errorf("ten that were asked for:\n%s", said)
	}
	if said := weak(engine.MaxTopK); !strings.Contains(said.Words(), "More with cursor cursor\n") {
		t.Errorf("as many as can be asked for:\n%s", said.Words())
	}
	one := of(10)
	one.Results[7].Weak = false
	if said := one.Words(); strings.Count(said, "\n[") != 10 || strings.Contains(said, "all weak") || wholeOf(&one) != 4 {
		t.Errorf("one of ten is not weak:\n%s", said)
	}
	short := foundOf(10)
	for i := range short.Results[1:] {
		short.Results[i+1].Weak = true
	}
	if said := short.Words(); strings.Count(said, "rollback is tag 4.9.") != 10 {
		t.Errorf("short ones are shown whole beside one that is not weak:\n%s", said)
	}
	less := foundOf(0)
	less.LessRelevant, less.NextCursor = 10, new("cursor")
	if said := less.Words(); !strings.Contains(said, "10 hits below min_relevance left out") || strings.Contains(said, "More") {
		t.Errorf("all are below min_relevance:\n%s", said)
	}
}

// TestALineOfAHistoryHasItsSpaces, if they exist and were requested.
func TestALineOfAHistoryHasItsSpaces(t *testing.T) {
	at := "2026-03-01T12:00:00Z"
	e := DriftEntry{Timestamp: &at, OverallSimilarity: .65, DriftLevel: "Medium", MemoriesAnalyzed: 12}
	if got := e.line(); strings.Contains(got, "E1") {
		t.Errorf("unasked: %q", got)
	}
	e.PerEmbedder = []*float64{new(.714), nil, new(.6)}
	if got := e.line(); !strings.HasSuffix(got, "over 12 · E1 0.71, E3 0.60\n") {
		t.Errorf("%q", got)
	}
}

func TestATextBegins(t *testing.T) {
	for _, c := range [][2]string{{"one two", "one two"}, {"one two three", "one two…"}, {" one\ntwo ", "one two"}, {"onetwothreefour", "onetwothre…"}, {"größer, öfter", "größer…"}} {
		if got := cut(c[0], 10); got != c[1] {
			t.Errorf("%q begins %q, want %q", c[0], got, c[1])
		}
	}
}

// TestWordsTellTheFileOfAHit, so that a reader can open it: the whole path if one hit is a piece of a file, and with several the common folder only once.
func TestWordsTellTheFileOfAHit(t *testing.T) {
	for name, c := range map[string]struct {
		sources []string
		says    []string
		not     string
	}{
		"no file":           {[]string{"", "ticket:12", "https://example.org:80", "slack"}, nil, "Files"},
		"one":               {[]string{"/srv/app/docs/sync.md:78", ""}, []string{"4.9. · /srv/app/docs/sync.md:78\n"}, "Files"},
		"in one folder":     {[]string{"/srv/app/docs/sync.md:78", "/srv/app/main.go:1", ""}, []string{" · docs/sync.md:78\n", " · main.go:1\n", "Files are in /srv/app/\n"}, "· /srv"},
		"of one file":       {[]string{"/srv/app/docs/sync.md:78", "/srv/app/docs/sync.md:5"}, []string{" · sync.md:78\n", " · sync.md:5\n", "Files are in /srv/app/docs/\n"}, "· /srv"},
		"nothing in common": {[]string{"/srv/a.md:1", "/home/b.md:2"}, []string{" · /srv/a.md:1\n", " · /home/b.md:2\n"}, "Files"},
		"names alike":       {[]string{"/srv/app/a.md:1", "/srv/apple/b.md:2"}, []string{" · app/a.md:1\n", " · apple/b.md:2\n", "Files are in /srv/\n"}, "· /srv"},
		"on Windows":        {[]string{`C:\notes\a.md:1`, `C:\notes\b.md:2`}, []string{" · a.md:1\n", "Files are in C:\\notes\\\n"}, "· C:"},
	} {
		f := foundOf(len(c.sources))
		for i, source := range c.sources {
			f.Results[i].Source = source
		}
		words := f.Words()
		for _, part := range c.says {
			if !strings.Contains(words, part) {
				t.Errorf("%s: no %q in\n%s", name, part, words)
			}
		}
		if strings.Contains(words, c.not) {
			t.Errorf("%s: %q in\n%s", name, c.not, words)
		}
		if c.says == nil && words != foundOf(len(c.sources)).Words() {
			t.Errorf("%s: the answer changed:\n%s", name, words)
		}
	}
}
