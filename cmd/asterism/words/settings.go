package words

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"asterism/engine/metautl"
	"asterism/mcp/answer"
)

// Settings lists the settings of meta-learning that differ from the specification, with the specified values.
func Settings(s answer.Settings) string {
	if len(s) == 0 {
		return "as specified"
	}
	usual := metautl.DefaultSettings()
	specified := map[string]float64{}
	for _, c := range usual.Each() {
		specified[c.Name] = c.Default
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		out = append(out, fmt.Sprintf("%s %g (specified %g)", name, s[name], specified[name]))
	}
	return strings.Join(out, ", ")
}
