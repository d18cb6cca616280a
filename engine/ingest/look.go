package ingest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"regexp"

	"asterism/engine/chunk"
)

const (
	// lookedAt is how much of a file is read to classify it.
	lookedAt = 64 << 10
	// headBytes is how much of the start is searched for a generator's comment.
	headBytes = 2 << 10
	// longLine is the mean length of lines, in bytes, above which a file was not written by hand. Source code has 30 to 45.
	longLine = 300
	// fewestEntries is the least number of lines of a word list, and entryShare the share of them that must be entries.
	fewestEntries, entryShare = 300, .97
)

// generatedHead matches what programs write above their output: Go's form (golang.org/s/generatedcode), and other common forms.
var generatedHead = regexp.MustCompile(`(?im)^\W{0,6}(?:code|this (?:file|code)|file)?\W{0,3}(?:is |was |has been )?(?:auto[- ]?)?generated\b[^\n]*(?:do not (?:edit|modify)|don't edit)|^\W{0,6}do not (?:edit|modify)\b[^\n]*generated|^\W{0,6}@generated\b|^\W{0,6}<auto-?generated`)

// vocabularyLine matches a line of a word list: one word or number, or a word and its number, with any punctuation.
var vocabularyLine = regexp.MustCompile(`^\W{0,6}[\pL\pN_'▁#@./+-]{1,40}\W{0,6}(?:\s\W{0,3}[\d.eE+-]{1,20}\W{0,3})?$`)

// byContent returns why a file stays out by its first bytes; "": it does not. A file that cannot be read is not decided here: reading it later reports
// the error.
func byContent(path string) Reason {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	text := make([]byte, lookedAt)
	n, err := io.ReadFull(f, text)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return ""
	}
	text = text[:n]
	kind := chunk.KindOf(path)
	lines := bytes.Split(text, []byte("\n"))
	switch {
	case generatedHead.Match(text[:min(len(text), headBytes)]):
		return Generated
	case (kind == chunk.Source || kind == chunk.Data) && len(text) > headBytes && len(text)/len(lines) > longLine:
		return Minified
	case kind != chunk.Source && kind != chunk.Markdown && isVocabulary(lines):
		return Vocabulary
	}
	return ""
}

func isVocabulary(lines [][]byte) bool {
	if len(lines) < fewestEntries {
		return false
	}
	entries := 0
	for _, l := range lines {
		if l = bytes.TrimSpace(l); len(l) > 0 && vocabularyLine.Match(l) {
			entries++
		}
	}
	return float64(entries) >= entryShare*float64(len(lines))
}
