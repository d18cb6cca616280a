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

// Config says where an engine stores its data and what it may use. The zero value of every field except Data is a good choice.
type Config struct {
	Data string // the store's directory; created if missing
	// Store is used instead of RocksDB in Data, for example a shard of a cluster; closing the engine closes it. Data is then the folder in which backups are made, and may be
	// empty without backups. An engine writes as soon as it is open, so it may be opened over a shard only if the node leads that shard. nil: RocksDB in Data.
	Store *store.Store
	// Warm keeps the search index up to date with the Store, which another node writes. The engine then answers searches, and refuses all changes with an error that wraps
	// [store.ErrDeposed]. It runs no background work that writes. The caller closes Warm before the engine. nil: the engine writes.
	Warm *warm.Follower
	// Takes is an engine that was opened over the same Store with Warm. It must have had the whole Store when its Warm was closed, and must itself be closed. This engine takes over
	// what it held in memory for searches, and need not read that from the store again; searches in flight in it continue. nil: everything is read.
	Takes   *Engine
	Profile string // compact (default)
	Models  string // folder of the profile's models; empty: looked for in the usual places
	ORTLib  string // ONNX Runtime library; empty: looked for in the usual places
	// Images are the folders whose files notes and questions may name as images; none: only images that are sent whole, as data URIs.
	Images []string
	// Embedder is lent by a caller that opens several engines over the same models. It replaces Profile, Models, ORTLib, Device and Workers, and stays open when the engine
	// closes. nil: the engine opens its own.
	Embedder *embedder.Embedder
	Device   string // auto (default), cpu, cuda:N, onnx-cuda:N: see device.MakePlan
	Workers  int    // embedding workers; 0: from the device plan
	// ModelsLater opens each model on the processor when it is first needed, for callers that may embed nothing, as most commands. An error of the runtime then comes from the
	// call that needs it.
	ModelsLater bool
	// IndexLater reads the index when it is first needed, for callers that may search nothing: for a hundred thousand memories it takes seconds.
	IndexLater bool
	MaxWait    time.Duration
	// IndexMemory bounds what search holds in memory, in bytes; 0: half of the machine's memory. Above it, the vectors of the oldest memories
	// are read from disk when they are candidates. Codes, words and times, about two kilobytes for each memory, stay in memory.
	IndexMemory int64
	// StoreWait is how long to wait at the start for another process to close the store; 0: not at all.
	StoreWait time.Duration
	// ReadAnyway opens the store only for reading if its disk is full or cannot be written. Every change then fails with an error that wraps [store.ErrReadOnly]; see [OnlyReads].
	ReadAnyway bool
	// AnyModels opens a store that was written with other models, only for reading as with ReadAnyway. It is for callers that embed and search nothing, since vectors of two
	// models cannot be compared.
	AnyModels bool
	// StoreCache bounds the store's cache of what it has read from disk, in bytes; 0: a sixteenth of the free memory, 32 MiB to 512 MiB. Writes that are not yet in
	// files take an additional eighth of it, at least 16 MiB.
	StoreCache int64
	// IndexDevice is where copies of the search index are kept for faster searches: auto (default) is the GPU that was found, whichever device embeds, unless Device is cpu; or cpu; or
	// cuda:N. A GPU is used from about twenty thousand memories on, and the processor searches until the copy is complete.
	IndexDevice string
	// DriftThresholds are the similarities at which the levels of drift begin; zero: [drift.DefaultThresholds].
	DriftThresholds drift.Thresholds
	// Learning are the settings of meta-learning; zero: [metautl.DefaultSettings].
	Learning  metautl.Settings
	Workspace workspace.Options // of what is in mind: the number of memories, and the coupling strength of the spaces
	// Secrets is what to do with keys, passwords and cards in texts to be stored if the call does not say it (see [secrets.WithPolicy]); "": they are refused.
	Secrets secrets.Policy
	// DreamEvery is how often each namespace dreams (full cycle) in the background, if something was stored, changed, forgotten or recalled in it since the last dream;
	// 0: only on request, with Dream.
	DreamEvery time.Duration
	// OnMove is called when the memories of a namespace move into another, before the last step and again after a crash; may be nil. If it returns an error, the move stops there.
	OnMove   func(from, into string) error
	Log      *slog.Logger
	Progress func(stage string, done, total int) // start-up progress, from several goroutines; may be nil
	Now      func() time.Time                    // the clock; nil: time.Now

	// Tests set these. nil: the machine's hardware, and the usual texts for the comparison of GPUs. Zero pauses are the usual ones.
	pauses     background.Pause
	hardware   *device.Hardware
	openGPU    func(context.Context, cuda.Options) (embedder.GPU, error)
	checkTexts []string
	// The same for the index's GPU: how it is opened, and the number of memories from which it is used.
	openIndexGPU    func() (kernels.Machine, error)
	indexGPULeast   int
	indexGPUTrusted bool // without a trial run

	unwritable error // why the store is only read, see ReadAnyway and AnyModels
}

// parts are what an engine works with while it is open.
type parts struct {
	cfg      Config
	log      *slog.Logger
	now      func() time.Time
	embedder *embedder.Embedder
	sched    *sched.Scheduler // of the embedder, as are the next two
	hardware device.Hardware
	plan     device.Plan
	store    store.Store
	held     held // the index, and the book of what supersedes what
	onGPU    indexGPU
	chains   sync.Mutex // held from the last check of what memories supersede until that is written, or while two of them are merged; locked after the goals

	turns    turns
	texts    turns // of callers that store the same text; see textTurn
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
	upkeep  upkeep     // background work
	backups sync.Mutex // one backup at a time
}

// writer stores memories: steps 1 to 7, and the same for a memory that changes.
type writer struct {
	*parts
	mu         sync.Mutex // guards namespaces
	namespaces map[string]*namespace
}

// searcher finds memories: it checks, weighs, embeds and ranks a question, and reads the best memories.
type searcher struct {
	*parts
	identity [4]byte // of the store, see page.Key
}

// upkeep is the background work.
type upkeep struct {
	*parts
	tidying, dreaming *background.Loop
}

// Close stops accepting work, finishes what is in flight and closes the store.
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

// Kind groups errors by who can fix them; see package fault.
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

// Error is every error that the engine returns: what went wrong and the way out.
type Error = fault.Error
