package answer

import (
	"fmt"
	"slices"
	"strings"

	"asterism/engine"
	"asterism/engine/store"
)

// Related is a memory about the same thing, and its relation to what was stored.
type Related struct {
	ID       store.ID        `json:"id"`
	Relation engine.Relation `json:"relation"`
	Differs  string          `json:"differs"` // the differing places, in words
}

// RelatedFrom converts related memories for answers.
func RelatedFrom(list []engine.Related) (out []Related) {
	for _, r := range list {
		out = append(out, Related(r))
	}
	return out
}

// RelatedMemories returns the answer's related memories for the engine.
func (s *Stored) RelatedMemories() (out []engine.Related) {
	for _, r := range s.Related {
		out = append(out, engine.Related(r))
	}
	return out
}

// RelationWords are the relations, worded from what was stored to the other memory.
var RelationWords = map[engine.Relation]string{
	engine.Contradicts: "Contradicts", engine.Updates: "Updates", engine.Details: "Says more than", engine.DetailedBy: "Says less than", engine.Repeats: "Says the same as",
}

// related returns the relations, one a line. Memories that may be superseded are in another part of the text.
func (s *Stored) related() string {
	var out strings.Builder
	told := func(id store.ID) bool {
		return slices.ContainsFunc(s.MaySupersede, func(c Candidate) bool { return c.ID == id })
	}
	for _, r := range s.Related {
		if !told(r.ID) {
			fmt.Fprintf(&out, "%s %s (%s).\n", RelationWords[r.Relation], named(r.ID), r.Differs)
		}
	}
	known := func(r Related) bool { return r.ID == s.SimilarTo.ID }
	if s.SimilarTo != nil && !told(s.SimilarTo.ID) && !slices.ContainsFunc(s.Related, known) {
		fmt.Fprintf(&out, "Compared with %s: %s.\n", named(s.SimilarTo.ID), s.SimilarTo.Differs)
	}
	return out.String()
}
