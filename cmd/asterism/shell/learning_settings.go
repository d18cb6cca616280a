package shell

import (
	"fmt"
	"strings"

	"asterism/engine/metautl"
)

// LearningSettings is a flag of settings of meta-learning. Given again, it adds to what was given before.
type LearningSettings metautl.Settings

// Set reads NAME=NUMBER, or several of them with commas.
func (l *LearningSettings) Set(v string) error { return (*metautl.Settings)(l).Set(v) }

// String writes those that are not as specified, as Set reads them.
func (l *LearningSettings) String() string {
	s := metautl.Settings(*l).OrDefault()
	var out []string
	for _, c := range s.Changed() {
		out = append(out, fmt.Sprintf("%s=%g", c.Name, c.Value))
	}
	return strings.Join(out, ",")
}

// Type names the kind of flag in the help.
func (l *LearningSettings) Type() string { return "settings" }
