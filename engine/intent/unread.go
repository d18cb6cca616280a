package intent

import "asterism/models"

// How a question is weighed that models cannot read, chosen on the questions in ten languages of engine/testdata/languages (docs/decisions/048-languages.md).
const (
	// unreadShare is how much of its weight a space loses that reads nothing of a question. All of it would leave it out, and hits would have no relevance.
	unreadShare = 0.9
	// unreadWords is how many times more than usual whole words add to a question of which nothing is read.
	unreadWords = 5
)

// ForUnread takes weight away from spaces by the share of the question's words, 0 to 1, that their models cannot read: of those all texts in the same letters look
// alike, and their order is chance. What is left is made to sum to 1. wordsGain is how many times as much as usual whole words count, which carry such a question.
func ForUnread(w, unread [models.Count]float64) (out [models.Count]float64, wordsGain float64) {
	lost, sum := 0.0, 0.0
	for i, share := range unread {
		out[i] = w[i] * (1 - unreadShare*share)
		lost, sum = lost+w[i]*share, sum+w[i]
	}
	return normalise(out), 1 + unreadWords*lost/sum
}
