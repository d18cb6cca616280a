package ingest

import "testing"

// TestWhatWasSaidAgainIsKept: the same text at another time, in another session or from another source was said again; an identical line is a
// repeat.
func TestWhatWasSaidAgainIsKept(t *testing.T) {
	chat := `{"content":"ok","timestamp":"2026-03-01T10:00:00Z","session_id":"a"}
{"content":"The build is green.","timestamp":"2026-03-01T10:01:00Z","session_id":"a"}
{"content":"ok","timestamp":"2026-03-01T10:02:00Z","session_id":"a"}
{"content":"ok","timestamp":"2026-03-01T10:02:00Z","session_id":"b"}
{"content":"ok","source":"mail"}
{"content":"ok"}
`
	for name, c := range map[string]struct {
		again           string
		stored, skipped int
	}{
		"the same once more":     {chat, 0, 6},
		"moved to another order": {`{"session_id":"a","timestamp":"2026-03-01T11:02:00+01:00","content":"ok"}` + "\n" + `{"content":"ok"}` + "\n", 0, 2},
		"said once more":         {`{"content":"ok","timestamp":"2026-03-01T10:03:00Z","session_id":"a"}` + "\n", 1, 0},
	} {
		m := newMemory()
		first, err := ingest(t, m, Options{}, tree(t, map[string]string{"chat.jsonl": chat}))
		if err != nil || first.Stored != 5 || first.Skipped != 1 || first.Failed != 0 {
			t.Fatalf("%s: %+v, %v; want five stored, and the last, which says no more than its text, not", name, first, err)
		}
		got, err := ingest(t, m, Options{}, tree(t, map[string]string{"later.jsonl": c.again}))
		if err != nil || got.Stored != c.stored || got.Skipped != c.skipped {
			t.Errorf("%s: %+v, %v; want %d stored and %d skipped", name, got, err, c.stored, c.skipped)
		}
	}
}
