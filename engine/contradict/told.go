package contradict

// longestReport is the largest size in bytes of a text that reports a change, and of the text that it changes. Longer texts make many statements.
const longestReport = 220

// Told returns the change of an older text that a newer one reports, in words: "value changed: 100 requests → 300 requests". It is for English texts that share few words. The
// newer one must say that something changed. It must also name the older state as gone, or give another value of the same kind for the same thing. "": it reports no change.
func Told(older, text string) string { return reportedBy(read(older), read(text)).words }

// reported is a change that a text reports.
type reported struct {
	words string // "": nothing
	gone  bool   // it names the older state as gone: it is about the same thing, whatever else differs
}

// reportedBy is [Told] for texts whose readings may already be partly computed.
func reportedBy(older, text *reading) reported {
	if !mayReport(older, text) {
		return reported{}
	}
	if words := goneIn(older, text); words != "" {
		return reported{words, true}
	}
	return reported{valueIn(older, text), false}
}

// mayReport reports whether a text may report a change of what an older one says. An event cannot be changed: a server that crashed did crash, even after it was replaced.
func mayReport(older, text *reading) bool {
	return max(len(older.text), len(text.text)) <= longestReport && text.mayReportChange() && !text.past() && !older.happened() && !otherEnvironment(older, text) && !otherOwner(older.text, text.text, false)
}
