package goaldna

import (
	"time"
	"unicode/utf8"
)

// Event is a check that drifted.
type Event struct {
	Step       int
	Similarity float64
	ActionText string // cut to MaxActionRunes
	Severity   Severity
	Time       time.Time
}

// MaxActionRunes is how much of an action's text an event keeps.
const MaxActionRunes = 200

// cut takes the first MaxActionRunes characters of a text, with the replacement character for what is not UTF-8.
func cut(text string) string {
	n := 0
	for i := range text {
		if n == MaxActionRunes {
			text = text[:i]
			break
		}
		n++
	}
	return valid(text)
}

// recordedCheck is a check in the history.
type recordedCheck struct {
	step       int
	similarity float64
	signal     bool // false: there was nothing to compare
	time       int64
}

// recordedEvent is an event in the history. Its text is in a buffer that the next event in this slot reuses.
type recordedEvent struct {
	step       int
	similarity float64
	time       int64
	text       []byte
}

func (k *recordedEvent) event(threshold float64) Event {
	return Event{k.step, k.similarity, string(k.text), SeverityOf(k.similarity, threshold), time.Unix(0, k.time).UTC()}
}

// longestText is how many bytes an event's text has at most.
const longestText = MaxActionRunes * utf8.UTFMax
