package contradict

// longestTold is the largest size in bytes of a text that reports a change, and of the text that it changes. Longer texts make many statements.
const longestTold = 220

// Told returns the change of an older text that a newer one reports, in words: "value changed: 100 requests → 300 requests". It is for English texts that share few words. The
// newer one must say that something changed. It must also name the older state as gone, or give another value of the same kind for the same thing. "": it reports no change.
func Told(older, text string) string { return toldBy(read(older), read(text)).words }

// told is a change that a text reports.
type told struct {
	words string // "": nothing
	gone  bool   // it names the older state as gone: it is about the same thing, whatever else differs
}

// toldBy is [Told] for texts whose readings may already be partly computed.
func toldBy(older, text *reading) told {
	if !mayTell(older, text) {
		return told{}
	}
	if words := goneIn(older, text); words != "" {
		return told{words, true}
	}
	return told{valueIn(older, text), false}
}

// mayTell reports whether a text may report a change of what an older one says. An event cannot be changed: a server that crashed did crash, even after it was replaced.
func mayTell(older, text *reading) bool {
	return max(len(older.text), len(text.text)) <= longestTold && text.tells() && !text.past() && !older.happened() && !otherEnvironment(older, text) && !otherOwner(older.text, text.text, false)
}
