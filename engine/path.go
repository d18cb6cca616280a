package engine

import (
	"context"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/path"
	"asterism/engine/store"
	"asterism/engine/ties"
	"asterism/engine/worth"
)

// The question that [Engine.FindPath] answers, and the parts of the answer; see package path.
type (
	PathQuestion = path.Question
	Path         = path.Answer
	PathHop      = path.Step
	Route        = path.Route
)

// The kinds of path.
const (
	PathCausal   = path.Causal
	PathSemantic = path.Semantic
	PathAny      = path.Any
)

// PathTypes lists the kinds of path.
var PathTypes = path.Types

// Limits and defaults of a path question.
const (
	MaxPathHops     = path.MaxHops
	DefaultPathHops = path.DefaultHops
)

// What a hop is based on.
const (
	HopCausal   = path.HopCausal
	HopSemantic = path.HopSemantic
	HopLink     = path.HopLink
)

// FindPath finds the best path from one memory to another. If there is no path, the answer has no Memories. The error is an *Error: the same
// memory twice, limits, an id that does not exist or was forgotten, the store's, or ctx's.
func (e *Engine) FindPath(ctx context.Context, q PathQuestion) (*Path, error) {
	unread := func(text string) bool {
		return e.embedder.MostlyUnread(text) || !e.embedder.Comparable(text, "")
	}
	f := path.Finder{Store: e.store, Index: late{&e.parts}, Unread: unread, Comparable: e.embedder.Comparable}
	return f.Path(ctx, q)
}

// What a memory is connected with, and how memories are connected; see package ties.
type (
	Around      = ties.Around
	Near        = ties.Near
	MapQuestion = ties.MapQuestion
	Map         = ties.Map
	MapPiece    = ties.Piece
	Tally       = worth.Tally
)

// Limits of maps, and of what is shown around a memory.
const (
	MaxMapNodes = ties.MaxNodes
	MaxKin      = ties.MaxKin
	MaxNearest  = ties.MaxNearest
)

// Survey shows many memories at once: their connections, their days, and which serve their goal least. It only reads, and its reads do not count as a sign that a memory was worth
// finding.
type Survey struct{ *parts }

// SurveyOf returns the survey of an engine.
func SurveyOf(e *Engine) *Survey { return &Survey{&e.parts} }

func (s *Survey) ties() *ties.Finder {
	return &ties.Finder{Store: s.store, Index: late{s.parts}, Show: Shown}
}

// Around returns the links from and to a memory, the k memories nearest to it in meaning, and its recorded outcomes. The error is an *Error.
func (s *Survey) Around(ctx context.Context, id store.ID, k int) (*Around, Tally, error) {
	a, err := s.ties().Around(ctx, id, k)
	return a, s.worth.Tally(id), err
}

// Map returns the newest memories of a namespace, the links between them, and for each its nearest among them. The error is an *Error.
func (s *Survey) Map(ctx context.Context, q MapQuestion) (*Map, error) { return s.ties().Map(ctx, q) }

// PieceOfMap returns this engine's part of a map of several engines' memories, see [ties.Assemble]. The error is an *Error.
func PieceOfMap(ctx context.Context, e *Engine, q MapQuestion) (*MapPiece, error) {
	return SurveyOf(e).ties().Piece(ctx, q)
}

// Days counts the live memories that pass a list's filters, by the day of their time in the question's zone; a day is the number of days since 1970. Limit and Cursor are ignored.
// A zone that this machine does not know is an error of kind invalid.
func (s *Survey) Days(ctx context.Context, q ListQuestion) (map[int64]int, error) {
	f, err := filterOf(Question{Namespace: q.Namespace, Tags: q.Tags, Modality: q.Modality, After: q.After, Before: q.Before, SessionID: q.SessionID, Source: q.Source})
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(q.Zone)
	if err != nil {
		return nil, fault.Invalid("time zone %q is not known here", "name it as the time zone database does, such as Europe/Berlin, or UTC", q.Zone)
	}
	index, err := s.searched(ctx)
	if err != nil {
		return nil, err
	}
	return index.Days(f, zone), nil
}

// MaxStrays is the most memories that Strays returns.
const MaxStrays = 100

// Stray is a memory and θ, how well it serves the goals of its namespace, see [search.Theta].
type Stray struct {
	Memory *store.Memory
	Theta  float64
}

// Strays returns the n live memories of a namespace that serve its goals least, the least first, and how many are measured against the goals. Without a goal there are none.
func (s *Survey) Strays(ctx context.Context, namespace string, n int) (out []Stray, measured int, err error) {
	if n < 1 || n > MaxStrays {
		return nil, 0, fault.Invalid("%d memories that stray is outside 1…%d", "ask for fewer", n, MaxStrays)
	}
	f, err := filterOf(Question{Namespace: namespace})
	if err != nil {
		return nil, 0, err
	}
	index, err := s.searched(ctx)
	if err != nil {
		return nil, 0, err
	}
	least, measured := index.Strays(f, n)
	ids := make([]store.ID, len(least))
	for i := range least {
		ids[i] = least[i].ID
	}
	many, err := s.store.Get(ctx, s.without(store.Parts{Content: true}), ids...)
	if err != nil {
		return nil, 0, fault.Storage("read memories that stray", err)
	}
	for i, m := range many {
		if m != nil && m.Deleted.IsZero() { // it may have been removed meanwhile
			out = append(out, Stray{m, least[i].Theta})
		}
	}
	return out, measured, nil
}

// BriefOf returns a short form of a memory.
func BriefOf(m *store.Memory) ties.Brief { return (&ties.Finder{Show: Shown}).Brief(m) }

// Links that are shown and decided on; see package ties.
type (
	Proposals   = ties.Proposals
	LinkDecided = ties.Decided
)

// MaxProposals is the largest number of proposals that one call returns.
const MaxProposals = ties.MaxProposals

// LinkDecisions lists the possible decisions on a link.
var LinkDecisions = ties.Decisions

// Linker shows the links of memories and decides on them. Errors are *Error.
type Linker struct{ *parts }

// LinkerOf returns the linker of an engine.
func LinkerOf(e *Engine) *Linker { return &Linker{&e.parts} }

func (l *Linker) ties() *ties.Finder {
	return &ties.Finder{Store: l.store, Index: late{l.parts}, Show: Shown, Comparable: l.embedder.Comparable}
}

// Links returns the links of a memory from both ends.
func (l *Linker) Links(ctx context.Context, id store.ID) (*Around, error) {
	return l.ties().Around(ctx, id, 0)
}

// Belonging returns the k memories most related to a memory by links and text, without those that it has a link with; none for a memory without links.
func (l *Linker) Belonging(ctx context.Context, id store.ID, k int) ([]Near, error) {
	f := l.ties()
	f.Store = linkedOf(l.store, l.held.unread)
	return f.Belonging(ctx, id, k)
}

// Proposals returns the n best links that dreams have proposed in a namespace ("": the default one) and on which nobody has decided.
func (l *Linker) Proposals(ctx context.Context, namespace string, n int) (*Proposals, error) {
	if namespace == "" {
		namespace = DefaultNamespace
	}
	if err := checkText("namespace", namespace, MaxNameBytes, false); err != nil {
		return nil, err
	}
	return l.ties().Proposals(ctx, namespace, n)
}

// DecideLink accepts, refuses, creates or removes the link between two memories.
func (l *Linker) DecideLink(ctx context.Context, a, b store.ID, decision string) (*LinkDecided, error) {
	d := ties.Decider{Finder: l.ties(), Apply: l.store.Apply, Now: l.now}
	return d.Decide(ctx, a, b, decision)
}

// How far a search follows links.
const (
	linkedFrom = 3 // from this many of the first hits
	mostLinked = 3 // to at most this many memories
)

// along follows the links of the first hits by one hop. It stays within the searched namespaces, and does nothing if a filter restricts what may be found.
func (s *searcher) along(ctx context.Context, a *asked) ([]ties.Via, error) {
	q, f := &a.question, &a.search.Filter
	if len(q.Tags) > 0 || q.Modality != "" || q.SessionID != "" || q.Source != "" || q.MinAlignment > 0 || q.MinSimilarity > 0 || q.MinRelevance > 0 || !q.AsOf.IsZero() || !f.After.IsZero() || !f.Before.IsZero() {
		return nil, nil
	}
	if a.found.NothingRelevant {
		return nil, nil
	}
	var from, told []store.ID // told: what the reader already sees: hits, and copies that are folded into them
	for i := range a.found.Hits {
		id := a.found.Hits[i].Memory.ID
		told = append(append(told, id), a.copies[id]...)
		if i < linkedFrom && !a.found.Hits[i].Weak { // a hit that hardly answers leads to memories that answer even less
			from = append(from, id)
		}
	}
	found, err := (&ties.Finder{Store: s.store, Index: late{s.parts}, Show: Shown}).Along(ctx, from, told, mostLinked)
	return slices.DeleteFunc(found, func(v ties.Via) bool {
		return f.Namespace != "" && v.Memory.Namespace != f.Namespace && v.Memory.Namespace != f.Beside
	}), err
}
