package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
)

// timesSeen is a memory's times seen.
func timesSeen(t *testing.T, e *Engine, id store.ID) int {
	t.Helper()
	m, err := e.Get(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return int(TimesSeen(m))
}

// TestTheSameTextIsStoredOnce checks which fields make a note another memory, and which only count a repetition.
func TestTheSameTextIsStoredOnce(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	const text = "The kettle is in the lab."
	for name, c := range map[string]struct {
		first, second Note
		again         bool
		notTaken      string
	}{
		"the same":                      {Note{Content: text}, Note{Content: text}, true, ""},
		"wrapped and indented":          {Note{Content: text}, Note{Content: "  The kettle\n is in\tthe lab. "}, true, ""},
		"in another form of Unicode":    {Note{Content: "Caf\u00e9 is open"}, Note{Content: "Cafe\u0301 is open"}, true, ""},
		"first with a time":             {Note{Content: text, Time: noon, SessionID: "a"}, Note{Content: text}, true, ""},
		"the same session":              {Note{Content: text, Time: noon, SessionID: "a"}, Note{Content: text, SessionID: "a"}, true, ""},
		"the same time, another zone":   {Note{Content: text, Time: noon}, Note{Content: text, Time: noon.In(time.FixedZone("", 3600))}, true, ""},
		"another why, tags, importance": {Note{Content: text, Rationale: "tea", Tags: []string{"lab"}}, Note{Content: text, Rationale: "coffee", Tags: []string{"lab", "cup"}, Importance: new(float64)}, true, "rationale importance tags"},
		"fewer tags, no why":            {Note{Content: text, Rationale: "tea", Tags: []string{"lab", "cup"}}, Note{Content: text, Tags: []string{"cup"}}, true, ""},
		"as code":                       {Note{Content: text}, Note{Content: text, Modality: "code"}, true, "modality"},
		"another time":                  {Note{Content: text, Time: noon}, Note{Content: text, Time: noon.Add(time.Second)}, false, ""},
		"a time of its own":             {Note{Content: text}, Note{Content: text, Time: noon}, false, ""},
		"another session":               {Note{Content: text, SessionID: "a"}, Note{Content: text, SessionID: "b"}, false, ""},
		"another source":                {Note{Content: text}, Note{Content: text, Source: "mail"}, false, ""},
		"another namespace":             {Note{Content: text}, Note{Content: text, Namespace: "work"}, false, ""},
		"another case":                  {Note{Content: text}, Note{Content: strings.ToUpper(text)}, false, ""},
		"asked for":                     {Note{Content: text}, Note{Content: text, AllowDuplicate: true}, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			e := open(t, "")
			first := remember(t, e, c.first)[0]
			for n := range 2 {
				got := remember(t, e, c.second)[0]
				if n == 1 && !c.again && !c.second.AllowDuplicate { // its own, once
					if !got.AlreadyStored || got.ID == first.ID {
						t.Errorf("once more: %+v", got)
					}
					continue
				}
				if got.AlreadyStored != c.again || (got.ID == first.ID) != c.again || strings.Join(got.NotTaken, " ") != c.notTaken {
					t.Fatalf("%+v, first is %s", got, first.ID)
				}
				if want := uint32(n + 2); c.again && (got.TimesSeen != want || got.LastSeen.IsZero() || got.DuplicateOf == nil || len(got.Spaces.Spaces()) < 10) {
					t.Errorf("answer %+v, want seen %d times", got, want)
				}
			}
			want := 1
			if c.again {
				want = 3
			}
			if seen := timesSeen(t, e, first.ID); seen != want {
				t.Errorf("the first was seen %d times, want %d", seen, want)
			}
		})
	}
}

func TestCopiesInABatch(t *testing.T) {
	e := open(t, "")
	ok := Note{Content: "ok", SessionID: "a"}
	got := remember(t, e, ok, Note{Content: "fine"}, ok, Note{Content: "ok", SessionID: "b"}, Note{Content: "ok"})
	if got[0].AlreadyStored || got[1].AlreadyStored || got[3].AlreadyStored || !got[2].AlreadyStored || !got[4].AlreadyStored {
		t.Fatalf("answers %+v", got)
	}
	if got[2].ID != got[0].ID || got[4].ID != got[0].ID || got[4].TimesSeen != 3 || timesSeen(t, e, got[0].ID) != 3 || e.loaded().Len() != 3 {
		t.Errorf("%d memories, the first seen %d times: %+v", e.loaded().Len(), timesSeen(t, e, got[0].ID), got)
	}
	again := remember(t, e, ok, ok)
	if again[0].TimesSeen != 4 || again[1].TimesSeen != 5 || timesSeen(t, e, got[0].ID) != 5 {
		t.Errorf("again: %+v", again)
	}
}

// TestNoCountIsLost stores the same texts concurrently in every way, while others change what is stored.
func TestNoCountIsLost(t *testing.T) {
	e := open(t, "")
	const writers, rounds = 8, 6
	texts := []string{"The build is green.", "The lift is broken.", "The door is open."}
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for r := range rounds {
				var err error
				switch text := texts[(w+r)%len(texts)]; (w + r) % 4 {
				case 0:
					_, err = e.Inject(t.Context(), Note{Content: text, Rationale: "told"})
				case 1:
					_, err = e.RememberAll(t.Context(), []Note{{Content: text}, {Content: fmt.Sprint("unlike ", w, r)}})
				default:
					_, err = e.Remember(t.Context(), Note{Content: text})
				}
				if err != nil {
					t.Error(err)
				}
				for _, text := range texts {
					id, ok, err := e.store.Find(t.Context(), DefaultNamespace, TextHash(text))
					if err == nil && ok && r%3 == 0 {
						_, err = e.Update(t.Context(), id, Change{Tags: &[]string{fmt.Sprint("by ", w, r)}})
					}
					if err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	sum := 0
	page, err := e.List(t.Context(), ListQuestion{Limit: MaxPage})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range page.Memories {
		if slices.Contains(texts, m.Content) {
			sum += int(TimesSeen(m))
		} else if TimesSeen(m) != 1 {
			t.Errorf("%q was seen %d times", m.Content, TimesSeen(m))
		}
	}
	if want := writers * rounds; sum != want {
		t.Errorf("texts were stored %d times, and %d were counted", want, sum)
	}
}

// TestWhatHoldsNoMoreIsNoCopy checks that a text that was forgotten, has expired or was superseded is stored again.
func TestWhatHoldsNoMoreIsNoCopy(t *testing.T) {
	ctx := context.Background()
	for name, ends := range map[string]func(e *Engine, m *store.Memory) error{
		"forgotten": func(e *Engine, m *store.Memory) error {
			_, err := e.Forget(ctx, m.ID, false)
			return err
		},
		"over": func(e *Engine, m *store.Memory) error {
			m.ValidUntil = e.now().Add(-time.Hour)
			return e.in.rewrite(ctx, m)
		},
		"superseded": func(e *Engine, m *store.Memory) error {
			next := remember(t, e, Note{Content: "The door is closed."})[0]
			n, err := e.Get(ctx, next.ID)
			if err != nil {
				return err
			}
			n.Version, n.Supersedes = 2, []store.ID{m.ID}
			return e.in.rewrite(ctx, n)
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := open(t, "")
			first := remember(t, e, Note{Content: "The door is open."})[0]
			m, err := e.Get(ctx, first.ID)
			if err != nil {
				t.Fatal(err)
			}
			m.Version++
			if err := ends(e, m); err != nil {
				t.Fatal(err)
			}
			got := remember(t, e, Note{Content: "The door is open."})[0]
			if got.AlreadyStored || got.ID == first.ID || (got.ForgottenCopy != nil) != (name == "forgotten") {
				t.Fatalf("%+v", got)
			}
			if again := remember(t, e, Note{Content: "The door is open."})[0]; !again.AlreadyStored || again.ID != got.ID || again.ForgottenCopy != nil {
				t.Errorf("said again: %+v, want %s", again, got.ID)
			}
		})
	}
}

// TestRepeatsStayWithTheText checks that another tag keeps the count, and that another text begins at one.
func TestRepeatsStayWithTheText(t *testing.T) {
	e := open(t, "")
	note := Note{Content: "The kettle is in the lab."}
	id := remember(t, e, note, note, note)[0].ID
	change := func(c Change, want int) {
		t.Helper()
		if _, err := e.Update(context.Background(), id, c); err != nil {
			t.Fatal(err)
		}
		if seen := timesSeen(t, e, id); seen != want {
			t.Errorf("seen %d times, want %d", seen, want)
		}
	}
	change(Change{Tags: &[]string{"tea"}}, 3)
	other := "The kettle is in the kitchen."
	change(Change{Content: &other}, 1)
}

// TestInjectMeasuresWhatItCounts checks that a repeated text is measured and enters the workspace, but is not stored.
func TestInjectMeasuresWhatItCounts(t *testing.T) {
	e := open(t, "")
	note := Note{Content: "Orders are kept for ten years.", Rationale: "the law"}
	first, again := inject(t, e, note), inject(t, e, note)
	if !again.AlreadyStored || again.ID != first.ID || again.TimesSeen != 2 || again.UTL == nil || again.UTL.Entropy > .05 || again.Pulse == nil || e.loaded().Len() != 1 {
		t.Errorf("%+v", again)
	}
}

// TestSearchFoldsCopies checks that twelve copies in various spellings take one of ten places, with the dates of all.
func TestSearchFoldsCopies(t *testing.T) {
	e := open(t, "")
	day := func(n int) time.Time { return time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC) }
	var notes []Note
	spellings := []string{"The deploy key is in the vault.", "the deploy key is in the vault", "The deploy key  is in the **vault**", "THE DEPLOY KEY IS IN THE VAULT."}
	for n := range 12 {
		notes = append(notes, Note{Content: spellings[n%len(spellings)], Time: day(n + 1), AllowDuplicate: true})
	}
	others := []string{"The deploy key is in the safe.", "The deploy key is not in the vault.", "Is the deploy key in the vault?", "The deploy token is in the vault.", "The vault is in the deploy key."}
	for n, text := range others {
		notes = append(notes, Note{Content: text, Time: day(20 + n)})
	}
	remember(t, e, append(notes, sampleNotes(t)...)...)
	q := Question{Text: "where is the deploy key?", Explain: true}
	found := recall(t, e, q)
	if len(found.Hits) != 10 {
		t.Fatalf("%d hits, want ten", len(found.Hits))
	}
	met := map[string]bool{}
	for _, h := range found.Hits {
		if words := strings.ToLower(strings.TrimRight(strings.Join(strings.Fields(h.Memory.Content), " "), ".")); met[words] {
			t.Errorf("%q has two places", words)
		} else {
			met[words] = true
		}
		copies := 0
		if slices.Contains(spellings, h.Memory.Content) {
			copies = 11
			if !h.First.Equal(day(1)) || !h.Last.Equal(day(12)) {
				t.Errorf("the copies are of %v to %v", h.First, h.Last)
			}
		}
		if h.Copies != copies || len(h.CopyIDs) != copies {
			t.Errorf("%q has %d copies, want %d: %v", h.Memory.Content, h.Copies, copies, h.CopyIDs)
		}
	}
	for _, text := range others {
		if !met[strings.ToLower(strings.TrimRight(text, "."))] {
			t.Errorf("%q is not among the ten", text)
		}
	}
	q.Unfolded = true
	for _, h := range recall(t, e, q).Hits[:10] {
		if h.Copies > 0 {
			t.Error("a search that does not fold tells copies")
		}
	}
	q.Unfolded, q.TopK = false, 3
	var ids []store.ID
	for {
		f := recall(t, e, q)
		for _, h := range f.Hits {
			if slices.Contains(ids, h.Memory.ID) || len(ids) > 1 && slices.ContainsFunc(h.CopyIDs, func(id store.ID) bool { return slices.Contains(ids, id) }) {
				t.Errorf("%s has two places", h.Memory.ID)
			}
			ids = append(ids, h.Memory.ID)
		}
		if q.Cursor = f.Next; q.Cursor == "" {
			break
		}
	}
	if want := len(others) + 1 + len(sampleNotes(t)); len(ids) != want {
		t.Errorf("the pages have %d hits, want %d", len(ids), want)
	}
}

// TestForgettingWhatWasSaidTwice checks that the answer counts the repetitions, and names other memories with the text and those that are current again.
func TestForgettingWhatWasSaidTwice(t *testing.T) {
	e := open(t, "")
	old := rememberOne(t, e, Note{Content: "The limit is 50.", Time: workday})
	id := rememberOne(t, e, Note{Content: "The limit is 100.", Time: workday.Add(time.Hour), Supersedes: []store.ID{old}})
	rememberOne(t, e, Note{Content: "The limit is 100."})
	copied := rememberOne(t, e, Note{Content: "The limit is 100.", AllowDuplicate: true})
	f, err := e.Forget(t.Context(), id, false)
	if err != nil {
		t.Fatal(err)
	}
	if f.TimesSeen != 2 || f.LastSeen.IsZero() || !slices.Equal(f.Copies, []store.ID{copied}) || !slices.Equal(f.Again, []store.ID{old}) {
		t.Errorf("%+v", f)
	}
	if f, err = e.Forget(t.Context(), copied, false); err != nil || f.TimesSeen != 1 || f.Copies != nil || f.Again != nil {
		t.Errorf("the copy: %+v, %v", f, err)
	}
}

// TestTimesSeenEndsWithItsNumbers checks that the count stays at its maximum instead of overflowing.
func TestTimesSeenEndsWithItsNumbers(t *testing.T) {
	for n, want := range map[uint32]uint32{0: 1, 5: 6, math.MaxUint32 - 1: math.MaxUint32, math.MaxUint32: math.MaxUint32} {
		if got := TimesSeen(&store.Memory{Repeats: n}); got != want {
			t.Errorf("repeated %d times it was seen %d times, want %d", n, got, want)
		}
	}
}
