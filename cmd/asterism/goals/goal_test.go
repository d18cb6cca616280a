package goals

import (
	"strings"
	"testing"

	"asterism/mcp/answer"
)

// TestTheRestIsMeasuredWhereSomethingRuns: a command that has the store by itself does not say that work goes on which ends with it.
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
