package drift

import (
	"fmt"
	"strings"
)

// Otherwise says why some entries are not in the series of a measurement: "3 over another timeframe, 1 by another strategy"; "" if all are comparable.
func Otherwise(entries []Entry, newest *Measurement) string {
	counts := make([]int, 4)
	for i := range entries {
		switch e := &entries[i]; {
		case e.Like(newest):
		case e.Timeframe == "" && newest.Timeframe != "":
			counts[0]++
		case !e.sameMemories(newest):
			counts[1]++
		case e.Strategy != newest.Strategy:
			counts[2]++
		default:
			counts[3]++
		}
	}
	var out []string
	for i, why := range []string{"of memories that were named", "over another timeframe", "by another strategy", "with other weights"} {
		if counts[i] > 0 {
			out = append(out, fmt.Sprintf("%d %s", counts[i], why))
		}
	}
	return strings.Join(out, ", ")
}
