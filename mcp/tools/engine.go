package tools

import (
	"context"
	"encoding/json"
	"io"

	"asterism/engine"
	"asterism/engine/archive"
	"asterism/engine/dream"
	"asterism/engine/metautl"
	"asterism/engine/store"
	"asterism/engine/workspace"
)

// Writer stores memories and changes them. Errors are *engine.Error.
type Writer interface {
	Inject(ctx context.Context, n engine.Note) (*engine.Remembered, error)
	Remember(ctx context.Context, n engine.Note) (*engine.Remembered, error)
	RememberOnce(ctx context.Context, notes []engine.Note, progress func(done, total int)) ([]engine.Once, error)
	Update(ctx context.Context, id store.ID, c engine.Change) (*engine.Updated, error)
}

// Reader returns memories. Errors are *engine.Error.
type Reader interface {
	Recall(ctx context.Context, q engine.Question) (*engine.Found, error)
	Get(ctx context.Context, id store.ID) (*store.Memory, error)
	Chain(ctx context.Context, id store.ID) (*engine.Chain, error)
	List(ctx context.Context, q engine.ListQuestion) (*engine.Page, error)
}

// Historian returns what memories said before they were changed. Errors are *engine.Error.
type Historian interface {
	Earlier(ctx context.Context, id store.ID) ([]engine.Earlier, error)
	ForgetEarlier(ctx context.Context, id store.ID) (int, error)
}

// Namer lists the names that memories can be filtered by. Errors are *engine.Error.
type Namer interface {
	Namespaces(ctx context.Context) ([]engine.Label, error)
	Tags(ctx context.Context, namespace string) ([]engine.Label, error)
}

// Forgetter forgets memories and restores softly forgotten ones. Errors are *engine.Error.
type Forgetter interface {
	Forget(ctx context.Context, id store.ID, hard bool) (*engine.Forgotten, error)
	Restore(ctx context.Context, id store.ID) error
}

// Pathfinder finds how memories lead to each other. Errors are *engine.Error.
type Pathfinder interface {
	FindPath(ctx context.Context, q engine.PathQuestion) (*engine.Path, error)
}

// GoalEditor changes the goals of namespaces, and lists them. Errors are *engine.Error.
type GoalEditor interface {
	SetNorthStar(ctx context.Context, namespace, description string) (*engine.GoalSet, error)
	AddGoal(ctx context.Context, n engine.GoalNote) (*engine.GoalSet, error)
	RemoveGoal(ctx context.Context, id store.ID, cascade bool) (*engine.GoalsRemoved, error)
	Goals(ctx context.Context, namespace string) (*engine.GoalTree, error)
}

// DriftMeter measures how far work has left its goal, and corrects it. Errors are *engine.Error.
type DriftMeter interface {
	Drift(ctx context.Context, q engine.DriftQuestion) (*engine.Drift, error)
	DriftHistory(ctx context.Context, q engine.HistoryQuestion) (*engine.DriftHistory, error)
	CorrectDrift(ctx context.Context, q engine.CorrectionQuestion) (*engine.Correction, error)
	Autonomous(ctx context.Context, q engine.StatusQuestion) (*engine.Autonomous, error)
}

// GoalChecker checks whether a step is still about its goal. Errors are *engine.Error.
type GoalChecker interface {
	CheckGoal(ctx context.Context, q engine.GoalCheck) (*engine.GoalChecked, error)
	GoalTrend(ctx context.Context, q engine.GoalTrendQuestion) (*engine.GoalTrend, error)
}

// Dreamer consolidates a namespace and finds sub-goals. Errors are *engine.Error.
type Dreamer interface {
	Dream(ctx context.Context, q engine.DreamQuestion) (*engine.DreamAnswer, error)
	SubGoals(ctx context.Context, q engine.SubGoalQuestion) (*engine.SubGoals, error)
	// Texts returns the texts of memories, without those that no longer exist.
	Texts(ctx context.Context, ids []store.ID) (map[store.ID]string, error)
}

// Learner reports how well surprise and usefulness are predicted, and learns from outcomes. Errors are *engine.Error.
type Learner interface {
	RecordOutcome(ctx context.Context, o engine.Outcome) error
	MetaStatus(ctx context.Context) (*metautl.Status, error)
	RecalibrateLambda(ctx context.Context, r engine.Recalibration) (*metautl.Recalibration, error)
	MetaLog(ctx context.Context, q metautl.Query) (*metautl.LogPage, error)
}

// WorkspaceReader reads the workspaces. Errors are *engine.Error.
type WorkspaceReader interface {
	// Workspace returns the present workspace of a namespace and session; "" is the default namespace, and the shared session.
	Workspace(ctx context.Context, namespace, session string) (*engine.WorkspaceState, error)
	// LatestWorkspace returns the workspace in which a memory was used last; nil if there is none.
	LatestWorkspace(ctx context.Context) (*engine.WorkspaceState, error)
	// WatchWorkspaces calls fn, which must not block, for each memory that enters a workspace.
	WatchWorkspaces(fn func(workspace.Entry)) (stop func())
}

// Embedder returns the values of texts, and stores nothing. Errors are *engine.Error.
type Embedder interface {
	Embed(ctx context.Context, q engine.EmbedQuestion) (*engine.Embedded, error)
}

// LearningKeeper controls what is learned, and returns what search has learned. Errors are *engine.Error.
type LearningKeeper interface {
	EnableMeta(ctx context.Context, on bool) error
	ResetLambda(ctx context.Context) error
	ResetSearchWeights(ctx context.Context) error
	AcknowledgeMeta(ctx context.Context) error
	ClearMetaLog(ctx context.Context) error
	ExportMeta(ctx context.Context, w io.Writer) error
	ImportMeta(ctx context.Context, r io.Reader) error
	SearchWeights(ctx context.Context) (*engine.SearchWeights, error)
}

// Mover moves memories to another namespace. Errors are *engine.Error.
type Mover interface {
	MoveNamespace(ctx context.Context, q engine.NamespaceMove) (*engine.NamespaceMoved, error)
}

// Rummager finds forgotten memories, and removes them for good. Errors are *engine.Error.
type Rummager interface {
	// ResolveForgotten finds the one forgotten memory whose id begins or ends with some digits; ok is false for none or several.
	ResolveForgotten(ctx context.Context, digits string) (id store.ID, ok bool, err error)
	// Purge removes what can no longer be restored, and returns the number of memories.
	Purge(ctx context.Context) (int, error)
}

// Backer makes backups of the whole store. Errors are *engine.Error.
type Backer interface {
	Backup(ctx context.Context, dir, version string, progress engine.BackupProgress) (*archive.Backup, error)
}

// Monitor reports the engine's state. Errors are *engine.Error.
type Monitor interface {
	// Status returns the state of store, devices and queues.
	Status(ctx context.Context) (*engine.Status, error)
	// Pulse returns the running state of a namespace. It is cheap: every tool result contains it.
	Pulse(ctx context.Context, namespace string) (*engine.Pulse, error)
}

// Surveyor shows many memories at the same time: their neighbours, their times, and those with the lowest alignment. The dashboard uses it, but no tool. Errors are *engine.Error.
type Surveyor interface {
	Around(ctx context.Context, id store.ID, k int) (*engine.Around, engine.Tally, error)
	Map(ctx context.Context, q engine.MapQuestion) (*engine.Map, error)
	Days(ctx context.Context, q engine.ListQuestion) (map[int64]int, error)
	Strays(ctx context.Context, namespace string, n int) ([]engine.Stray, int, error)
}

// Chronicler returns histories, newest first, from an offset on. Errors are *engine.Error.
type Chronicler interface {
	Evolution(ctx context.Context, m *store.Memory, from int) (*engine.Evolution, error)
	GoalHistory(ctx context.Context, namespace string, from int) (*engine.GoalHistory, error)
	// PutAway finds the dream that forgot a memory as a copy; nil if the memory is live, or if a person forgot it.
	PutAway(ctx context.Context, m *store.Memory) (*dream.PutAway, error)
	WorkspaceHistory(ctx context.Context, namespace, session string, from int) (*engine.WorkspaceHistory, error)
}

// Linker shows the links of memories and decides on them. Errors are *engine.Error.
type Linker interface {
	Links(ctx context.Context, id store.ID) (*engine.Around, error)
	Belonging(ctx context.Context, id store.ID, k int) ([]engine.Near, error)
	Proposals(ctx context.Context, namespace string, n int) (*engine.Proposals, error)
	DecideLink(ctx context.Context, a, b store.ID, decision string) (*engine.LinkDecided, error)
}

// Engine is an engine in the parts that tools use. [EngineOf] sets all of them; a test sets those that it needs.
type Engine struct {
	Resolver
	Writer
	Reader
	Namer
	Forgetter
	Pathfinder
	GoalEditor
	DriftMeter
	GoalChecker
	Dreamer
	Learner
	WorkspaceReader
	Embedder
	LearningKeeper
	Backer
	Mover
	Rummager
	Monitor
	Surveyor
	Linker
	Historian
	Chronicler

	// Elsewhere runs tools with another engine; nil: with this one.
	Elsewhere Elsewhere
}

// Elsewhere runs a tool on the node of a cluster that has the call's memory, and returns the tool's answer. raw are the arguments, and home is the namespace of calls that name
// none. here runs the tool with an engine of this node.
type Elsewhere func(ctx context.Context, tool string, raw json.RawMessage, home string, here func(context.Context, *Engine) (*Outcome, error)) (json.RawMessage, error)

// EngineOf returns an engine in its parts.
func EngineOf(e *engine.Engine) *Engine {
	history := engine.HistorianOf(e)
	return &Engine{resolver{e}, e, e, e, e, e, e, e, e, e, e, e, e, e, e, e, rummager{e}, e, engine.SurveyOf(e), engine.LinkerOf(e), history, history, nil}
}

// resolver is the engine as a [Resolver].
type resolver struct{ *engine.Engine }

func (r resolver) ResolveGoal(ctx context.Context, digits string) (store.ID, error) {
	return engine.ResolveGoal(ctx, r.Engine, digits)
}

func (r resolver) ResolveQuery(ctx context.Context, digits string) (store.ID, error) {
	return engine.ResolveQuery(ctx, r.Engine, digits)
}

// rummager is the engine as a [Rummager].
type rummager struct{ *engine.Engine }

func (r rummager) Purge(ctx context.Context) (int, error) { return engine.Purge(ctx, r.Engine) }

// Provider returns the engine as soon as it is ready; it blocks until then or until ctx ends. It is called once for each tool call and must be safe for concurrent use. An error
// other than that of ctx is the reason why the engine could not be opened (a locked store, a damaged model); callers see it.
type Provider func(ctx context.Context) (*Engine, error)
