package metautl

// The range of the acetylcholine level: of no surprise, and of the greatest.
const MinACh, MaxACh = .001, .002

const (
	unknownAccuracy = .5  // before any prediction
	window          = 100 // predictions a space whose accuracy counts
	// outcomeWindow is how many of the newest outcomes the optimiser replays.
	outcomeWindow = 1000
	// minReplayed outcomes are needed before λ is fitted to them: fewer would move it by chance.
	minReplayed = 10
)
