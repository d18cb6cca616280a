package engine

import (
	"time"

	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/ties"
	"asterism/engine/validity"
	"asterism/models"
)

// Question is what a caller wants to find.
type Question struct {
	Text          string
	Image         string  // instead of Text: an image, in the form of a note's content; only E10 ranks then
	TopK          int     // hits on a page, 1…100, default 10
	MinSimilarity float64 // least similarity in the deciding space, 0…1
	MinAlignment  float64 // least θ of the purpose vector, 0…1: only memories that serve the goal; 0 also keeps those that never had one
	MinRelevance  float64 // least relevance, 0…[MostRelevance]: a page then has fewer hits, and Found.LessRelevant is the number that was left out
	Modality      string
	Namespace     string   // default "default"; "*" searches all namespaces
	Beside        string   // another namespace that is also searched; empty: none
	Tags          []string // the memory must have all of them
	After, Before time.Time
	AsOf          time.Time // what was current then, of what had happened by then; zero: what is current now
	Superseded    bool      // superseded memories are hits of their own, and not folded under those that replaced them
	SessionID     string
	Context       float64    // 0…1: how much what is in mind in the session raises related memories, see Hit.InMind; without SessionID it is the session of the namespace in which a memory was judged last
	Source        string     // this, or the file of this name, whose chunks have the source path:line
	Profile       string     // named weights: auto (default), semantic, causal, code, temporal, fact, balanced
	Spaces        models.Set // zero: all the profile weights
	Domain        string     // whose learned weights rank, if the caller chooses no weights, and learn from outcomes; "": from a tag "domain:…", the modality or code in the text. It excludes nothing
	Direction     string     // "", cause (find causes of the text), effect (find its effects)
	Explain       bool       // also return ranks: all memories are compared for them
	Unfolded      bool       // show each copy as a hit of its own, see Hit.Copies
	Passages      bool       // find in each hit the passage that answers, see Hit.Passage
	Files         bool       // code and data of an ingested folder count as much as notes; they also do if Source, Modality or the profile code asks for them
	Exact         bool       // compare all memories exactly, however many, instead of the best candidates by their codes

	// Cursor is Found.Next of the previous page; empty for the first page. It is valid for one store and one ranking: every field above except TopK, MinRelevance and Explain
	// must be the same. It keeps the question's times: all pages are ranked as of the moment of the first one and within its bounds, so After and Before may be omitted.
	//
	// As long as the store does not change, the pages together are one ranking: every hit once, the first [MaxDepth]. If memories are added or removed in between, the next
	// page begins after the last hit of the previous page, or after its place if that hit is gone. A hit appears twice, or not at all, if it moved across that place: scores
	// depend on what else is stored, so a change can swap the order of others, and an update can move a memory anywhere. A memory added before the place does not appear.
	Cursor string

	part *part // see [RecallPart]; nil: only this engine is asked
}

// Found is the answer to Recall.
type Found struct {
	ID      store.ID // of the answer, for RecordOutcome; zero on later pages
	Hits    []Hit
	Next    string // Question.Cursor of the next page; empty on the last one
	Profile string // the weights that were used
	Weights [models.Count]float64
	Domain  string   // of the question, whose learned weights rank; "" if the weights were chosen
	Learned bool     // the weights are those of auto, changed by recorded outcomes
	Scanned int      // live memories that passed the filters
	Meant   []string // corrections of misspelt words of the question, which were also searched
	// After and Before are the time that the question's own words name, [After, Before); zero: none, or open. Memories of it are preferred, none is left out.
	After, Before time.Time
	OfTime        int       // memories of that time among those scanned
	Unknown       []Unknown // if there are no hits: requested names that no memory has
	// Quoted are the phrases that the question quotes. Every hit has all of them, unless QuotedNowhere: none of the best [MaxDepth] memories has.
	Quoted        []string
	QuotedNowhere bool
	NamedNowhere  []string // identifiers of the question that none of the best hundred memories has
	// Way says which memory of a chain is shown: the current one, unless the question asks for an earlier or the first one.
	Way validity.Way

	Unjudged     string // why the hits have no relevance, such as UnjudgedImage; "": they have one
	Unread       bool   // the models do not read the language of the question, and only memories with a word of it are relevant
	LessRelevant int    // hits of this page that Question.MinRelevance left out
	// NothingRelevant: on a first page no hit's chance reaches relevance.Nothing, so the answer is probably not stored.
	NothingRelevant bool
	// Linked are up to three live memories that are one link away from the first hits and are not hits. The links were given, accepted, or learned by recall. Only a
	// first page with passages has them, if its filters exclude nothing but other namespaces.
	Linked  []ties.Via
	Timings Timings
}

// Hit is one memory found.
type Hit struct {
	Memory  *store.Memory // with content
	Score   float64       // fused: the weighted mean of the standard scores in Spaces, plus Context, OfTime, Words, Named, Worth and InMind
	Context float64       // what the two previous memories in its session or document add to the score
	OfTime  float64       // what its time adds to the score, if the question names one; otherwise 0
	Words   float64       // what the question's words that it contains whole add to the score
	Filed   float64       // what the score lost as code or data of an ingested folder; see Question.Files
	Named   float64       // what an identifier of the question adds to the score: enough to put it in front of a memory with another one of the same kind
	Worth   float64       // what recorded outcomes of the same question add to the score, or subtract: at most 1.5 standard deviations, see package worth
	InMind  float64       // what being related to what is in mind adds to the score, at most 1.25 standard deviations; see Question.Context
	Spaces  []SpaceScore  // the spaces that were compared, in order
	// Relevance is the chance that this memory answers the question, 0…[MostRelevance]: it means the same in any store (package relevance). 0 if Judged is false, for an image
	// and if Found.Unjudged gives a reason.
	Relevance float64
	Judged    bool
	Weak      bool // the chance is below relevance.Weak, and there is no other evidence: the time that the question names, an identifier or quoted words, outcomes, another memory of its chain
	// Copies is the number of other memories of its namespace with the same words that pass the filters, as far as the search compared them.
	// First and Last are the times of the earliest and the latest of all of them, zero without copies; CopyIDs are their ids, the earliest first, with Explain.
	// LastID is the copy with the time Last, zero if the memory itself has that time.
	Copies      int
	First, Last time.Time
	LastID      store.ID
	CopyIDs     []store.ID
	Decided     []models.Space // the spaces that contributed most to its place, best first
	// Passage is the part of the memory's text that answers the question, on one line: whole sentences of at most [PassageRunes] characters together, with an ellipsis if the
	// text continues; the whole text if it is no longer. Empty unless Question.Passages is set.
	Passage string
	Chain   // its relation to memories that it supersedes, or that supersede it
	// SaidOtherwise is the newest other hit that is about the same thing and differs in one place (contradict.SaidOtherwise), if no chain connects the two.
	SaidOtherwise *Candidate
	Through       *store.ID // the memory that matched, if this one is shown instead of it; nil: this one matched
}

// SpaceScore is the score of a hit in one space.
type SpaceScore struct {
	Space      models.Space
	Similarity float64
	Standard   float64 // how many standard deviations above the average memory, large ones drawn in; Hit.Score is the weighted mean of these
	Rank       int     // 1-based among all scanned; 0 if it was not ranked there, or Explain was not set
}

// count sets the fields of a hit about its copies, which are in the order of their times.
func (h *Hit) count(copies []search.Copy, ids bool) {
	if h.Copies = len(copies); h.Copies == 0 {
		return
	}
	h.First, h.Last = h.Memory.Time, h.Memory.Time
	for _, c := range copies {
		if c.Time.Before(h.First) {
			h.First = c.Time
		}
		if c.Time.After(h.Last) {
			h.Last, h.LastID = c.Time, c.ID
		}
		if ids {
			h.CopyIDs = append(h.CopyIDs, c.ID)
		}
	}
}
