package answer

// A byte-level vocabulary has no token of less than a byte, so a text of at most mostText bytes has at most 20,000 tokens, whatever model reads it. English has a
// quarter of that. roomOfAnswer is what is left for texts of memories, beside the words around them.
const (
	mostText     = 20_000
	roomOfAnswer = 16 << 10
)
