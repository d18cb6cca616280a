package purpose

import (
	_ "embed"
	"fmt"
	"strings"

	"asterism/engine/fingerprint"
)

//go:embed cohort.txt
var cohortText string

// Cohort returns texts about everything, most of them a sentence, some a paragraph or a function: examples of unrelated memories. A goal is
// calibrated by its similarity to them (see [Calibrate]). The texts are ours; changing them changes the alignments of goals set from then on.
// The file has one text per line, with \n and \t for the line breaks and tabs of code.
func Cohort() []string {
	lines := strings.Split(strings.TrimSuffix(cohortText, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(l)
	}
	return lines
}

// Strangers are texts unrelated to a goal, embedded as memories are.
type Strangers struct {
	Texts      []fingerprint.Fingerprint
	background *Background
}

// NewStrangers keeps the texts' values, which must not be changed afterwards. The error reports a value that is invalid in its space.
func NewStrangers(texts []fingerprint.Fingerprint) (*Strangers, error) {
	b, err := newBackground(texts)
	if err != nil {
		return nil, fmt.Errorf("measure what unrelated texts have in common: %w", err)
	}
	return &Strangers{Texts: texts, background: b}, nil
}
