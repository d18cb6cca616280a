package token

import (
	"bytes"
	"unicode/utf8"
)

// The expressions of the byte-level tokenizers, matched by hand. Source: the
// tokenizer.json files of the models named.
const (
	gpt2Expression = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
	clipExpression = `<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+`
	qwen2Tail      = `| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	qwen2Head      = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|`
	qwen2          = qwen2Head + `\p{N}` + qwen2Tail
	llama3         = qwen2Head + `\p{N}{1,3}` + qwen2Tail
)

// expressions lists all that a Split step may name.
var expressions = map[string]pattern{
	gpt2Expression: matchGPT2,
	clipExpression: matchCLIP,
	qwen2:          matchModern(1),
	llama3:         matchModern(3),
	`\s+`:          matchSpaceRun,
	`\w+|[^\w\s]+`: matchWords,
}

const (
	visible = space | letter | number // everything else is "other" in the expressions
)

func matchGPT2(b []byte, i, end int) (int, bool) {
	if stop := contraction(b, i, end, false); stop > i {
		return stop, true
	}
	at := i
	if b[i] == ' ' && i+1 < end {
		at++
	}
	switch class, _ := classAt(b, at); {
	case class&letter != 0:
		return skip(b, at, end, letter), true
	case class&number != 0:
		return skip(b, at, end, number), true
	case class&space == 0:
		return skipNot(b, at, end, visible), true
	}
	return spaces(b, i, end), true
}

// matchCLIP leaves white space between its matches.
func matchCLIP(b []byte, i, end int) (int, bool) {
	for _, special := range [...]string{"<|startoftext|>", "<|endoftext|>"} {
		if bytes.HasPrefix(b[i:end], []byte(special)) {
			return i + len(special), true
		}
	}
	if stop := contraction(b, i, end, false); stop > i {
		return stop, true
	}
	switch class, w := classAt(b, i); {
	case class&letter != 0:
		return skip(b, i, end, letter), true
	case class&number != 0:
		return i + w, true
	case class&space == 0:
		return skipNot(b, i, end, visible), true
	}
	return skip(b, i, end, space), false
}

// matchModern is the expression of Qwen 2 (one digit per piece) and Llama 3 (three).
func matchModern(digits int) pattern {
	return func(b []byte, i, end int) (int, bool) {
		if stop := contraction(b, i, end, true); stop > i {
			return stop, true
		}
		if stop := ledLetters(b, i, end); stop > i {
			return stop, true
		}
		if stop := upTo(digits, b, i, end); stop > i {
			return stop, true
		}
		at := i
		if b[i] == ' ' {
			at++
		}
		if stop := skipNot(b, at, end, visible); stop > at {
			return lineEnds(b, stop, end), true
		}
		if stop := lastLineEnd(b, i, skip(b, i, end, space)); stop > i {
			return stop, true
		}
		return spaces(b, i, end), true
	}
}

// ledLetters is [^\r\n\p{L}\p{N}]?\p{L}+; it returns i for no match.
func ledLetters(b []byte, i, end int) int {
	class, w := classAt(b, i)
	if class&letter != 0 {
		return skip(b, i, end, letter)
	}
	if class&number != 0 || b[i] == '\r' || b[i] == '\n' {
		return i
	}
	if stop := skip(b, i+w, end, letter); stop > i+w {
		return stop
	}
	return i
}

// upTo is \p{N}{1,n}; it returns i for no match.
func upTo(n int, b []byte, i, end int) int {
	for ; n > 0 && i < end; n-- {
		class, w := classAt(b, i)
		if class&number == 0 {
			break
		}
		i += w
	}
	return i
}

func lineEnds(b []byte, i, end int) int {
	for i < end && (b[i] == '\r' || b[i] == '\n') {
		i++
	}
	return i
}

// lastLineEnd is \s*[\r\n]+ within the white space [i, end).
func lastLineEnd(b []byte, i, end int) int {
	return i + 1 + bytes.LastIndexAny(b[i:end], "\r\n")
}

// spaces is \s+(?!\S)|\s+ where white space begins at i: a run leaves its last rune to
// the word that follows, unless it has no other.
func spaces(b []byte, i, end int) int {
	stop := skip(b, i, end, space)
	if stop == end {
		return stop
	}
	_, w := utf8.DecodeLastRune(b[i:stop])
	if stop-w > i {
		return stop - w
	}
	return stop
}

// contraction is 's|'t|'re|'ve|'m|'ll|'d; it returns i for no match. With fold, the long
// s counts as an s, as in Unicode.
func contraction(b []byte, i, end int, fold bool) int {
	if b[i] != '\'' || i+1 >= end {
		return i
	}
	rest := b[i+1 : end]
	if fold && bytes.HasPrefix(rest, []byte("ſ")) {
		return i + 1 + len("ſ")
	}
	lower := func(c byte) byte {
		if fold && 'A' <= c && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}
	first := lower(rest[0])
	switch first {
	case 's', 't', 'm', 'd':
		return i + 2
	}
	if len(rest) < 2 {
		return i
	}
	switch second := lower(rest[1]); {
	case first == 'r' && second == 'e', first == 'v' && second == 'e', first == 'l' && second == 'l':
		return i + 3
	}
	return i
}
