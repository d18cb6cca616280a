package aims

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"asterism/engine/background"
	"asterism/engine/batch"
	"asterism/engine/drift"
	"asterism/engine/fingerprint"
	"asterism/engine/purpose"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// Store is what the service asks of a store; see [store.Store].
type Store interface {
	store.Shelves
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	Live(ctx context.Context, namespace string) (int, error)
	Scan(ctx context.Context, r store.Range, parts store.Parts, fn func(*store.Memory) (bool, error)) error
	Values(ctx context.Context, spaces models.Set, ids []store.ID) ([]fingerprint.Record, error)
	Apply(ctx context.Context, cmds ...store.Command) error
}

// Config says what a [Service] works with. All of it is needed but Pause, Step, Thresholds, Unread and Comparable.
type Config struct {
	Store  Store
	Spaces models.Set // that memories are stored in
	// Embed gives the values of texts of a time in some spaces. Its error is the caller's.
	Embed func(ctx context.Context, role batch.Role, spaces models.Set, when time.Time, texts ...string) ([]fingerprint.Fingerprint, error)
	// Compare looks at the memories of the index, and Show has it hold another purpose vector of one; see [search.Index].
	Compare func(ctx context.Context, probes []*fingerprint.Fingerprint, spaces models.Set, f search.Filter, ids []store.ID, fn func(block []search.Compared, total int) error) error
	Show    func(id store.ID, version uint64, vector *[models.Count]float32)
	// Near are the memories of a namespace nearest to a value, so many in each space. nil: memories say nothing of steps.
	Near func(ctx context.Context, namespace string, value *fingerprint.Fingerprint, k int, spaces models.Set) ([]store.ID, error)
	// Unread reports that models cannot read a text: it has no alignment then. nil: all texts are read.
	Unread func(text string) bool
	// Comparable reports whether vectors show how similar two texts are, as models read their languages. nil: always.
	Comparable func(a, b string) bool
	// Turn lets those with one id go one after another; the caller must call release.
	Turn       func(ctx context.Context, id store.ID) (release func(), err error)
	Thresholds drift.Thresholds // zero: [drift.DefaultThresholds]
	Step       int              // memories aligned anew in one write; 0: 128
	Now        func() time.Time
	Pause      background.Pause // after failures
	Log        *slog.Logger
}

// Service knows what the work in each namespace is for. It is safe for concurrent use.
type Service struct {
	store      Store
	spaces     models.Set
	embed      func(ctx context.Context, role batch.Role, spaces models.Set, when time.Time, texts ...string) ([]fingerprint.Fingerprint, error)
	compare    func(ctx context.Context, probes []*fingerprint.Fingerprint, spaces models.Set, f search.Filter, ids []store.ID, fn func(block []search.Compared, total int) error) error
	near       func(ctx context.Context, namespace string, value *fingerprint.Fingerprint, k int, spaces models.Set) ([]store.ID, error)
	show       func(id store.ID, version uint64, vector *[models.Count]float32)
	judge      judge
	turn       func(ctx context.Context, id store.ID) (release func(), err error)
	thresholds drift.Thresholds
	step       int
	now        func() time.Time
	log        *slog.Logger
	loop       *background.Loop
	history    *drift.History
	cohort     cohort
	other      elsewhereKept

	*Past // how goals and purpose vectors changed

	setting sync.Mutex // held by who changes goals, from reading them to having changed them

	// mu guards the rest. Who makes a memory's purpose vector holds it for reading until the memory is stored and can be found, and a change of
	// goals holds it for writing. So every memory is either aligned with the new goals, or stored before the pass over all of them begins.
	mu    sync.RWMutex
	trees map[string]*purpose.Tree // by namespace; one without goals is not in it

	writing sync.Mutex // held while vectors are written to the store and the index, so that both have the same

	legible legible // of memories that wait for their alignment

	passing sync.Mutex
	passes  map[string]*alignPass // by namespace: what is still to be aligned; a pass is never changed, only replaced
}

// Open reads the goals of a store and the passes over its memories that were not finished. They go on when the loop starts.
func Open(ctx context.Context, c Config) (*Service, error) {
	s := &Service{store: c.Store, spaces: c.Spaces, embed: c.Embed, compare: c.Compare, near: c.Near, show: c.Show, judge: judgeBy(c), turn: c.Turn, thresholds: c.Thresholds.OrDefault(), step: c.Step,
		now: c.Now, log: c.Log, history: drift.NewHistory(c.Store)}
	if s.step == 0 {
		s.step = usualStep
	}
	s.loop = background.New(background.Task{Name: "aligning", Work: s.alignAll, Pause: c.Pause, Log: c.Log})
	s.loop.Kick() // an earlier run may have left something
	var err error
	if s.Past, err = openPast(ctx, c.Store, c.Now); err != nil {
		return s, err
	}
	return s, s.Reload(ctx)
}

// Loop is what aligns memories with changed goals.
func (s *Service) Loop() *background.Loop { return s.loop }
