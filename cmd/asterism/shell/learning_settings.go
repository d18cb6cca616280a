package shell

import (
	"fmt"
	"strings"

	"asterism/engine/metautl"
)

// LearningSettings is a flag of settings of meta-learning. A repeated flag adds settings.
type LearningSettings metautl.Settings

// Set reads NAME=NUMBER, or several separated by commas.
func (l *LearningSettings) Set(v string) error { return (*metautl.Settings)(l).Set(v) }

// String formats those that differ from the specification, for Set.
func (l *LearningSettings) String() string {
	s := metautl.Settings(*l).OrDefault()
	var out []string
	for _, c := range s.Changed() {
		out = append(out, fmt.Sprintf("%s=%g", c.Name, c.Value))
	}
	return strings.Join(out, ",")
}

// Type is the name of the value in the help.
func (l *LearningSettings) Type() string { return "settings" }
