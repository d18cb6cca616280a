package store

import (
	"strconv"
	"strings"
)

// PieceOf splits a source of the form path:line, which the pieces of a file have; ok is false for any other. An address with a port is not a
// piece.
func PieceOf(source string) (path string, line int32, ok bool) {
	i := strings.LastIndexByte(source, ':')
	if i <= 0 || strings.Contains(source, "://") || strings.Trim(source[i+1:], "0123456789") != "" {
		return "", 0, false
	}
	n, err := strconv.ParseInt(source[i+1:], 10, 32)
	if err != nil {
		return "", 0, false
	}
	return source[:i], int32(n), true
}

// IsLines reports whether a file of this name has one note per line: JSON lines.
func IsLines(path string) bool {
	lower := strings.ToLower(path)
	return strings.HasSuffix(lower, ".jsonl") || strings.HasSuffix(lower, ".ndjson")
}

// IsOf reports whether a memory's source is source, or a piece of the file source.
func (m *Memory) IsOf(source string) bool {
	if m.Source == source {
		return true
	}
	path, _, ok := PieceOf(m.Source)
	return ok && path == source
}
