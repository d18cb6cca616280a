package goals

import (
	"strings"
	"testing"

	"asterism/mcp/answer"
)

// TestTheRestIsMeasuredWhereSomethingRuns: a command that opens the store itself does not claim that work continues which ends with the command.
func TestTheRestIsMeasuredWhereSomethingRuns(t *testing.T) {
	for _, c := range []struct {
		of    answer.Alignment
		alone bool
		says  string
	}{
		{answer.Alignment{Memories: 9, Measured: 4, Running: true}, false, "4 of 9 memories measured against these goals; the rest is being measured"},
		{answer.Alignment{Memories: 9, Measured: 4, Running: true}, true, "while a command or a server has the store open"},
		{answer.Alignment{Memories: 9, Measured: 9, Running: true}, true, "9 of 9 memories measured against these goals"},
	} {
		if got := measured(&c.of, c.alone); !strings.HasSuffix(got, c.says) {
			t.Errorf("%+v, alone %v: %s", c.of, c.alone, got)
		}
	}
}

// TestAdviceIsALineASpace: for the three worst spaces, and how many more there are.
func TestAdviceIsALineASpace(t *testing.T) {
	var all []answer.Advice
	for _, space := range []string{"E7 code", "E11 entity", "E1 semantic", "E9 hdc", "E5 causal"} {
		if got, want := strings.Count(adviceWords(all), "\n"), len(all); want <= 3 && got != want {
			t.Errorf("%d lines of %d spaces: %s", got, want, adviceWords(all))
		}
		all = append(all, answer.Advice{Embedder: space, Priority: "high", Issue: "what is so", Suggestion: "what to do"})
	}
	got := adviceWords(all)
	if strings.Count(got, "\n") != 4 || !strings.HasPrefix(got, "high: E7 code: what is so. what to do\n") || !strings.Contains(got, "2 more spaces with advice") || strings.Contains(got, "hdc") {
		t.Errorf("of five spaces: %s", got)
	}
	if got := adviceWords(nil); got != "" {
		t.Errorf("of none: %q", got)
	}
}
