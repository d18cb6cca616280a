package changes

import (
	_ "embed" // the sentences
	"fmt"
	"strings"
	"time"
)

//go:embed testdata/groups.txt
var groupLines string

// freshLines are groups written after the first rules by which an order is chosen where nothing was said, and seen before the last ones.
//
//go:embed testdata/fresh.txt
var freshLines string

//go:embed testdata/distractors.txt
var distractorLines string

// group is one thing that changed.
type group struct {
	current, bare, original string // questions
	said                    []statement
}

// statement is a memory about the thing on a day; the oldest comes first.
type statement struct {
	day  time.Time
	text string
}

// groups reads them. A group begins with "= current | bare | original", and has a line for each statement.
func groups(text string) (out []group, err error) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSuffix(line, "\n")
		if questions, head := strings.CutPrefix(line, "= "); head {
			q := strings.Split(questions, " | ")
			if len(q) != 3 {
				return nil, fmt.Errorf("line %d has %d questions, want 3", n, len(q))
			}
			out = append(out, group{current: q[0], bare: q[1], original: q[2]})
			continue
		}
		day, words, ok := strings.Cut(line, " ")
		at, err := time.Parse(time.DateOnly, day)
		if err != nil || !ok || len(out) == 0 {
			return nil, fmt.Errorf("line %d is no statement of a group: %q", n, line)
		}
		g := &out[len(out)-1]
		if k := len(g.said); k > 0 && !g.said[k-1].day.Before(at) {
			return nil, fmt.Errorf("line %d is not later than the one before", n)
		}
		g.said = append(g.said, statement{at, words})
	}
	return out, nil
}
