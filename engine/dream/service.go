package dream

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// Store is what a dream needs of a store.
type Store interface {
	store.Shelves
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	Scan(ctx context.Context, r store.Range, parts store.Parts, fn func(*store.Memory) (bool, error)) error
	Values(ctx context.Context, spaces models.Set, ids []store.ID) ([]fingerprint.Record, error)
	Edges(ctx context.Context, id store.ID) (out, in []store.Edge, err error)
	Apply(ctx context.Context, cmds ...store.Command) error
	Info(ctx context.Context) (store.Info, error)
}

// Config is what dreams work with.
type Config struct {
	Store Store
	// Neighbours are the memories nearest to some values, space by space; see search.Index.Neighbours.
	Neighbours func(ctx context.Context, namespace string, values *fingerprint.Fingerprint, when time.Time, k int, spaces models.Set) ([models.Count][]search.Neighbour, error)
	// SaidOtherwise is when another memory first said something else about the same thing after one, and holds; zero: none did.
	SaidOtherwise func(ctx context.Context, id store.ID) (time.Time, error)
	// Turn waits for the turn on a memory. Whole reads one whole; Rewrite stores the next version of one whose text and values are as before, with other commands in one
	// write, and makes it the one that search finds. The caller of Rewrite has the turn.
	Turn    func(ctx context.Context, id store.ID) (release func(), err error)
	Whole   func(ctx context.Context, id store.ID) (*store.Memory, error)
	Rewrite func(ctx context.Context, m *store.Memory, with ...store.Command) error
	// Comparable reports whether vectors show how similar two texts are: models read both languages, or the texts share content words. nil: always.
	Comparable func(a, b string) bool

	TakeOut func(id store.ID) // of search, and of what is in mind
	Restore func(ctx context.Context, id store.ID) error

	RestoreWindow     time.Duration // for how long a dream can be taken back
	MaxTags, MaxLinks int           // of a memory
	// Room is how much a dream may merge: each merge counts one, and so does each tag and link that it takes over from the younger memory. Each needs at most 250 bytes of the
	// record, which must fit on its shelf ([store.MaxShelfValueBytes]) together with the links that change.
	Room  func() int
	Every time.Duration // how often a namespace dreams unasked
	Point func(string)  // is called with the stage that a dream has reached, for tests
	Now   func() time.Time
	Log   *slog.Logger
}

// Service has the namespaces of a store dream. It is safe for concurrent use.
type Service struct {
	Config
	Recalls Recalls // what questions brought to mind together
	running dreams
}

// New makes the service of a store.
func New(c Config) *Service { return &Service{Config: c} }

// Question asks for consolidation of a namespace, or for a dream to be undone.
type Question struct {
	Namespace string
	Rationale string // required: why now; kept with what Undo needs
	Phase     Phase
	DryRun    bool
	Undo      store.ID              // take this dream back instead
	Progress  func(done, total int) // steps; total grows by the merges once they are known
}

// Answer is what a dream did, or what undoing one brought back; Rationale is why it was dreamt, not why it was undone.
type Answer struct {
	Report
	Undone bool
	Undid  Undid
}

// Undid is what undoing a dream changed now: of what the dream did, others may have taken back some.
type Undid struct {
	Before                   bool // the dream had been undone already
	Copies, Links, Proposals int  // restored, given their weights back, withdrawn
}

// Dream consolidates a namespace: nrem replays memories, strengthens the links between those that come to mind together and
// merges copies; rem proposes links between memories that belong together. It first plans, reading only; a dry run ends there. Then it
// writes down what it is going to change, and changes it step by step. When ctx ends between two steps, the answer tells what was done (Cancelled);
// when it ends before the first one, ctx's error is returned and nothing was done. What was done can be taken back with
// Question.Undo, also after a crash, for Config.RestoreWindow.
//
// A namespace dreams once at a time; a second dream is KindBusy. Memory is bounded by some 200 bytes a memory of the namespace.
func (s *Service) Dream(ctx context.Context, q Question) (*Answer, error) {
	leave, err := s.running.enter(q.Namespace)
	if err != nil {
		return nil, err
	}
	defer leave()
	if q.Undo != uuid.Nil {
		return s.undoDream(ctx, q)
	}
	start := time.Now()
	d, err := s.planDream(ctx, q)
	if err != nil {
		return nil, err
	}
	cancelled := false
	if !q.DryRun {
		if cancelled, err = d.apply(ctx); err != nil {
			return nil, err
		}
	}
	out := &Answer{Report: d.record.Report()}
	out.LeftAlone = d.leftAlone
	for i, p := range out.Proposals {
		out.Proposals[i].Shared = d.shared[Pair{A: p.A, B: p.B}]
	}
	if d.copies >= 0 {
		s.running.found(q.Namespace, d.copiesLeft(q.DryRun))
	}
	out.DryRun, out.Cancelled, out.Took = q.DryRun, cancelled, time.Since(start)
	return out, nil
}

// dreaming is a dream in progress.
type dreaming struct {
	s          *Service
	question   Question
	previous   *Last // state of the dream before; nil: this is the first
	seen       *dreamView
	scale      *Scale
	record     Record
	leftAlone  int                   // see Report
	merges     []mergePlan           // of record.Merges, in their order
	into       map[store.ID]store.ID // younger → older, of record.Merges
	copies     int                   // copies there are; −1: not looked for
	room       int                   // what is left of Config.Room
	incomplete bool                  // some copies were left for want of room
	recalled   uint64                // the newest answer it learned from
	met        map[Pair]float64      // for the next dreams; nil: it did not look
	shared     map[Pair][]string     // words of both memories of what is proposed
	done       int                   // steps, of the plan and of what follows
	total      int
}

// planDream reads and decides what to change. It changes nothing.
func (s *Service) planDream(ctx context.Context, q Question) (*dreaming, error) {
	d := &dreaming{s: s, question: q, copies: -1, room: s.Room(), into: map[store.ID]store.ID{}, record: Record{Namespace: q.Namespace, Phase: q.Phase, Rationale: q.Rationale, Started: s.Now()}}
	var err error
	if d.previous, err = s.lastDream(ctx, q.Namespace); err != nil {
		return nil, err
	}
	if d.seen, err = s.viewForDream(ctx, q.Namespace, q.Phase, true); err != nil {
		return nil, err
	}
	var replays []Candidate
	if d.nrem() {
		replays = Replays(d.seen.all, d.record.Started, MaxReplays)
	}
	var anchors []Candidate
	if d.rem() {
		anchors = d.anchors()
	}
	d.total = len(replays) + len(anchors) + 1
	if d.scale, err = d.measure(ctx); err != nil {
		return nil, err
	}
	if d.nrem() {
		if err := d.planNREM(ctx, replays); err != nil {
			return nil, err
		}
	}
	if d.rem() {
		if err := d.planREM(ctx, anchors); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (d *dreaming) nrem() bool { return d.question.Phase != REM }
func (d *dreaming) rem() bool  { return d.question.Phase != NREM }

// planNREM decides what is merged, and how links change.
func (d *dreaming) planNREM(ctx context.Context, replays []Candidate) error {
	if err := d.planMerges(ctx); err != nil {
		return err
	}
	learning := NewLearning()
	recalled, last := d.s.Recalls.Of(d.question.Namespace)
	d.recalled = last
	for _, r := range recalled {
		learning.Recalled(d.surviving(r.Hits))
	}
	var err error
	if learning.carried, err = d.carried(ctx); err != nil {
		return err
	}
	for _, c := range replays {
		active, err := d.replay(ctx, c)
		if err != nil {
			return err
		}
		learning.Together(d.surviving(active))
		d.step()
	}
	d.record.Replayed = len(replays)
	return d.planLinks(ctx, replays, learning)
}

// surviving are those that are live; a merged one is replaced by the memory it is merged into.
func (d *dreaming) surviving(active []Active) (out []Active) {
	for _, a := range active {
		if older, merged := d.into[a.ID]; merged {
			a.ID = older
		}
		same := func(b Active) bool { return a.ID == b.ID }
		if d.seen.has(a.ID) && !slices.ContainsFunc(out, same) {
			out = append(out, a)
		}
	}
	return out
}

// copiesLeft is how many copies there are when the dream is over.
func (d *dreaming) copiesLeft(dry bool) int {
	switch {
	case d.copies < 0 && d.previous != nil:
		return d.previous.NearCopies
	case d.copies < 0 || dry:
		return d.copies
	}
	return d.copies - len(d.record.Merges)
}

func (d *dreaming) step() {
	d.done++
	if d.question.Progress != nil {
		d.question.Progress(d.done, d.total)
	}
}

// internal is the error of a step that only reads and computes.
func internal(doing string, err error) error {
	if err == nil {
		return nil
	}
	out := &fault.Error{Kind: fault.KindInternal, Message: doing, Err: err}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		out.Hint = "the call was cancelled or ran out of time; nothing was changed"
	}
	return out
}
