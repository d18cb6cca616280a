package words

import (
	"fmt"

	"asterism/engine/drift"
	"asterism/mcp/answer"
)

// unjudged stands where the level of a measurement of too few memories would be.
const unjudged = "too few"

// TooFew reports whether a measurement of the memories of a timeframe is of too few to tell a level, as get_alignment_drift has it; "" is no timeframe: the memories were named.
func TooFew(timeframe string, memories int) bool {
	m := drift.Measurement{Timeframe: timeframe, Analyzed: memories}
	return m.TooFew()
}

// TooLittle says how many memories there are where those are too few to judge, and how many are needed.
func TooLittle(memories, needed int) string {
	return fmt.Sprintf("too few memories to judge: %d, and %d are needed", memories, needed)
}

// Level is the level of a measurement, as far as there are enough memories to tell one.
func Level(e *answer.DriftEntry) string {
	if TooFew(e.Timeframe, e.MemoriesAnalyzed) {
		return unjudged
	}
	return e.DriftLevel
}
