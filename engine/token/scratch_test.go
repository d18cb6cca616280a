package token

import "testing"

// A working memory that is reused does not grow with what was encoded before.
func TestScratchDoesNotGrow(t *testing.T) {
	tok := load(t, "wordpiece")
	for _, track := range []bool{false, true} {
		s := &scratch{}
		for range 1000 {
			s.out.ids = nil
			tok.run(s, "one [SEP] two [SEP]", track)
		}
		if len(s.out.ids) < 4 || cap(s.out.spans) > 64 {
			t.Errorf("tracking %v: room for %d spans of a text of %d ids", track, cap(s.out.spans), len(s.out.ids))
		}
	}
}
