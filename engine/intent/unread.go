package intent

import "asterism/models"

// The weights for a question that models cannot read. They were chosen on the questions in ten languages of engine/testdata/languages (docs/decisions/048-languages.md).
const (
	// unreadShare is the share of its weight that a space loses if it reads nothing of a question. If it lost all of it, the space would be left out, and hits would have no relevance.
	unreadShare = 0.9
	// unreadWords is how many times more than usual whole words add to a question of which nothing is read.
	unreadWords = 5
)

// ForUnread takes weight away from spaces by the share of the question's words, 0 to 1, that their models cannot read: for those models all texts in the same script look
// similar, and their order is random. The remaining weights are scaled to sum to 1. wordsGain is how many times as much as usual whole words count.
func ForUnread(w, unread [models.Count]float64) (out [models.Count]float64, wordsGain float64) {
	lost, sum := 0.0, 0.0
	for i, share := range unread {
		out[i] = w[i] * (1 - unreadShare*share)
		lost, sum = lost+w[i]*share, sum+w[i]
	}
	return normalise(out), 1 + unreadWords*lost/sum
}
