package answer

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"asterism/engine"
	"asterism/mcp/failure"
)

// A byte-level vocabulary has no token of less than a byte, so a text of at most mostText bytes has at most 20,000 tokens, whatever model reads it. English has a
// quarter of that. roomOfAnswer is what is left for texts of memories, beside the words around them.
const (
	mostText     = 20_000
	roomOfAnswer = 16 << 10
)

// WholeKey is the member of a call's _meta by which a program says that no model reads the answer. Texts are then whole, however long.
const WholeKey = "asterism/whole"

type wholeKey struct{}

// WithWhole marks a call whose answer a program reads, no model: texts come whole, however long.
func WithWhole(ctx context.Context) context.Context { return context.WithValue(ctx, wholeKey{}, true) }

// IsWhole reports whether the call behind ctx is so marked.
func IsWhole(ctx context.Context) bool { return ctx.Value(wholeKey{}) != nil }

// part is a text from an offset on, as much as has room in JSON, and where the next part begins; 0: there is none.
func part(text string, offset, room int) (string, int) {
	end := offset
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if room -= jsonBytes(r, size); room < 0 && end > offset {
			return text[offset:end], end
		}
		end += size
	}
	return text[offset:], 0
}

// jsonBytes is how long encoding/json writes a character at most.
func jsonBytes(r rune, size int) int {
	switch {
	case r == '"' || r == '\\' || r == '\n' || r == '\r' || r == '\t':
		return 2
	case r < ' ' || r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029' || r == utf8.RuneError:
		return len(`\u0000`)
	}
	return size
}

// jsonLength is how long encoding/json writes a text at most.
func jsonLength(text string) (n int) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		n += jsonBytes(r, size)
		i += size
	}
	return n
}

// checkOffset refuses one that no part of a text begins at.
func checkOffset(text string, offset int) error {
	switch {
	case offset == 0 || offset < len(text) && utf8.RuneStart(text[offset]):
		return nil
	case offset >= len(text):
		return failure.New(engine.KindInvalid, "Give next_offset of the part before; the last part has none.", "offset %d is not within the %d bytes of the content", offset, len(text))
	}
	return failure.New(engine.KindInvalid, "Give next_offset of the part before.", "offset %d is in the middle of a character", offset)
}

// bounded is a text as it is sent: one that would be too long ends at a line, and says so.
func bounded(text string) string {
	if len(text) <= mostText {
		return text
	}
	const note = "\n… the first %d of %d bytes. Ask for less at a time (topK, limit).\n"
	end := mostText - len(note) - 2*len("1000000000")
	for !utf8.RuneStart(text[end]) {
		end--
	}
	if line := strings.LastIndexByte(text[:end], '\n'); line > end/2 {
		end = line
	}
	return text[:end] + fmt.Sprintf(note, end, len(text))
}

// SecretsKey is the member of a call's _meta by which a person's own command says what to do with secrets in what it stores: refuse, redact or allow. Models do not know of
// it.
const SecretsKey = "asterism/secrets"

// FilesKey is the member of a call's _meta by which a person's own command asks that code and data of folders count as much as notes. A model asks for them by modality, by
// the profile code, or in words.
const FilesKey = "asterism/files"

// BytesKey is the member of a call's _meta by which a person's own command says that more removals follow. The bytes of all of them are removed from the files with the last
// one.
const BytesKey = "asterism/leave_bytes"

type filesKey struct{}

// WithFiles asks that code and data of folders count as much as notes.
func WithFiles(ctx context.Context) context.Context { return context.WithValue(ctx, filesKey{}, true) }

// AsksFiles reports whether WithFiles did.
func AsksFiles(ctx context.Context) bool { return ctx.Value(filesKey{}) == true }
