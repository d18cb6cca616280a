package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/models"

	"github.com/google/uuid"
)

// open starts an engine over a directory with the models that ship, and closes it at the end of the test.
func open(t *testing.T, dir string) *Engine {
	t.Helper()
	return openWith(t, Config{Data: dir})
}

// sampleNotes are the notes that ship with the project.
func sampleNotes(t testing.TB) []Note {
	t.Helper()
	f, err := os.Open("../examples/notes/notes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var notes []Note
	for s := bufio.NewScanner(f); s.Scan(); {
		var l struct {
			Content, Rationale, Modality string
			Tags                         []string
			Timestamp                    time.Time
		}
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		notes = append(notes, Note{Content: l.Content, Rationale: l.Rationale, Modality: l.Modality, Tags: l.Tags, Time: l.Timestamp})
	}
	return notes
}

func remember(t *testing.T, e *Engine, notes ...Note) []Remembered {
	t.Helper()
	out, err := e.RememberAll(context.Background(), notes)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// place returns the 1-based rank of a memory with the given words; 0 if it is not found.
func place(t *testing.T, e *Engine, q Question, words string) int {
	t.Helper()
	f, err := e.Recall(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range f.Hits {
		if strings.Contains(h.Memory.Content, words) {
			return i + 1
		}
	}
	return 0
}

// questions about the sample notes: by meaning, code, a rare word, with typos, by cause, time and name.
var questions = []struct {
	name  string
	ask   Question
	words string // in the memory that must come first
	top   int    // at this rank or better
}{
	{"meaning", Question{Text: "why do we use a relational database for purchases?"}, "PostgreSQL over MongoDB", 3},
	{"meaning 2", Question{Text: "how do we go back to the previous version after a bad deployment"}, "Rolling back", 3},
	{"code", Question{Text: "function that computes the distance between two coordinates", Profile: "code"}, "def haversine", 3},
	{"code 2", Question{Text: "retry with exponential backoff until the context is done"}, "func WithRetry", 3},
	{"rare word", Question{Text: "E_QUOKKA_42"}, "E_QUOKKA_42", 1},
	{"rare name", Question{Text: "HRN-2291"}, "HRN-2291", 1},
	{"typo", Question{Text: "kuberntes upgarde"}, "Kubernetes upgrade", 3},
	{"typo 2", Question{Text: "certifcate of the tyle servr"}, "certificate of the tile server", 3},
	{"cause", Question{Text: "what made the nightly import fail?", Direction: "cause"}, "disk of worker 3", 3},
	{"reason", Question{Text: "privacy promise to customers"}, "Retention", 5},
	{"person", Question{Text: "who leads the routing team"}, "Mara Okonkwo", 1},
	{"time", Question{Text: "incident", After: day("2026-02-18"), Before: day("2026-02-19")}, "thundering herd", 1},
	{"time in words", Question{Text: "what went wrong on 18 February 2026?"}, "thundering herd", 1},
	{"tag", Question{Text: "rules", Tags: []string{"decision", "privacy"}}, "Retention", 1},
}

func day(v string) time.Time {
	t, err := time.Parse("2006-01-02", v)
	if err != nil {
		panic(err)
	}
	return t
}

func TestTheRightMemoryIsFoundAlsoAfterARestart(t *testing.T) {
	dir := t.TempDir()
	first, err := Open(context.Background(), Config{Data: dir})
	if err != nil {
		t.Fatal(err)
	}
	remember(t, first, sampleNotes(t)...)
	ask := func(when string, e *Engine) {
		for _, q := range questions {
			if p := place(t, e, q.ask, q.words); p == 0 || p > q.top {
				t.Errorf("%s, %s: %q is at place %d, want %d or better", when, q.name, q.words, p, q.top)
			}
		}
	}
	ask("fresh", first)
	if err := first.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	ask("after a restart", open(t, dir))
}

func TestBadNotesAreRefusedAndNothingIsStored(t *testing.T) {
	e := open(t, "")
	number := func(v float64) *float64 { return &v }
	good := Note{Content: "text", Rationale: "why"}
	for name, c := range map[string]struct {
		change func(*Note)
		says   string
	}{
		"blank":              {func(n *Note) { n.Content = " \n\t\u200b" }, "content is blank"},
		"too long":           {func(n *Note) { n.Content = strings.Repeat("x", 50<<20) }, "limit is 1048576"},
		"not UTF-8":          {func(n *Note) { n.Content = "ab\xff" }, "offset 2"},
		"NUL":                {func(n *Note) { n.Content = "a\x00b" }, "NUL"},
		"no rationale":       {func(n *Note) { n.Rationale = "" }, "rationale is blank"},
		"importance":         {func(n *Note) { n.Importance = number(2) }, "importance 2"},
		"unknown modality":   {func(n *Note) { n.Modality = "smell" }, `unknown modality "smell"`},
		"image":              {func(n *Note) { n.Modality = "image" }, "compact profile"},
		"audio":              {func(n *Note) { n.Modality = "audio" }, "no audio model"},
		"all namespaces":     {func(n *Note) { n.Namespace = "*" }, "all namespaces"},
		"too many tags":      {func(n *Note) { n.Tags = make([]string, 33) }, "33 tags"},
		"blank tag":          {func(n *Note) { n.Tags = []string{" "} }, "tag is blank"},
		"unknown link":       {func(n *Note) { n.Links = []uuid.UUID{uuid.Max} }, "does not exist"},
		"year":               {func(n *Note) { n.Time = day("2026-01-01").AddDate(900, 0, 0) }, "1700 to 2250"},
		"namespace too long": {func(n *Note) { n.Namespace = strings.Repeat("n", 257) }, "257 bytes"},
	} {
		n := good
		c.change(&n)
		_, err := e.Inject(context.Background(), n)
		var bad *Error
		if !errors.As(err, &bad) || bad.Kind != KindInvalid || !strings.Contains(bad.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		} else if bad.Hint == "" {
			t.Errorf("%s: no way out is named", name)
		}
	}
	if n := e.loaded().Len(); n != 0 {
		t.Errorf("%d memories are indexed after refusals", n)
	}
	if page, err := e.List(context.Background(), ListQuestion{Namespace: "*"}); err != nil || len(page.Memories) != 0 {
		t.Errorf("stored after refusals: %v %v", page, err)
	}
}

func TestForgetAndRestore(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	e := open(t, dir)
	r := remember(t, e, Note{Content: "the quokka lives on Rottnest island"}, Note{Content: "a second memory"})
	ask := Question{Text: "quokka"}
	if place(t, e, ask, "quokka") == 0 {
		t.Fatal("not found before it was forgotten")
	}
	f, err := e.Forget(ctx, r[0].ID, false)
	if err != nil || time.Until(f.RestorableUntil) < 29*24*time.Hour {
		t.Fatalf("forget: %+v %v", f, err)
	}
	if place(t, e, ask, "quokka") != 0 {
		t.Error("found after a soft forget")
	}
	if err := e.Restore(ctx, r[0].ID); err != nil {
		t.Fatal(err)
	}
	if place(t, e, ask, "quokka") == 0 {
		t.Error("not found after restoring")
	}
	if _, err := e.Forget(ctx, r[0].ID, true); err != nil {
		t.Fatal(err)
	}
	var gone *Error
	if _, err := e.Get(ctx, r[0].ID); !errors.As(err, &gone) || gone.Kind != KindNotFound {
		t.Errorf("get after a hard forget: %v", err)
	}
	if err := e.Restore(ctx, r[0].ID); !errors.As(err, &gone) || gone.Kind != KindNotFound {
		t.Errorf("restore after a hard forget: %v", err)
	}
}

func TestListPagesThroughEverythingOnce(t *testing.T) {
	e := open(t, "")
	var notes []Note
	for i := range 25 {
		notes = append(notes, Note{Content: fmt.Sprintf("memory number %d", i), Time: day("2026-01-01").AddDate(0, 0, i/2)})
	}
	remember(t, e, notes...)
	seen := map[string]bool{}
	q := ListQuestion{Limit: 7}
	for pages := 0; ; pages++ {
		p, err := e.List(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Memories {
			if seen[m.Content] {
				t.Errorf("%q came twice", m.Content)
			}
			seen[m.Content] = true
		}
		if p.Next == "" {
			if pages != 3 {
				t.Errorf("%d full pages, want 3", pages)
			}
			break
		}
		q.Cursor = p.Next
	}
	if len(seen) != 25 {
		t.Errorf("%d memories listed, want 25", len(seen))
	}
	if _, err := e.List(context.Background(), ListQuestion{Cursor: "nonsense"}); err == nil {
		t.Error("a made-up cursor was accepted")
	}
}

func TestNamespacesDoNotBleed(t *testing.T) {
	e := open(t, "")
	remember(t, e, Note{Content: "the blue heron nests here", Namespace: "birds"}, Note{Content: "heron is our delivery service", Namespace: "work"})
	for ns, want := range map[string]int{"birds": 1, "work": 1, "": 0, "*": 2} {
		f, err := e.Recall(context.Background(), Question{Text: "heron", Namespace: ns})
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Hits) != want {
			t.Errorf("namespace %q: %d hits, want %d", ns, len(f.Hits), want)
		}
	}
}

func TestASecondProcessIsToldWhoOwnsTheStore(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	_, err := Open(context.Background(), Config{Data: dir})
	if err == nil || !strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) {
		t.Errorf("second open: %v, want the owner's pid %d", err, os.Getpid())
	}
}

// TestEverybodyAtOnce runs writers, readers and forgets concurrently; acknowledged memories that were not forgotten are found.
func TestEverybodyAtOnce(t *testing.T) {
	e := open(t, t.TempDir())
	ctx := context.Background()
	const writers, each = 8, 12
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				r, err := e.Inject(ctx, Note{Content: fmt.Sprintf("writer%d item%d keeps a word", w, i), Rationale: "test"})
				if err != nil {
					t.Error(err)
					return
				}
				if i%3 == 0 {
					if _, err := e.Forget(ctx, r.ID, i%2 == 0); err != nil {
						t.Error(err)
					}
				}
				if _, err := e.Recall(ctx, Question{Text: "a word that a writer keeps"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n, want := e.loaded().Len(), writers*each*2/3; n != want {
		t.Errorf("%d memories are found, want %d", n, want)
	}
	if report, err := e.store.Memories.(*rocks.Store).Check(ctx, nil); err != nil || report.Err() != nil {
		t.Errorf("store: %v %v", err, report.Err())
	}
}

// TestALongTextIsKeptWithinTheSpacesBounds checks that a text of many windows keeps at most 5 % of the vocabulary, and that the answer says what E12 drops.
func TestALongTextIsKeptWithinTheSpacesBounds(t *testing.T) {
	e := open(t, "")
	var b strings.Builder
	for _, n := range sampleNotes(t) {
		b.WriteString(n.Content + "\n")
	}
	for i := range 3000 {
		fmt.Fprintf(&b, "word%d and number%d stand beside item%c%c%c. ", i, i*7, 'a'+i%26, 'a'+i/26%26, 'a'+i/7%26)
	}
	r := remember(t, e, Note{Content: b.String()})[0]
	if r.Windows < 2 || r.Dropped == 0 {
		t.Errorf("%d windows, %d token vectors dropped: a long text must need several and say what was dropped", r.Windows, r.Dropped)
	}
	many, err := e.store.Get(context.Background(), store.Parts{Spaces: models.All}, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []models.Space{models.Sparse, models.Splade} {
		if n, most := len(many[0].Record[s].Terms), s.Info().Width*5/100; n == 0 || n > most {
			t.Errorf("%s has %d terms, want 1 to %d", s, n, most)
		}
	}
}

// TestOpeningTellsItsProgress checks that a start over a filled store reports its progress up to the total.
func TestOpeningTellsItsProgress(t *testing.T) {
	dir := t.TempDir()
	first, err := Open(context.Background(), Config{Data: dir})
	if err != nil {
		t.Fatal(err)
	}
	var notes []Note
	for i := range 2100 {
		notes = append(notes, Note{Content: fmt.Sprintf("short note %d", i)})
	}
	for part := range slices.Chunk(notes, 300) {
		remember(t, first, part...)
	}
	if err := first.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	said := map[string]int{}
	second, err := Open(context.Background(), Config{Data: dir, Progress: func(stage string, done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if said[stage]++; done > total || total == 0 {
			t.Errorf("%s: %d of %d", stage, done, total)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close(context.Background())
	if n := said["loading memories"]; said["verifying models"] == 0 || n < 3 || n > 30 { // it reads some hundred memories at a time
		t.Errorf("progress: %v", said)
	}
}
