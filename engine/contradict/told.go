package contradict

// longestTold is up to how many bytes each of two texts may have, of which one tells that what the other says has changed: longer ones say many things.
const longestTold = 220

// Told is what a text says to have changed in an older one, in words: "value changed: 100 requests → 300 requests". It is for texts in English that share few words. The
// newer one says that something changed. It also names the older state as gone, or gives another value of the same kind for the same thing. "": it says no change.
func Told(older, text string) string { return toldBy(read(older), read(text)).words }

// told is what a text tells to have changed.
type told struct {
	words string // "": nothing
	gone  bool   // it names what the older text says as gone: it is about the same thing, whatever else differs
}

// toldBy is [Told] of two texts that may have been read before.
func toldBy(older, text *reading) told {
	if !mayTell(older, text) {
		return told{}
	}
	if words := goneIn(older, text); words != "" {
		return told{words, true}
	}
	return told{valueIn(older, text), false}
}

// mayTell reports whether a text may tell of a change of what an older one says. What happened once stays so: that a server crashed is not undone by its being replaced.
func mayTell(older, text *reading) bool {
	return max(len(older.text), len(text.text)) <= longestTold && text.tells() && !text.past() && !older.happened() && !otherEnvironment(older, text) && !otherOwner(older.text, text.text, false)
}
