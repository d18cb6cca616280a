package words

import (
	"fmt"

	"asterism/engine/drift"
	"asterism/mcp/answer"
)

// unjudged replaces the level of a measurement of too few memories.
const unjudged = "too few"

// TooFew reports whether a measurement of a timeframe's memories has too few for a level, by the rule of get_alignment_drift. "" means that the memories were named.
func TooFew(timeframe string, memories int) bool {
	m := drift.Measurement{Timeframe: timeframe, Analyzed: memories}
	return m.TooFew()
}

// TooLittle says that there are too few memories to judge, and how many are needed.
func TooLittle(memories, needed int) string {
	return fmt.Sprintf("too few memories to judge: %d, and %d are needed", memories, needed)
}

// Level returns the level of a measurement, or that there are too few memories for one.
func Level(e *answer.DriftEntry) string {
	if TooFew(e.Timeframe, e.MemoriesAnalyzed) {
		return unjudged
	}
	return e.DriftLevel
}
