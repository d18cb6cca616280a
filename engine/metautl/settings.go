package metautl

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"asterism/engine/utl"
)

// Settings are the parameters of learning that an operator may set; the zero value sets none, see [DefaultSettings]. They belong to the process and are not stored: what was learned
// with other settings stays, and is used with these.
type Settings struct {
	ErrorThreshold            float64 // greater errors, of either sign, move λ
	LowAccuracy               float64 // accuracy surely below it makes a cycle count as low
	RecoveredAccuracy         float64 // at or above it low accuracy is over
	LowCycles                 int     // number of consecutive low cycles after which λ is optimised
	Escalations               int     // number of optimisations without recovery after which a person is asked
	MinLambda, MaxLambda      float64 // of λ_s and λ_c
	Alpha, MinAlpha, MaxAlpha float64 // how far an error moves λ: normally, at least and at most
	LearnEvery                int     // number of judged hits after which the weights of search are learned again
	MinAnswers                int     // number of usable answers before the weights of search change
	FullDays, HourlyDays      int     // how long all events are kept, and then the last of each hour, type and domain
	Stages                    utl.Stages
}

// DefaultSettings are those of the specification.
func DefaultSettings() Settings {
	var s Settings
	for _, c := range choices {
		c.set(&s, c.Default)
	}
	return s
}

// OrDefault returns the settings, or the specification's if none were set.
func (s Settings) OrDefault() Settings {
	if s == (Settings{}) {
		return DefaultSettings()
	}
	return s
}

// Setting is one of them: its name, its allowed values, and its value.
type Setting struct {
	Name               string
	Default, Low, High float64 // the default, and the least and the greatest allowed value
	Whole              bool    // whole numbers only
	About              string
	Value              float64 // the current value
}

// Each lists the settings in a fixed order.
func (s *Settings) Each() []Setting {
	out := make([]Setting, len(choices))
	for i, c := range choices {
		out[i] = c.Setting
		out[i].Value = c.get(s)
	}
	return out
}

// Changed lists those that differ from the specification.
func (s *Settings) Changed() []Setting {
	return slices.DeleteFunc(s.Each(), func(c Setting) bool { return c.Value == c.Default })
}

// Set sets values from a list such as "error-threshold=0.1,low-cycles=20". After an error nothing has changed.
func (s *Settings) Set(list string) error {
	next := s.OrDefault()
	for pair := range strings.SplitSeq(list, ",") {
		name, text, ok := strings.Cut(strings.TrimSpace(pair), "=")
		if !ok {
			return fmt.Errorf("%q is no setting of learning: give NAME=NUMBER, such as error-threshold=0.1", pair)
		}
		at := slices.IndexFunc(choices, func(c choice) bool { return c.Name == strings.TrimSpace(name) })
		if at < 0 {
			return fmt.Errorf("there is no setting of learning %q; there are %s", name, strings.Join(names(), ", "))
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return fmt.Errorf("%s: %q is not a number; give one from %g to %g", name, text, choices[at].Low, choices[at].High)
		}
		choices[at].set(&next, v)
		if c := &choices[at]; c.Whole && v != math.Trunc(v) {
			return fmt.Errorf("%s %g is no whole number; give one from %g to %g", c.Name, v, c.Low, c.High)
		}
	}
	if err := next.Check(); err != nil {
		return err
	}
	*s = next
	return nil
}

func names() []string {
	out := make([]string, len(choices))
	for i, c := range choices {
		out[i] = c.Name
	}
	return out
}

// Check returns what is wrong with the settings, or nil.
func (s *Settings) Check() error {
	for _, c := range s.Each() {
		if !(c.Value >= c.Low && c.Value <= c.High) {
			return fmt.Errorf("%s %g is outside %g to %g (default %g)", c.Name, c.Value, c.Low, c.High, c.Default)
		}
	}
	switch {
	case s.LowAccuracy > s.RecoveredAccuracy:
		return fmt.Errorf("low-accuracy %g is above recovered-accuracy %g: what has recovered would be low", s.LowAccuracy, s.RecoveredAccuracy)
	case s.MinAlpha > s.Alpha || s.Alpha > s.MaxAlpha:
		return fmt.Errorf("alpha %g is not between min-alpha %g and max-alpha %g", s.Alpha, s.MinAlpha, s.MaxAlpha)
	case s.Stages.Growth < s.Stages.Infancy+2*utl.Blend:
		return fmt.Errorf("growth-until %d is less than %d above infancy-until %d: one stage changes into the next over %d memories", s.Stages.Growth, 2*utl.Blend, s.Stages.Infancy, 2*utl.Blend)
	case math.Abs(s.MinLambda+s.MaxLambda-1) > 1e-9:
		return fmt.Errorf("min-lambda %g and max-lambda %g do not sum to 1, so one of λ_s and λ_c would leave its bounds; give max-lambda %g", s.MinLambda, s.MaxLambda, 1-s.MinLambda)
	}
	return nil
}

func (s *Settings) full() time.Duration   { return time.Duration(s.FullDays) * 24 * time.Hour }
func (s *Settings) hourly() time.Duration { return time.Duration(s.HourlyDays) * 24 * time.Hour }

// lambdas returns the weights in use if base is the lifecycle's.
func (s *Settings) lambdas(h *head, base float64) utl.Lambdas {
	return pair(clamp(base+h.Shift, s.MinLambda, s.MaxLambda))
}
