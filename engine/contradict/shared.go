package contradict

const (
	leastLong   = 3 // bytes of a topic word
	sharedShare = 4 // texts about the same thing share at least a quarter of the shorter one's topic words
)

// common are words that texts about different things share, too.
var common = func() map[string]bool {
	out := map[string]bool{}
	for word := range words("about after all and any are because been before but can could did does for from had has have how into its " +
		"may more most must new not now off only our out over per should some such than that the their them then there these they this those " +
		"was were what when where which while who why will with would you your") {
		out[word] = true
	}
	return out
}()

// MayUpdate reports whether a text shares enough words with an older one to say something else about the same thing. It is a quick check: most of the nearest memories
// are about other things. In a script without spaces a sentence is one word, so a text of one word passes.
func MayUpdate(older, text string) bool {
	a, b := topicWords(older), topicWords(text)
	return shareEnough(a, b) || shareEnough(stemsOf(a), stemsOf(b)) || Told(older, text) != ""
}

// shareEnough is [MayUpdate] for the topic words of both texts.
func shareEnough(a, b map[string]bool) bool {
	if len(a) <= 1 || len(b) <= 1 {
		return true
	}
	shared := 0
	for word := range b {
		if a[word] {
			shared++
		}
	}
	return sharedShare*shared >= min(len(a), len(b))
}

// topicWords returns the topic words of a text: those that are not [common] and not very short.
func topicWords(text string) map[string]bool {
	out := words(text)
	for word := range out {
		if len(word) < leastLong || common[word] {
			delete(out, word)
		}
	}
	return out
}
