package answer

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"asterism/engine"
	"asterism/engine/store"
)

// FuzzParts: the parts together are the text, the JSON of each fits, and each ends at a character.
func FuzzParts(f *testing.F) {
	f.Add("short", 10)
	f.Add("a <b> & \"c\"\n\u2028 über 錯\x00", 7)
	f.Add(strings.Repeat("錯", 50), 16)
	f.Fuzz(func(t *testing.T, text string, room int) {
		if !utf8.ValidString(text) {
			t.Skip("contents are UTF-8")
		}
		room = 1 + max(0, room)%64
		got := ""
		for offset, n := 0, 0; ; n++ {
			if err := checkOffset(text, offset); err != nil {
				t.Fatalf("part %d at %d: %v", n, offset, err)
			}
			one, next := part(text, offset, room)
			b, err := json.Marshal(one)
			if err != nil {
				t.Fatal(err)
			}
			if !utf8.ValidString(one) || len(b)-2 > jsonLength(one) || jsonLength(one) > room && utf8.RuneCountInString(one) > 1 {
				t.Fatalf("part %d is %q, %d bytes of JSON where %d have room", n, one, len(b)-2, room)
			}
			got += one
			if next == 0 {
				break
			}
			if next != offset+len(one) || next <= offset {
				t.Fatalf("part %d at %d goes on at %d", n, offset, next)
			}
			offset = next
		}
		if got != text {
			t.Fatalf("the parts are %q, want %q", got, text)
		}
	})
}

func TestOffsetsThatAreWrong(t *testing.T) {
	for offset, want := range map[int]string{2: "in the middle of a character", 4: "not within the 4 bytes", 9: "not within"} {
		if err := checkOffset("aüb", offset); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v, want %q", offset, err, want)
		}
	}
	if err := checkOffset("", 0); err != nil {
		t.Error(err)
	}
}

// TestNoAnswerIsTooLong: the largest lists and searches, in a script with the most bytes a character, say what they leave out.
func TestNoAnswerIsTooLong(t *testing.T) {
	now := time.Date(2026, 3, 12, 0, 0, 0, 0, time.UTC)
	memory := func(i, length int) *store.Memory {
		return &store.Memory{ID: idOf(i), Namespace: "default", Content: strings.Repeat("錯<誤>", length), Rationale: strings.Repeat("理", 1000), Time: now, Modality: "text"}
	}
	for _, length := range []int{1, 30, 500, 5_000} {
		for _, whole := range []bool{false, true} {
			page, found := &engine.Page{}, &engine.Found{Scanned: 1000}
			for i := range 100 {
				page.Memories = append(page.Memories, memory(i, length))
				found.Hits = append(found.Hits, engine.Hit{Memory: memory(i, length)})
			}
			listed := ListedFrom(page, whole, false)
			said := listed.Words()
			if len(said) > mostText || len(listed.Memories) == 0 || (len(listed.Memories) < 100) != (listed.NextCursor != nil) || len(listed.Memories) != len(page.Memories) {
				t.Errorf("a list of %d with contents %t: %d memories in %d bytes, cursor %v", length, whole, len(listed.Memories), len(said), listed.NextCursor)
			}
			if cut := whole && length == 5_000; cut != strings.Contains(said, "with get_memory, offset") {
				t.Errorf("a list of %d with contents %t: %s", length, whole, said[:200])
			}
			q := engine.Question{Text: "誤"}
			told := FoundFrom(found, &q, whole, now)
			told.Fit(found.Hits, q.Text)
			said = told.Words()
			if len(said) > mostText || len(told.Results) != 100 {
				t.Errorf("a search of %d with contents %t: %d results in %d bytes", length, whole, len(told.Results), len(said))
			}
			for i, h := range told.Results {
				if h.Content == "" && h.Snippet == "" || whole && (h.Content == "") != (h.Bytes > 0) {
					t.Errorf("a search of %d with contents %t: result %d is %+v", length, whole, i, h)
					break
				}
			}
		}
	}
	long := bounded(strings.Repeat("a line of text\n", 5000))
	if len(long) > mostText || !strings.Contains(long, "of 75000 bytes. Ask for less at a time") || strings.Contains(long, "a line o\n") {
		t.Errorf("%d bytes end with %q", len(long), long[len(long)-200:])
	}
	if short := strings.Repeat("x", mostText); bounded(short) != short {
		t.Error("what has room was changed")
	}
	if one := bounded(strings.Repeat("錯", mostText)); !utf8.ValidString(one) || len(one) > mostText {
		t.Errorf("%d bytes, within a character", len(one))
	}
}

// TestAFewContentsAreWhole: contents are whole while they fit. Later ones are whole too if they fit, even after one that does not.
func TestAFewContentsAreWhole(t *testing.T) {
	found := &engine.Found{}
	for i, length := range []int{100, 30_000, 200} {
		found.Hits = append(found.Hits, engine.Hit{Memory: &store.Memory{ID: idOf(i), Content: strings.Repeat("x", length)}})
	}
	f := FoundFrom(found, &engine.Question{Text: "x"}, true, time.Now())
	f.Fit(found.Hits, "x")
	if r := f.Results; len(r[0].Content) != 100 || r[1].Content != "" || r[1].Bytes != 30_000 || len(r[2].Content) != 200 {
		t.Errorf("got %d, %d of %d, %d bytes", len(r[0].Content), len(r[1].Content), r[1].Bytes, len(r[2].Content))
	}
	if said := f.Words(); !strings.Contains(said, fmt.Sprintf("(%d bytes; get_memory has them)", 30_000)) {
		t.Errorf("got %s", said)
	}
}
