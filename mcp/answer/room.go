package answer

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"asterism/engine"
	"asterism/mcp/failure"
)

// A byte-level vocabulary has no token shorter than a byte. So a text of at most mostText bytes has at most 20,000 tokens for any model, and in English about a quarter of that.
// roomOfAnswer is the space for texts of memories, without the words around them.
const (
	mostText     = 20_000
	roomOfAnswer = 16 << 10
)

// WholeKey is the member of a call's _meta by which a program says that no model reads the answer. Texts are then complete, whatever their length.
const WholeKey = "asterism/whole"

type wholeKey struct{}

// WithWhole marks a call whose answer a program reads, not a model: texts are complete, whatever their length.
func WithWhole(ctx context.Context) context.Context { return context.WithValue(ctx, wholeKey{}, true) }

// IsWhole reports whether the call of ctx is marked by WithWhole.
func IsWhole(ctx context.Context) bool { return ctx.Value(wholeKey{}) != nil }

// part returns as much of a text from an offset on as fits in JSON, and the offset of the next part; 0: there is none.
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

// jsonBytes returns the greatest length of a character in encoding/json.
func jsonBytes(r rune, size int) int {
	switch {
	case r == '"' || r == '\\' || r == '\n' || r == '\r' || r == '\t':
		return 2
	case r < ' ' || r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029' || r == utf8.RuneError:
		return len(`\u0000`)
	}
	return size
}

// jsonLength returns the greatest length of a text in encoding/json.
func jsonLength(text string) (n int) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		n += jsonBytes(r, size)
		i += size
	}
	return n
}

// checkOffset returns an error for an offset at which no part of the text can begin.
func checkOffset(text string, offset int) error {
	switch {
	case offset == 0 || offset < len(text) && utf8.RuneStart(text[offset]):
		return nil
	case offset >= len(text):
		return failure.New(engine.KindInvalid, "Give next_offset of the part before; the last part has none.", "offset %d is not within the %d bytes of the content", offset, len(text))
	}
	return failure.New(engine.KindInvalid, "Give next_offset of the part before.", "offset %d is in the middle of a character", offset)
}

// bounded returns the text to send. A text that is too long is cut at a line, with a note.
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

// SecretsKey is the member of a call's _meta by which a person's own command chooses the policy for secrets in what it stores: refuse, redact or allow. Models do not know it.
const SecretsKey = "asterism/secrets"

// FilesKey is the member of a call's _meta by which a person's own command asks that code and data of folders count as much as notes. A model asks for that by modality, by the
// profile code, or in words.
const FilesKey = "asterism/files"

// BytesKey is the member of a call's _meta by which a person's own command says that more removals follow. The last removal then deletes the bytes of all of them from the files.
const BytesKey = "asterism/leave_bytes"

type filesKey struct{}

// WithFiles asks that code and data of folders count as much as notes.
func WithFiles(ctx context.Context) context.Context { return context.WithValue(ctx, filesKey{}, true) }

// AsksFiles reports whether ctx was marked by WithFiles.
func AsksFiles(ctx context.Context) bool { return ctx.Value(filesKey{}) == true }
