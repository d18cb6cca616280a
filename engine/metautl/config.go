package metautl

import "time"

// The rules of correction, as the specification fixes them.
const (
	ErrorThreshold = .2 // errors beyond it, of either sign, move λ
	LowAccuracy    = .7 // below it cycles count as low
	Recovered      = .75
	MaxLowCycles   = 10 // low cycles in a row after which λ is optimised
	MaxEscalations = 3  // optimisations without recovery after which a person is asked
	MinLambda      = .1
	MaxLambda      = .9
	BaseAlpha      = .05
	MinACh, MaxACh = .001, .002 // the range of the acetylcholine level
)

const (
	minAlpha, maxAlpha = .01, .1
	unknownAccuracy    = .5  // before any prediction
	window             = 100 // predictions a space whose accuracy counts
	// outcomeWindow is how many of the newest outcomes the optimiser replays.
	outcomeWindow = 1000
	// minReplayed outcomes are needed before λ is fitted to them: fewer would move it by chance.
	minReplayed = 10
)

// How long events are kept: all of them for Full, then for Hourly the last of each hour, type and domain.
const (
	Full   = 7 * 24 * time.Hour
	Hourly = 90 * 24 * time.Hour
)
