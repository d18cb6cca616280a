package clients

import (
	"fmt"
	"strings"
)

// around is how many unchanged lines are shown on each side of a change.
const around = 2

// Diff returns the change by lines: removed ones with -, added ones with +. The change is one block of lines.
func (e *Edit) Diff() string {
	before, after := linesOf(e.Before), linesOf(e.After)
	head := 0
	for head < min(len(before), len(after)) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < min(len(before), len(after))-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, line %d\n", e.Path, head+1)
	put := func(mark string, lines []string) {
		for _, l := range lines {
			b.WriteString(mark + " " + l + "\n")
		}
	}
	put(" ", after[max(0, head-around):head])
	put("-", before[head:len(before)-tail])
	put("+", after[head:len(after)-tail])
	put(" ", after[len(after)-tail:min(len(after), len(after)-tail+around)])
	return b.String()
}

func linesOf(text []byte) []string {
	if len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}
