package engine

import (
	"time"

	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/ties"
	"asterism/engine/validity"
	"asterism/models"
)

// Question is what a caller wants found.
type Question struct {
	Text          string
	Image         string  // instead of Text: an image, as a note's content names it; E10 alone decides then
	TopK          int     // hits on a page, 1…100, default 10
	MinSimilarity float64 // lowest similarity of the deciding space, 0…1
	MinAlignment  float64 // lowest θ of the purpose vector, 0…1: only memories that work for the goal; 0 keeps also those that never had one
	MinRelevance  float64 // lowest relevance, 0…[MostRelevance]: a page then has fewer hits, and Found.LessRelevant says how many are left out
	Modality      string
	Namespace     string   // default "default"; "*" searches all namespaces
	Beside        string   // another namespace that is searched as well; empty: none
	Tags          []string // all of them must be on the memory
	After, Before time.Time
	AsOf          time.Time // what was current then, of what had happened by then; zero: what is current now
	Superseded    bool      // memories that others have superseded stand for themselves, instead of under those
	SessionID     string
	Context       float64    // 0…1: how much what is in mind in the session lifts what belongs to it, see Hit.InMind; without SessionID in the session of the namespace in which a memory was judged last
	Source        string     // this, or the file of this name, whose pieces have the source path:line
	Profile       string     // named weights: auto (default), semantic, causal, code, temporal, fact, balanced
	Spaces        models.Set // zero: all the profile weights
	Domain        string     // whose learned weights rank, where the caller chooses no weights, and learn from outcomes; "": from a tag "domain:…", the modality or code in the text. It leaves nothing out
	Direction     string     // "", cause (find causes of the text), effect (find its effects)
	Explain       bool       // ranks too: all memories are compared for them
	Unfolded      bool       // give each copy a place of its own, see Hit.Copies
	Passages      bool       // find in each hit the passage that answers, see Hit.Passage
	Files         bool       // code and data that a folder brought count as much as notes; so they do where Source, Modality or the profile code asks for them
	Exact         bool       // compare all memories exactly, however many, instead of those that their codes put in front

	// Cursor is Found.Next of the page before; empty for the first page. It is valid for one store and one ranking: every field above except TopK, MinRelevance and Explain
	// must be the same. It keeps the question's times: all pages are ranked as of the moment of the first one and within its bounds, so After and Before may be left out.
	//
	// As long as the store does not change, the pages together are one ranking: every hit once, the first [MaxDepth]. When memories are added or removed in between, the next
	// page begins after the last hit of the page before, or after its place if it is gone. A hit is then seen twice, or not at all, if it moved across that place: scores
	// depend on what else is stored, so a change can swap the order of others, and an update can move a memory anywhere. A memory added before the place is not seen.
	Cursor string

	part *part // see [RecallPart]; nil: this engine is asked alone
}

// Found is the answer to Recall.
type Found struct {
	ID      store.ID // of the answer, for RecordOutcome; zero on later pages
	Hits    []Hit
	Next    string // Question.Cursor of the next page; empty on the last one
	Profile string // the weights that were used
	Weights [models.Count]float64
	Domain  string   // of the question, whose learned weights rank; "" where the weights were chosen
	Learned bool     // the weights are auto's as recorded outcomes changed them
	Scanned int      // live memories that passed the filters
	Meant   []string // words that misspelt ones of the question stand for, searched as well
	// After and Before are the time that the question's own words name, [After, Before); zero: none, or open. Memories of it are preferred, none is left out.
	After, Before time.Time
	OfTime        int       // memories of that time among those scanned
	Unknown       []Unknown // of an answer without hits: what it asked for that no memory has
	// Quoted are the phrases that the question puts in quotes. Every hit has all of them, unless QuotedNowhere: none of the best [MaxDepth] memories has.
	Quoted        []string
	QuotedNowhere bool
	NamedNowhere  []string // identifiers of the question that none of the best hundred memories has
	// Way says which memory of a chain is shown: the current one, unless the question asks for an earlier or the first one.
	Way validity.Way

	Unjudged     string // why the hits have no relevance, such as UnjudgedImage; "": they have
	Unread       bool   // the models do not read the language of the question, and only memories that say a word of it are relevant
	LessRelevant int    // hits of this page that Question.MinRelevance left out
	// NothingRelevant says of a first page that no hit's chance reaches relevance.Nothing: what was asked is likely not stored.
	NothingRelevant bool
	// Linked are up to three live memories that are one link away from the first hits and are no hits themselves. The links were given, accepted, or learned by recall. Only a
	// first page with passages has them, whose filters leave out nothing but other namespaces.
	Linked  []ties.Via
	Timings Timings
}

// Hit is one memory found.
type Hit struct {
	Memory  *store.Memory // with content
	Score   float64       // fused: the weighted mean of the standard scores in Spaces, and what Context, OfTime, Words, Named, Worth and InMind add
	Context float64       // what the two memories before it in its session or document add to the score
	OfTime  float64       // what its time adds to the score, when the question names one; else 0
	Words   float64       // what the words of the question that it says as a whole add to the score
	Filed   float64       // what the score lost for code or data that a folder brought; see Question.Files
	Named   float64       // what having an identifier of the question adds to the score: as much as puts it before a memory with another one of the kind
	Worth   float64       // what recorded outcomes of the same question add to the score, or take away: at most 1.5 standard deviations, see package worth
	InMind  float64       // what belonging to what is in mind adds to the score, at most 1.25 standard deviations; see Question.Context
	Spaces  []SpaceScore  // spaces that took part, in order
	// Relevance is the chance that this memory answers the question, 0…[MostRelevance]: it means the same in any store (package relevance). 0 where Judged is false, for an image and where Found.Unjudged says why.
	Relevance float64
	Judged    bool
	Weak      bool // the chance is below relevance.Weak, and nothing else speaks for it: the time that the question names, an identifier or quoted words, outcomes, another memory of its chain
	// Copies is how many other memories of its namespace say the same in the same words, of those that pass the filters, as far as the search looked.
	// First and Last are when the earliest and the latest of all of them happened, zero without copies; CopyIDs are their ids, the earliest first, with Explain.
	// LastID is the copy of the time Last, zero where the memory itself is of that time.
	Copies      int
	First, Last time.Time
	LastID      store.ID
	CopyIDs     []store.ID
	Decided     []models.Space // the spaces that contributed most to its place, best first
	// Passage is what of the memory's text answers the question, on one line: whole sentences of at most [PassageRunes] characters together, an ellipsis where the
	// text goes on; all of a text that is no longer. Empty unless Question.Passages asks for it.
	Passage string
	Chain   // how it stands to memories that it supersedes, or that supersede it
	// SaidOtherwise is the newest other hit that is about the same thing and differs in one place (contradict.SaidOtherwise), where no supersedes links the two.
	SaidOtherwise *Candidate
	Through       *store.ID // the memory that matched, where this one is shown instead of it; nil: it matched itself
}

// SpaceScore is how one space saw a hit.
type SpaceScore struct {
	Space      models.Space
	Similarity float64
	Standard   float64 // how many standard deviations above the average memory, large ones drawn in; Hit.Score is the weighted mean of these
	Rank       int     // 1-based among all scanned; 0 when it was not ranked there, or Explain was not asked for
}

// count notes the copies of a hit, which are in the order of their times.
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
