package intent

import (
	"strings"
	"time"

	"asterism/engine/pattern"
)

// Span is a time range [From, To) with both ends known.
type Span struct{ From, To time.Time }

// Apart returns the times that a question lists without the time between them: "on 3 March and on 5 April", "in May and in July". It returns nil if the question names one time
// ([Between]), or both ends of one.
func Apart(text string, now time.Time) (out []Span) {
	text = strings.ToLower(text)
	times, ranges := rangesOf(text, now)
	if len(ranges) < 2 || betweenInFront.MatchString(text[:times[0].start]) {
		return nil
	}
	for i, r := range ranges {
		if r.from.IsZero() || r.to.IsZero() || i > 0 && !besideOther.MatchString(text[times[i-1].end:times[i].start]) {
			return nil
		}
		out = append(out, Span{r.from, r.to})
	}
	return out
}

// betweenInFront matches "between" anywhere in front of the first time in its sentence: "between the outages of 3 March and 5 April" names both ends of one time.
var betweenInFront = pattern.New(`\bbetween\b[^.?!]*$`)

// besideOther matches the words between two times that are listed.
var besideOther = pattern.New(`^(?:,?\s+and\s+(?:(?:also|again|then)\s+)?(?:(?:on|in|at|during)\s+)?|,\s+(?:on|in|during)\s+)(?:the\s+)?$`)
