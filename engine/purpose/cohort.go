package purpose

import (
	_ "embed"
	"fmt"
	"strings"

	"asterism/engine/fingerprint"
)

//go:embed cohort.txt
var cohortText string

// Cohort are texts about everything under the sun, most of them a sentence, some a paragraph or a function: what an unrelated memory looks
// like. A goal is calibrated by how like it is to them (see [Calibrate]). The texts are ours; to change them changes the alignments of goals set
// from then on. The file has one a line, with \n and \t for the line breaks and tabs of code.
func Cohort() []string {
	lines := strings.Split(strings.TrimSuffix(cohortText, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(l)
	}
	return lines
}

// Strangers are texts that have nothing to do with a goal, embedded as memories are.
type Strangers struct {
	Texts      []fingerprint.Fingerprint
	background *Background
}

// NewStrangers takes the texts' values, which must not be changed afterwards. The error says that one of them is no value of its space.
func NewStrangers(texts []fingerprint.Fingerprint) (*Strangers, error) {
	b, err := newBackground(texts)
	if err != nil {
		return nil, fmt.Errorf("measure what unrelated texts have in common: %w", err)
	}
	return &Strangers{Texts: texts, background: b}, nil
}
