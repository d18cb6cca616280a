package goaldna

// Summary is a checker in few numbers.
type Summary struct {
	GoalTokens  int
	TotalChecks int // ever made
	DriftEvents int // ever
	Consecutive int
	Drifting    bool // by the counter or by the run, see [Checker.IsDrifting]
	Run         Run
	Trend       Trend // of the last DefaultWindow checks
}

// Summary is taken at one moment.
func (c *Checker) Summary() Summary {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Summary{GoalTokens: c.dna.words.count, TotalChecks: c.total, DriftEvents: c.drifted, Consecutive: c.consecutive,
		Drifting: c.drifting(), Run: c.run.run(), Trend: c.trend(DefaultWindow)}
}
