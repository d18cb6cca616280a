package answer

import (
	"strings"
	"testing"

	"asterism/engine/dream"
)

// TestAnUndoneDreamTellsWhatItChanged: the text describes the undo, not the dream.
func TestAnUndoneDreamTellsWhatItChanged(t *testing.T) {
	a := &dream.Answer{Report: dream.Report{Merges: make([]dream.Merge, 2)}, Undone: true, Undid: dream.Undid{Copies: 1, Links: 44}}
	if words := DreamFrom(a, nil).Words(); words != "The dream is undone: 1 copy restored, 44 links reset, 0 proposals withdrawn.\n" {
		t.Error(words)
	}
	a.Undid = dream.Undid{Before: true}
	if words := DreamFrom(a, nil).Words(); !strings.Contains(words, "undone before; nothing was changed") || strings.Contains(words, "back") {
		t.Error(words)
	}
	left := &dream.Answer{Report: dream.Report{DryRun: true, LeftAlone: 2}}
	if words := DreamFrom(left, nil).Words(); !strings.Contains(words, "2 copies not merged") {
		t.Error(words)
	}
}
