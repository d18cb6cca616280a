// Package engine answers: how does a memory go in and come out?
//
// remember.go is the way in, recall.go the way out; both read as the seven steps of ARCHITECTURE.md.
package engine

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"asterism/engine/aims"
	"asterism/engine/backend/cuda"
	"asterism/engine/background"
	"asterism/engine/device"
	"asterism/engine/dream"
	"asterism/engine/drift"
	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/metautl"
	"asterism/engine/moving"
	"asterism/engine/outcomes"
	"asterism/engine/sched"
	"asterism/engine/secrets"
	"asterism/engine/store"
	"asterism/engine/warm"
	"asterism/engine/workspace"
	"asterism/engine/worth"
	kernels "asterism/kernels/cuda"
)

// Config says where an engine lives and what it may use. The zero value of every field but Data is a sound choice.
type Config struct {
	Data string // the store's directory; made when missing
	// Store is used in place of RocksDB in Data, such as a shard of a cluster; closing the engine closes it. Data is then the folder in which backups are made, and may be
	// empty without backups. An engine writes as soon as it is open, so it may be opened over a shard only where the node leads that shard. nil: RocksDB in Data.
	Store *store.Store
	// Warm keeps what is searched as the Store is, which another node writes: the engine answers searches, and refuses to change anything with an error that wraps [store.ErrDeposed]. Nothing works
	// unasked in it. The caller closes it before the engine. nil: the engine writes.
	Warm *warm.Follower
	// Takes is an engine that was opened over the same Store with Warm, knew all of it when its Warm was closed, and has been closed itself. What it held in memory for searches goes over to this one, which need not read it from
	// the store again; searches that are still under way in it go on. nil: all is read.
	Takes   *Engine
	Profile string // compact (default)
	Models  string // folder of the profile's models; empty: looked for in the usual places
	ORTLib  string // ONNX Runtime library; empty: looked for in the usual places
	// Images are the folders whose files notes and questions may name as images; none: only images that are sent whole, as data URIs.
	Images []string
	// Embedder is lent by who opens several engines over the same models: it takes the place of Profile, Models, ORTLib, Device and Workers, and closing the engine leaves it
	// open. nil: the engine opens its own.
	Embedder *embedder.Embedder
	Device   string // auto (default), cpu, cuda:N, onnx-cuda:N: see device.MakePlan
	Workers  int    // embedding workers; 0: from the device plan
	// ModelsLater opens each model on the processor when it is first needed, for callers that may embed nothing, as most commands. An error of the runtime then comes from the
	// call that needs it.
	ModelsLater bool
	// IndexLater reads the index when it is first needed, for who may search nothing: of a hundred thousand memories it takes seconds.
	IndexLater bool
	MaxWait    time.Duration
	// IndexMemory bounds what search holds in memory, in bytes; 0: half of what the machine has. Above it, the vectors of the oldest memories
	// are read from disk when they are candidates. Codes, words and times, about two kilobytes a memory, stay in memory.
	IndexMemory int64
	// StoreWait is how long to wait at the opening for another process to be done with the store; 0: not at all.
	StoreWait time.Duration
	// ReadAnyway opens the store to be read alone where its disk is full or cannot be written: what would change something fails then, with an error that wraps [store.ErrReadOnly]; see [OnlyReads].
	ReadAnyway bool
	// AnyModels opens a store that was written with other models all the same, to be read alone as with ReadAnyway: for who embeds nothing and searches nothing, since vectors of two models cannot be compared.
	AnyModels bool
	// StoreCache bounds what the store keeps in memory of what it has read from disk, in bytes; 0: a sixteenth of the free memory, 32 MiB to 512 MiB. Writes that are not in
	// files yet take an eighth of it beside, at least 16 MiB.
	StoreCache int64
	// IndexDevice is where copies of what search holds are kept, to be looked at much faster: auto (default), which is the GPU that was found, whatever embeds, unless Device is cpu; cpu; or
	// cuda:N. A GPU is used from some twenty thousand memories on, and the processor searches until everything is there.
	IndexDevice string
	// DriftThresholds are the similarities from which on a level of drift holds; zero: [drift.DefaultThresholds].
	DriftThresholds drift.Thresholds
	// Learning are the settings of meta-learning; zero: [metautl.DefaultSettings].
	Learning  metautl.Settings
	Workspace workspace.Options // of what is in mind: how many memories, and how strongly the spaces pull on each other
	// Secrets is what to do with keys, passwords and cards in what is to be stored, where a call does not say it (see [secrets.WithPolicy]); "": they are refused.
	Secrets secrets.Policy
	// DreamEvery is how often each namespace dreams (full cycle) in the background when something was stored, changed, forgotten or recalled in it since;
	// 0: only when asked, with Dream.
	DreamEvery time.Duration
	// OnMove is called when the memories of a namespace move into another, before the last step and again after a crash; may be nil. An error of it stops the move there.
	OnMove   func(from, into string) error
	Log      *slog.Logger
	Progress func(stage string, done, total int) // start-up progress, from several goroutines; may be nil
	Now      func() time.Time                    // the clock; nil: time.Now

	// Tests set these; nil: what the machine has, and the usual texts that GPUs are compared by. Zero pauses are the usual ones.
	pauses     background.Pause
	hardware   *device.Hardware
	openGPU    func(context.Context, cuda.Options) (embedder.GPU, error)
	checkTexts []string
	// And of the index's GPU: how it is opened, and from how many memories on it is used.
	openIndexGPU    func() (kernels.Machine, error)
	indexGPULeast   int
	indexGPUTrusted bool // without having been tried

	unwritable error // why the store is only read, see ReadAnyway and AnyModels
}

// parts are what an engine works with, from its opening to its end.
type parts struct {
	cfg      Config
	log      *slog.Logger
	now      func() time.Time
	embedder *embedder.Embedder
	sched    *sched.Scheduler // of the embedder, as the next two
	hardware device.Hardware
	plan     device.Plan
	store    store.Store
	held     held // the index, and what supersedes what
	onGPU    indexGPU
	chains   sync.Mutex // held from the last look at what memories supersede until that is written, or two of them merged; taken after the goals

	turns    turns
	texts    turns // of those who store the same text; see textTurn
	dreams   *dream.Service
	moves    *moving.Service
	aims     *aims.Service
	minds    *workspace.Minds
	meta     *metautl.Service
	outcomes *outcomes.Service
	worth    *worth.Service
}

// Engine remembers and recalls. It is safe for concurrent use.
type Engine struct {
	parts
	in      writer     // a memory's way in
	out     searcher   // and out
	upkeep  upkeep     // what works unasked
	backups sync.Mutex // one at a time
}

// writer is a memory's way in: steps 1 to 7, and the same for one that changes.
type writer struct {
	*parts
	mu         sync.Mutex // guards namespaces
	namespaces map[string]*namespace
}

// searcher is its way out: a question is checked, weighed, embedded and ranked, and the best memories are read.
type searcher struct {
	*parts
	identity [4]byte // of the store, see page.Key
}

// upkeep is what works unasked.
type upkeep struct {
	*parts
	tidying, dreaming *background.Loop
}

// Close stops taking work, finishes what is under way and closes the store.
func (e *Engine) Close(ctx context.Context) error {
	e.upkeep.stopLoops(ctx)
	if e.cfg.unwritable != nil {
		e.cfg.Warm.Close()
	}
	errGPU := e.onGPU.close()
	errSched := e.closeModels(ctx)
	errStore := e.store.Close()
	if errStore != nil {
		return fault.Storage("close store", errStore)
	}
	if errSched != nil {
		return fault.Embedding(errSched)
	}
	if errGPU != nil {
		return fault.Machine("close engine", errGPU, "the program may be ended: nothing of the index's copy on the GPU is ever written")
	}
	return nil
}

// Kind groups errors by who can mend them; see package fault.
type Kind = fault.Kind

// The kinds.
const (
	KindInvalid   = fault.KindInvalid
	KindNotFound  = fault.KindNotFound
	KindBusy      = fault.KindBusy
	KindEmbedding = fault.KindEmbedding
	KindPurpose   = fault.KindPurpose
	KindStorage   = fault.KindStorage
	KindDevice    = fault.KindDevice
	KindInternal  = fault.KindInternal
	KindGoal      = fault.KindGoal
	KindNoHistory = fault.KindNoHistory
)

// Error is every error the engine returns: what went wrong and the way out.
type Error = fault.Error
