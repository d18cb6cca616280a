package engine

import (
	"time"

	"asterism/engine/store"
	"asterism/models"
)

// Question is what a caller wants found.
type Question struct {
	Text          string
	TopK          int     // 1…100, default 10
	MinSimilarity float64 // lowest similarity of the deciding space, 0…1
	Modality      string
	Namespace     string   // default "default"; "*" searches all namespaces
	Tags          []string // all of them must be on the memory
	After, Before time.Time
	SessionID     string
	Source        string
	Profile       string     // named weights: auto (default), semantic, causal, code, temporal, fact, balanced
	Spaces        models.Set // zero: all the profile weights
	Direction     string     // "", cause (find causes of the text), effect (find its effects)
	Explain       bool       // ranks too: all memories are compared for them
	Exact         bool       // compare all memories exactly, however many, instead of those that their codes put in front
}

// Found is the answer to Recall.
type Found struct {
	Hits    []Hit
	Profile string // the weights that were used
	Weights [models.Count]float64
	Scanned int      // live memories that passed the filters
	Meant   []string // words that misspelt ones of the question stand for, searched as well
	// After and Before are the bounds read from the question's own words; zero when none were, or nothing lay within them.
	After, Before time.Time
	Timings       Timings
}

// Hit is one memory found.
type Hit struct {
	Memory  *store.Memory  // with content
	Score   float64        // fused
	Spaces  []SpaceScore   // spaces that took part, in order
	Decided []models.Space // the spaces that contributed most to its place, best first
}

// SpaceScore is how one space saw a hit.
type SpaceScore struct {
	Space      models.Space
	Similarity float64
	Rank       int // 1-based among all scanned; 0 when it was not ranked there, or Explain was not asked for
}
