package shell

import (
	"fmt"
	"strconv"
	"strings"

	"asterism/engine/drift"
)

// DriftLevels is a flag of four similarities: the lowest ones of the levels None, Low, Medium and High of drift.
type DriftLevels drift.Thresholds

// Set reads four decreasing numbers.
func (l *DriftLevels) Set(v string) error {
	parts := strings.Split(v, ",")
	if len(parts) != 4 {
		return fmt.Errorf("%q holds %d numbers; give four that fall, of None, Low, Medium and High: 0.85,0.60,0.55,0.40", v, len(parts))
	}
	var n [4]float64
	for i, part := range parts {
		f, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil {
			return fmt.Errorf("%q is not a number: give four that fall, such as 0.85,0.60,0.55,0.40", part)
		}
		n[i] = f
	}
	t := drift.Thresholds{None: n[0], Low: n[1], Medium: n[2], High: n[3]}
	if err := t.Check(); err != nil {
		return err
	}
	*l = DriftLevels(t)
	return nil
}

// String formats them for Set; "" if none are given.
func (l *DriftLevels) String() string {
	if *l == (DriftLevels{}) {
		return ""
	}
	return fmt.Sprintf("%g,%g,%g,%g", l.None, l.Low, l.Medium, l.High)
}

// Type is the name of the value in the help.
func (l *DriftLevels) Type() string { return "levels" }
