package quality

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"asterism/models"
)

// verdict is the result of comparing a measurement with its goal.
type verdict int

const (
	informs verdict = iota // there is no goal
	passed
	missed
)

// proof is one claim about one space, measured on data that it was not trained on.
type proof struct {
	Space models.Space
	Name  string // of its row: "proof.E7.cosqa_mrr"; empty when the figure has a row elsewhere
	What  string // for people: "STS-B dev Spearman"
	Value float64
	Unit  string
	// Against is what Value is held against: another space's or BM25's figure on the same data, or a goal. Label names it;
	// empty when there is none.
	Against  float64
	Label    string
	Lower    bool // less is better
	Verdict  verdict
	Sentence string // how it was measured, or the interval that decides
	Card     string // the figure of the space's model card that this one must agree with; empty when there is none
	Quiet    bool   // not printed: it is in a table, or only for the card
}

// above makes the proof one that passes when Value is greater than another figure.
func (p proof) above(label string, other float64) proof {
	return p.against(label, other, p.Value > other)
}

// atLeast makes the proof one that passes when Value reaches a goal.
func (p proof) atLeast(goal float64) proof { return p.against("goal", goal, p.Value >= goal) }

// atMost makes the proof one that passes when Value keeps a limit.
func (p proof) atMost(limit float64) proof {
	p.Lower = true
	return p.against("limit", limit, p.Value <= limit)
}

// aboveChance gives the proof the value of a share of two equally likely outcomes; it passes when the 95 % interval is above one half.
func (p proof) aboveChance(s share) proof {
	p.Value = s.value()
	low, _ := s.interval()
	p.Sentence = fmt.Sprintf("%d of %d, %s", s.right, s.trials, s.between())
	return p.against("chance", .5, low > .5)
}

func (p proof) against(label string, other float64, good bool) proof {
	p.Label, p.Against, p.Verdict = label, other, missed
	if good {
		p.Verdict = passed
	}
	return p
}

// String is the claim in a line: "E1 STS-B dev Spearman: 0.781 (goal 0.780)".
func (p proof) String() string {
	s := fmt.Sprintf("%s %s: %.3f", p.Space.Code(), p.What, p.Value)
	if p.Label != "" {
		s += fmt.Sprintf(" (%s %.3f)", p.Label, p.Against)
	}
	return s
}

// proofRow is one figure for bench/results: the main program makes its own rows of them.
type proofRow struct {
	Name   string
	Value  float64
	Unit   string
	Goal   float64 // NaN: none
	Better string  // higher or lower
}

// rows returns the figure, and what it is compared with as a row of its own when that is a figure too.
func (p proof) rows() []proofRow {
	better := "higher"
	if p.Lower {
		better = "lower"
	}
	if p.Name == "" {
		return nil
	}
	row := proofRow{Name: p.Name, Value: p.Value, Unit: p.Unit, Goal: math.NaN(), Better: better}
	switch p.Label {
	case "":
		return []proofRow{row}
	case "goal", "limit", "chance":
		row.Goal = p.Against
		return []proofRow{row}
	}
	other := proofRow{Name: p.Name + "_of_" + p.Label, Value: p.Against, Unit: p.Unit, Goal: math.NaN(), Better: better}
	return []proofRow{row, other}
}

// parted are the same figure for parts of the data, for information.
func parted(s models.Space, name string, parts map[string]*share) (out []proof) {
	for _, domain := range slices.Sorted(maps.Keys(parts)) {
		p := parts[domain]
		out = append(out, proof{Space: s, Name: name + domain, What: "of these " + domain, Unit: "share", Value: p.value(),
			Sentence: fmt.Sprintf("%d of %d, %s", p.right, p.trials, p.between())})
	}
	return out
}
