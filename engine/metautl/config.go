package metautl

// The range of the acetylcholine level: without surprise, and with the greatest surprise.
const MinACh, MaxACh = .001, .002

const (
	unknownAccuracy = .5  // before any prediction
	window          = 100 // number of predictions per space that count for accuracy
	// outcomeWindow is how many of the newest outcomes the optimiser uses.
	outcomeWindow = 1000
	// minReplayed is the least number of outcomes for fitting λ: fewer would move it by chance.
	minReplayed = 10
)
