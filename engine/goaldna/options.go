package goaldna

import "fmt"

// Options are how strict a [Checker] is and how much it keeps.
type Options struct {
	Threshold float64 // below it a check is a drift; inside (0,1)
	Limit     int     // how many drifts in a row are a drifting; at least 1
	History   int     // checks, and as many drift events, that are kept; 1…MaxHistory
}

// MaxHistory bounds what a checker keeps.
const MaxHistory = 10_000

// DefaultOptions are a threshold of .15, a limit of 3 and a history of 200.
func DefaultOptions() Options { return Options{Threshold: .15, Limit: 3, History: 200} }

// Check reports which option is outside its bounds, or nil.
func (o Options) Check() error {
	switch {
	case !(o.Threshold > 0 && o.Threshold < 1): // NaN fails too
		return fmt.Errorf("threshold %v is not between 0 and 1: .15 is the usual one", o.Threshold)
	case o.Limit < 1:
		return fmt.Errorf("limit %d is below 1: 3 drifts in a row are the usual one", o.Limit)
	case o.History < 1 || o.History > MaxHistory:
		return fmt.Errorf("history %d is outside 1…%d: 200 checks are the usual one", o.History, MaxHistory)
	}
	return nil
}
