package engine

import (
	"testing"

	"asterism/engine/store"
)

// TestTheOldestIsFirstWhereItIsAskedFor uses three unlinked statements: the first comes first if the question asks for the original state, and the last if it asks for the present one.
func TestTheOldestIsFirstWhereItIsAskedFor(t *testing.T) {
	for _, c := range []struct {
		statements [3]string
		first, now []string
	}{
		{[3]string{"The API rate limit is 50/min.", "The API rate limit is 100/min.", "The API rate limit was raised to 300."}, []string{"what was the API rate limit originally?", "what was the rate limit at first?"}, []string{"current API rate limit"}},
		{[3]string{"The upload limit is 10 MB.", "The upload limit is 25 MB.", "The upload limit was raised to 50 MB."}, []string{"what was the upload limit originally?", "upload limit at the start"}, []string{"what is the upload limit now?"}},
		{[3]string{"The build timeout is 20 minutes.", "The build timeout is 10 minutes.", "The build timeout was cut to 5 minutes."}, []string{"what was the build timeout originally?", "initial build timeout"}, []string{"current build timeout"}},
	} {
		e := open(t, "")
		var ids [3]store.ID
		for i, text := range c.statements {
			ids[i] = rememberOne(t, e, Note{Content: text, Time: day([]string{"2025-03-01", "2026-05-01", "2026-11-01"}[i])})
		}
		for at, questions := range map[int][]string{0: c.first, 2: c.now} {
			for _, question := range questions {
				if got := recall(t, e, Question{Text: question}).Hits[0].Memory; got.ID != ids[at] {
					t.Errorf("%s %q", question, got.Content)
				}
			}
		}
	}
}
